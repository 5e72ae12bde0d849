/// The way a message travels.
public enum Channel: String, Sendable, Hashable, CaseIterable {
    /// E-mail; the recipient is an address.
    case email
    /// SMS; the recipient is a phone number.
    case sms
}

/// A message to one person.
///
/// Its text may hold a code, so a message never shows itself in a log.
public struct OutgoingMessage: Sendable, Hashable {
    public var channel: Channel
    /// An e-mail address or a phone number.
    public var recipient: String
    /// Empty for an SMS.
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
    /// The channel alone: recipient and text are private.
    public var description: String { "(message by \(channel.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
