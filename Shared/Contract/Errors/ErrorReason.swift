/// A word of the domain that an error may carry as `data.reason`, and what it means.
public struct ErrorReason: Hashable, Sendable {
    public let code: ErrorCode
    /// The stable word, such as `code-expired`.
    public let reason: String
    public let summary: String

    public init(_ code: ErrorCode, _ reason: String, _ summary: String) {
        self.code = code
        self.reason = reason
        self.summary = summary
    }
}
