/// By which way a message goes.
public enum Channel: String, Sendable, Hashable, CaseIterable {
    /// Electronic mail; the recipient is an address.
    case email
    /// A short message; the recipient is a telephone number.
    case sms
}

/// A message to one person.
///
/// Its text may hold a code, so it never shows itself in a log.
public struct OutgoingMessage: Sendable, Hashable {
    public var channel: Channel
    /// The recipient: an e-mail address or a telephone number.
    public var recipient: String
    /// Empty for a short message.
    public var subject: String
    /// The body: plain text, lines ending in `\n`.
    public var text: String

    public init(channel: Channel, recipient: String, subject: String, text: String) {
        self.channel = channel
        self.recipient = recipient
        self.subject = subject
        self.text = text
    }
}

extension OutgoingMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The channel alone: recipient and text are nobody's business.
    public var description: String { "(message by \(channel.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
