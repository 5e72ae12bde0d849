public import Contracts

/// One attempt to send a message.
public struct Delivery: Sendable {
    /// The same for every attempt.
    public var id: Identifier
    public var message: OutgoingMessage
    /// The time of the attempt.
    public var at: Instant
    /// How long the attempt may take.
    public var limit: Duration

    public init(id: Identifier, message: OutgoingMessage, at: Instant, limit: Duration) {
        self.id = id
        self.message = message
        self.at = at
        self.limit = limit
    }
}

/// Why a message was not sent.
public struct DeliveryFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Another attempt may succeed.
        case transient
        /// No attempt will.
        case permanent
    }
    public var kind: Kind
    /// What happened, in words of ours: it is kept and logged, so it never repeats what a server said, which may repeat
    /// the message.
    public var reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// Hands messages to the world.
public protocol MessageSender: Sendable {
    /// Sends a message, within `delivery.limit`; returns once somebody else is responsible for it.
    func send(_ delivery: Delivery) async throws(DeliveryFailure)
}
