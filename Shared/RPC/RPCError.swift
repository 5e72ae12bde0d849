public import Contract

/// A call's failure: what the caller is told, and apart from it what only the log is told.
public struct RPCError: Error, Sendable {
    /// A fault of one member of the parameters.
    public struct FieldFault: Hashable, Sendable {
        /// Where, as a JSON Pointer (RFC 6901) into the parameters; empty for the whole.
        public var pointer: String
        /// What is wrong, in English.
        public var detail: String

        public init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    public var code: ErrorCode
    /// A stable word of the domain, such as `slot-taken`.
    public var reason: String?
    /// What the reason means and what to do, in English, as the contract says it.
    public var detail: String?
    /// When to try again, in milliseconds.
    public var retryAfterMilliseconds: Int64?
    /// What is wrong with the parameters.
    public var faults: [FieldFault]
    /// What the contract promises for the reason: one encoded JSON object.
    public var details: [UInt8]?
    /// What really happened; for the log, never for the caller.
    public var cause: String?

    public init(
        _ code: ErrorCode, reason: String? = nil, retryAfterMilliseconds: Int64? = nil, faults: [FieldFault] = [],
        details: [UInt8]? = nil, cause: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.faults = faults
        self.details = details
        self.cause = cause
    }
}

extension RPCError: CustomStringConvertible {
    /// For the log: the code's name, then what is known of it.
    public var description: String {
        let known = [reason, cause].compactMap { $0 } + faults.map { "\($0.pointer): \($0.detail)" }
        return known.isEmpty ? code.name : "\(code.name): \(known.joined(separator: "; "))"
    }
}
