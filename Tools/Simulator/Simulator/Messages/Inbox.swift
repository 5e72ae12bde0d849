public import Values

/// A message that someone would have received.
public struct ReceivedMessage: Codable, Sendable {
    /// `smsby`, `rocketsms`, `twilio` or `mail`.
    public var by: String
    public var to: String
    /// Of a mail with its header fields; cut at 64 KiB.
    public var text: String
    public var at: Instant
}

/// The latest messages.
struct Inbox: Sendable {
    /// How many are kept.
    static let maximum = 500
    static let maximumText = 65_536

    private(set) var messages: [ReceivedMessage] = []

    mutating func add(_ message: ReceivedMessage) {
        if messages.count == Self.maximum { messages.removeFirst() }
        messages.append(message)
    }
}
