public import Values

/// One attempt to send a message.
public struct Delivery: Sendable {
    /// The message's id, the same for every attempt.
    public var id: Identifier
    public var message: OutgoingMessage
    /// The time of the attempt.
    public var at: Instant
    /// The time limit for the attempt.
    public var limit: Duration

    public init(id: Identifier, message: OutgoingMessage, at: Instant, limit: Duration) {
        self.id = id
        self.message = message
        self.at = at
        self.limit = limit
    }
}

/// The reason why a message was not sent, or may not have been sent.
public struct DeliveryFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Another attempt may succeed.
        case transient
        /// No attempt can succeed.
        case permanent
        /// The message may have been sent, so another attempt may send it twice.
        case unknown
    }
    public var kind: Kind
    /// The cause, in our own words.
    ///
    /// It is stored and logged, so it never quotes the server, which might quote the message.
    public var reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
