/// A domain-specific reason, sent as `data.reason` of an error, and its meaning.
public struct ErrorReason: Hashable, Sendable {
    public let code: ErrorCode
    /// The stable identifier, such as `code-expired`.
    public let reason: String
    public let summary: String

    public init(_ code: ErrorCode, _ reason: String, _ summary: String) {
        self.code = code
        self.reason = reason
        self.summary = summary
    }
}
