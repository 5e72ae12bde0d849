public import Values

/// A message that reached a provider.
public struct ReceivedMessage: Codable, Sendable {
    /// The provider: `smsby`, `rocketsms`, `twilio` or `mail`.
    public var by: String
    public var to: String
    /// The text, for a mail with its header fields; truncated to 64 KiB.
    public var text: String
    public var at: Instant
}

/// The latest messages.
struct Inbox: Sendable {
    /// The number of kept messages.
    static let maximum = 500
    static let maximumText = 65_536

    private(set) var messages: [ReceivedMessage] = []

    mutating func add(_ message: ReceivedMessage) {
        if messages.count == Self.maximum { messages.removeFirst() }
        messages.append(message)
    }
}
