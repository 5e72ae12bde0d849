public import Values

/// A message that a provider received.
public struct ReceivedMessage: Codable, Sendable {
    /// The provider: `smsby`, `rocketsms`, `twilio` or `mail`.
    public var by: String
    public var to: String
    /// The text; for mail, with the header fields; truncated to about 64 KiB.
    public var text: String
    public var at: Instant
}

/// The latest messages that were received.
struct Inbox: Sendable {
    /// The maximum number of messages kept.
    static let maximum = 500
    static let maximumText = 65_536

    private(set) var messages: [ReceivedMessage] = []

    mutating func add(_ message: ReceivedMessage) {
        if messages.count == Self.maximum { messages.removeFirst() }
        messages.append(message)
    }
}
