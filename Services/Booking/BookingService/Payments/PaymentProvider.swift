import BookingContract
import Values

/// An order for a payment.
struct PaymentOrder: Sendable {
    /// Our id of the payment; a provider that receives an order twice makes one payment.
    var id: Identifier
    var price: Money
    /// The page to which the customer's browser returns; nothing that the browser sends along is trusted.
    var returnURL: ReturnURL
    var expiresAt: Instant
    var description: String
    var language: Language
}

/// A payment created at the provider.
struct ProviderPayment: Sendable, Equatable {
    /// The provider's id of the payment, for requests of its status.
    var id: String
    /// The page where the customer pays.
    var url: String
}

/// An order to refund a whole payment.
struct RefundOrder: Sendable {
    /// Our id of the payment; a provider that receives an order twice refunds once.
    var id: Identifier
    /// The provider's id of the money transfer.
    var transaction: String
    var price: Money
    var reason: String
}

/// The reason why a provider did not carry out a request.
enum PaymentFault: Error, Equatable {
    /// The provider did not answer, or has not finished: a later attempt may succeed.
    case unavailable(String)
    /// The provider refuses permanently.
    case refused(String)
}

/// A payment provider: bePaid, ERIP, Webpay, or a simulation of one.
///
/// Every call may be repeated: a call without an answer may or may not have had an effect.
protocol PaymentProvider: Sendable {
    /// The provider's name in the database, and in the path of its notifications.
    var name: String { get }

    /// Creates a payment; safe to repeat for the same order.
    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment

    /// Requests the status of a payment whose notification did not arrive; returns `nil` if the provider does not know
    /// it.
    ///
    /// - Parameter payment: ``ProviderPayment/id``.
    func fetchStatus(_ payment: String, deadline: ContinuousClock.Instant) async throws(PaymentFault) -> ProviderReport?

    /// Refunds a payment; returns once the money is on its way.
    ///
    /// - Throws: `refused` if nothing was or will be refunded; `unavailable` while that is unknown.
    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault)

    /// Verifies a notification by the signature over its raw bytes; returns `nil` for a forged one.
    ///
    /// If the signature proves little, the implementation asks the provider for confirmation.
    ///
    /// - Parameter headers: names in lower case.
    /// - Throws: `unavailable` if the provider cannot confirm now; it then repeats the notification.
    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport?
}
