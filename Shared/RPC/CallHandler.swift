public import NIOCore

/// What a service does with a call: one asynchronous function over bytes.
///
/// ``ServiceRuntime`` makes one from a table of typed methods; the RPC server calls it, one task a call.
public protocol CallHandler: Sendable {
    /// Answers a call.
    /// - Parameters:
    ///   - method: the method's name; the handler refuses what it does not know with `method-not-found`.
    ///   - params: one JSON object, already validated as JSON; `{}` where the caller sent none.
    /// - Returns: the result as one line of JSON.
    /// - Throws: ``RPCError``; any other error is answered as `internal`, its description going to the log alone.
    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer
}
