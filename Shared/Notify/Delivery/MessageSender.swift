/// A means of sending messages: a mail server, an SMS provider or a stand-in.
public protocol MessageSender: Sendable {
    /// Sends a message within `delivery.limit`; returns once another system has taken responsibility for it.
    func send(_ delivery: Delivery) async throws(DeliveryFailure)

    /// Finds out what became of an earlier attempt whose outcome is unknown, because the process was killed or no
    /// answer arrived.
    func earlierOutcome(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierOutcome
}

/// The outcome of an earlier attempt, as far as it can be found out.
public enum EarlierOutcome: Hashable, Sendable {
    /// The message was accepted.
    case accepted
    /// The message was not accepted.
    case notAccepted
    /// Unknown, but sending again does little harm, because the recipient's system recognizes the message by its id.
    case repeatable
    /// Unknown, and the message must not be sent twice.
    case unrepeatable
}

extension MessageSender {
    public func earlierOutcome(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierOutcome { .repeatable }
}

/// The reason why a sender's settings cannot be used.
public struct SenderFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
