import Contract

/// The reason why a line is rejected before it reaches a handler.
struct LineRejection {
    let code: ErrorCode
    /// The fault, without any quotation from the line.
    let detail: String
    let reason: String?
    let retryAfter: Duration?
    /// The position of the fault in the line.
    let offset: Int?

    init(
        _ code: ErrorCode, _ detail: String, reason: String? = nil, retryAfter: Duration? = nil, offset: Int? = nil
    ) {
        self.code = code
        self.detail = detail
        self.reason = reason
        self.retryAfter = retryAfter
        self.offset = offset
    }
}
