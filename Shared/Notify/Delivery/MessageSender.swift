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
        /// It may have been sent after all: another attempt may send it twice.
        case unknown
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

    /// What became of an earlier attempt of which nobody knows how it ended: the program was killed in the middle, or the
    /// answer never came.
    func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate
}

/// What became of an attempt whose end is unknown.
public enum EarlierFate: Hashable, Sendable {
    /// The message is on its way.
    case accepted
    /// It is not.
    case notAccepted
    /// Nobody can tell, and sending it again does little harm: the recipient's side knows it by its id.
    case repeatable
    /// Nobody can tell, and it must not be sent again.
    case unknowable
}

extension MessageSender {
    public func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate { .repeatable }
}
