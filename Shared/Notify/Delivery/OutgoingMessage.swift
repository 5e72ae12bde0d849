/// The channel by which a message is sent.
public enum Channel: String, Sendable, Hashable, CaseIterable {
    /// E-mail; the recipient is an address.
    case email
    /// SMS; the recipient is a phone number.
    case sms
}

/// A message to one person.
///
/// Its text may contain a code, so `description` omits it to keep it out of logs.
public struct OutgoingMessage: Sendable, Hashable {
    public var channel: Channel
    /// The recipient's e-mail address or phone number.
    public var recipient: String
    /// The subject; empty for an SMS.
    public var subject: String
    /// The body: plain text with `\n` as line break.
    public var text: String

    public init(channel: Channel, recipient: String, subject: String, text: String) {
        self.channel = channel
        self.recipient = recipient
        self.subject = subject
        self.text = text
    }
}

extension OutgoingMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The channel only, because recipient and text are private.
    public var description: String { "(message by \(channel.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
