public import Contract
public import NIOCore
public import RPC
public import Values
import Wire

/// A result that a method has already encoded as JSON.
public struct EncodedResult: Sendable {
    /// One line of JSON.
    public var bytes: ByteBuffer

    public init(_ bytes: ByteBuffer) { self.bytes = bytes }
    public init(_ bytes: [UInt8]) { self.bytes = ByteBuffer(bytes: bytes) }
}

/// A service's dispatch table: one function for each method of its contract.
///
/// Checks access, decodes the parameters and rejects invalid ones, calls the function, and encodes the result.
public struct MethodTable: CallHandler {
    private typealias Entry = @Sendable (ByteBuffer, CallContext) async throws -> ByteBuffer

    /// The service that the methods belong to.
    public let service: ServiceName
    private let isOpen: Bool
    private let now: @Sendable () -> Instant
    private var entries: [String: Entry] = [:]

    /// The service's contract.
    let methods: [any Method.Type]

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - methods: the service's contract; every method needs a function.
    ///   - isOpen: true if the service's openable methods require no sign-in.
    ///   - now: the clock that decides whether a caller's proof of presence still counts.
    public init(
        service: ServiceName, methods: [any Method.Type], isOpen: Bool,
        now: @escaping @Sendable () -> Instant = SystemClock.now
    ) {
        self.service = service
        self.now = now
        self.methods = methods
        self.isOpen = isOpen
    }

    /// The methods of the contract that are not implemented yet; empty once the table is complete.
    public var missing: [String] {
        methods.map { $0.declaration.name }.filter { entries[$0] == nil }
    }

    /// Implements a method with a function that takes the parameters and returns the result.
    public mutating func on<M: Method>(
        _ method: M.Type, _ body: @escaping @Sendable (M.Params, CallContext) async throws -> M.Result
    ) {
        onEncoded(method) { params, context in
            let result = try await body(params, context)
            return EncodedResult(try JSONCoding.encode(result))
        }
    }

    /// Implements a method with a function that returns an encoded result.
    public mutating func onEncoded<M: Method>(
        _ method: M.Type, _ body: @escaping @Sendable (M.Params, CallContext) async throws -> EncodedResult
    ) {
        let access = M.declaration.access
        let isOpen = isOpen
        let now = now
        let rule = M.declaration.session
        let hidesCaller = M.declaration.isSameForEveryone
        let sentences = Dictionary(M.declaration.reasons.map { ($0.reason, $0.sentence) }) { first, _ in first }
        entries[M.declaration.name] = { bytes, context in
            try Self.admit(context, access, isOpen: isOpen)
            if !(isOpen && access == .openable) { try Self.admit(context, rule, now: now()) }
            let params = try Self.decode(M.Params.self, from: bytes)
            var context = context
            // Caches give the result to others, so it must not depend on the caller, not even by mistake.
            if hidesCaller { (context.principal, context.remoteAddress) = (nil, nil) }
            do {
                return try await body(params, context).bytes
            } catch let failure as any RPCErrorConvertible {
                var error = failure.rpcError
                // A method may give a reason a more specific meaning.
                error.detail = error.reason.flatMap { sentences[$0] } ?? error.detail
                throw error
            }
        }
    }

    public func answer(_ method: String, params: ByteBuffer, context: CallContext) async throws -> ByteBuffer {
        guard let entry = entries[method] else { throw RPCError(.methodNotFound) }
        return try await entry(params, context)
    }

    private static func decode<Params: Decodable>(_ type: Params.Type, from bytes: ByteBuffer) throws -> Params {
        do throws(JSONDecodingFailure) {
            return try bytes.withUnsafeReadableBytes { buffer throws(JSONDecodingFailure) in
                try JSONCoding.decode(type, from: buffer, nullMembers: .rejected)
            }
        } catch {
            let failure = error
            throw bytes.withUnsafeReadableBytes { RPCError(failure, of: type, in: $0) }
        }
    }

    /// Checks that a caller is allowed to call a method.
    ///
    /// - Throws: `unauthenticated` or `forbidden`; `method-not-found` for a method that is hidden from the caller.
    static func admit(_ context: CallContext, _ access: Access, isOpen: Bool) throws(RPCError) {
        let process: String? = if case .process(let name) = context.peer { name } else { nil }
        let code = access.refusal(isSignedIn: context.principal != nil, process: process, isOpen: isOpen) { role in
            context.principal.map { role.isHeld(by: $0.roles) } ?? false
        }
        if let code { throw RPCError(code, of: access) }
    }

    /// Checks that the caller's session meets the rules of a method.
    ///
    /// - Throws: `forbidden` with `step-up-required` or `factor-missing`.
    static func admit(_ context: CallContext, _ rule: SessionRule, now: Instant) throws(RPCError) {
        guard let reason = context.principal?.refusal(by: rule, at: now.milliseconds / 1_000) else { return }
        throw RPCError(reason)
    }
}
