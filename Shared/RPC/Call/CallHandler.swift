public import NIOCore

/// Answers calls with one asynchronous function that takes and returns JSON bytes.
///
/// ``ServiceRuntime`` builds one from a table of typed methods; the RPC server runs it in one task per call.
public protocol CallHandler: Sendable {
    /// Answers a call.
    ///
    /// - Parameters:
    ///   - method: the method's name; an unknown one is rejected with `method-not-found`.
    ///   - params: one validated JSON object; `{}` if the caller sent none.
    /// - Returns: the result as one line of JSON.
    /// - Throws: ``RPCError``; any other error is answered as `internal` and described in the log only.
    func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer
}
