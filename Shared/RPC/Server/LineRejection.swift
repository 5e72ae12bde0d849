import Contract
import Values

/// The reason why a line is rejected before it reaches a handler.
struct LineRejection {
    let code: ErrorCode
    /// The fault, without any quotation from the line.
    let detail: String
    let reason: ErrorReason?
    let retryAfter: Duration?
    /// The position of the fault in the line.
    let offset: Int?

    init(
        _ code: ErrorCode, _ detail: String, reason: ErrorReason? = nil, retryAfter: Duration? = nil, offset: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.reason = reason
        self.retryAfter = retryAfter
        self.offset = offset
    }

    /// The error that the caller receives.
    var error: RPCError {
        var error = RPCError(
            code, reason: reason?.reason, retryAfterMilliseconds: retryAfter.map { Int64($0 / .milliseconds(1)) })
        error.detail = reason?.sentence
        if reason == nil {
            error.faults = [RPCError.FieldFault(.malformed(UserText(all: detail), byte: offset), at: "")]
        }
        return error
    }
}
