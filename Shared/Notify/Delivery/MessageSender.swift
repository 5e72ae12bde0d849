/// A way out for messages: a mail server, an SMS provider, or a stand-in.
public protocol MessageSender: Sendable {
    /// Sends a message within `delivery.limit`; returns once another system has taken responsibility for it.
    func send(_ delivery: Delivery) async throws(DeliveryFailure)

    /// Finds out the fate of an earlier attempt whose outcome was lost: the process was killed midway, or no answer
    /// came.
    func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate
}

/// The fate of an attempt whose outcome was lost.
public enum EarlierFate: Hashable, Sendable {
    /// The message is on its way.
    case accepted
    /// The message was not taken.
    case notAccepted
    /// Unknown, but sending again does little harm: the recipient's system recognizes the message by its id.
    case repeatable
    /// Unknown, and the message must not be sent again.
    case unknowable
}

extension MessageSender {
    public func fate(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierFate { .repeatable }
}

/// Settings for sending messages that cannot be used.
public struct SenderFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
