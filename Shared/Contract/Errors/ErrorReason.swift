public import Values

/// A domain-specific reason, sent as `data.reason` of an error, and its meaning.
public struct ErrorReason: Hashable, Sendable {
    public let code: ErrorCode
    /// The stable identifier, such as `code-expired`.
    public let reason: String
    /// A sentence for people: the problem and what to do.
    public let sentence: UserText
    /// The type of the error's `details`; `nil` if it has none.
    public let details: (any (Codable & Sendable).Type)?

    public init(
        _ code: ErrorCode, _ reason: String, _ sentence: UserText, details: (any (Codable & Sendable).Type)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.sentence = sentence
        self.details = details
    }

    /// Returns this reason with the sentence of a method in which it means something more specific.
    public func meaning(_ sentence: UserText) -> ErrorReason { ErrorReason(code, reason, sentence, details: details) }

    public static func == (left: ErrorReason, right: ErrorReason) -> Bool {
        left.code == right.code && left.reason == right.reason && left.sentence == right.sentence
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(reason)
    }
}
