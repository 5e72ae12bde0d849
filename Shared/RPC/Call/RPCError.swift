public import Contract
public import Values
import Wire

/// The failure of a call: the part that the caller sees, and the part that only the log sees.
public struct RPCError: Error, Sendable {
    public var code: ErrorCode
    /// A stable, domain-specific identifier, such as `slot-taken`.
    public var reason: String?
    /// The contract's sentence for the reason, with advice.
    public var detail: UserText?
    /// The delay before a retry, in milliseconds.
    public var retryAfterMilliseconds: Int64?
    /// True if the call may have taken effect and must not be repeated blindly, whatever its code says.
    public var forbidsRepetition = false
    /// The faults in the parameters.
    public var faults: [FieldFault]
    /// The details that the contract defines for the reason: one encoded JSON object.
    public var details: [UInt8]?
    /// The actual cause; for the log, never for the caller.
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

    /// Creates the error for a reason that a contract declares.
    public init(
        _ reason: ErrorReason, retryAfterMilliseconds: Int64? = nil, faults: [FieldFault] = [],
        details: [UInt8]? = nil, cause: String? = nil
    ) {
        self.init(
            reason.code, reason: reason.reason, retryAfterMilliseconds: retryAfterMilliseconds, faults: faults,
            details: details, cause: cause)
        detail = reason.sentence
    }

    /// Creates the error for a reason that has details.
    public init(_ reason: ErrorReason, describedBy details: some Encodable, retryAfterMilliseconds: Int64? = nil) {
        self.init(
            reason, retryAfterMilliseconds: retryAfterMilliseconds, details: try? JSONCoding.encode(details))
    }
}

extension RPCError {
    /// True if a client can send the same call again later without changing it.
    public var isRetryable: Bool { code.isRetryable && !forbidsRepetition }

    /// True if the error does not say whether the call took effect.
    package var leavesOutcomeUnknown: Bool {
        let lost = [ErrorReason.connectionLost, .shuttingDown]
        return code == .deadlineExceeded || lost.contains { $0.code == code && $0.reason == reason }
    }
}

extension RPCError: CustomStringConvertible {
    /// The code's name with reason, cause and faults, for the log.
    public var description: String {
        let known = [reason, cause].compactMap { $0 } + faults.map { "\($0.pointer): \($0.detail.english)" }
        return known.isEmpty ? code.name : "\(code.name): \(known.joined(separator: "; "))"
    }
}

/// An error that is reported to callers as one of the contract's errors.
public protocol RPCErrorConvertible: Error {
    var rpcError: RPCError { get }
}

extension RPCError: RPCErrorConvertible {
    public var rpcError: RPCError { self }
}
