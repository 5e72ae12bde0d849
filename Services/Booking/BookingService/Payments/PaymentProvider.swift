import BookingContract
import Values

/// What a provider is asked to take money for.
struct PaymentOrder: Sendable {
    /// Ours; a provider that is asked twice for one order makes one payment.
    var id: Identifier
    var price: Money
    /// Where the customer's browser goes afterwards; what it brings along is never believed.
    var returnURL: ReturnURL
    var expiresAt: Instant
    var description: String
    var language: Language
}

/// A payment at the provider.
struct ProviderPayment: Sendable, Equatable {
    /// The provider's own name for what was asked for; by it is asked how the payment stands.
    var id: String
    /// Where the customer pays.
    var url: String
}

/// What a provider says of a payment.
struct ProviderReport: Sendable, Equatable {
    enum State: String, Sendable { case pending, successful, failed, expired }

    /// What the provider called the payment when it was asked for; `nil` where it does not say so again.
    var payment: String?
    /// The provider's own name for the transfer of the money, by which it is given back.
    ///
    /// Often another one than that of the payment, and first known from here.
    var transaction: String
    /// Ours.
    var order: Identifier
    var price: Money
    var state: State
}

/// What a provider is asked to give back: all that was paid.
struct RefundOrder: Sendable {
    /// Ours, that of the payment; a provider that is asked twice for one order gives back once.
    var id: Identifier
    /// The provider's own name for the transfer.
    var transaction: String
    var price: Money
    var reason: String
}

/// Why a provider could not be used.
enum PaymentFault: Error, Equatable {
    /// It did not answer, or has not come to an end: another time may do.
    case unavailable(String)
    /// It does not do what it is asked for, and will not another time.
    case refused(String)
}

/// Somebody who takes money: bePaid, ERIP, Webpay, or a stand-in for them.
///
/// Every call may be repeated: after one without an answer nobody knows whether it had an effect.
protocol PaymentProvider: Sendable {
    /// Its name in the database, and in the path of its notifications.
    var name: String { get }

    /// Asks for a payment; safe to repeat for the same order.
    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment

    /// How a payment stands: asked when no notification came; `nil` if the provider does not know it.
    /// - Parameter payment: ``ProviderPayment/id``.
    func fetchStatus(_ payment: String, deadline: ContinuousClock.Instant) async throws(PaymentFault) -> ProviderReport?

    /// Gives a payment back; returns once the money is on its way.
    /// - Throws: `refused` if that cannot be, and nothing was given back; `unavailable` while it is not known.
    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault)

    /// What a notification says, if its signature over the raw bytes is right; `nil` for a forged one.
    ///
    /// A provider whose signature proves little is asked back before it is believed.
    /// - Parameter headers: names in lower case.
    /// - Throws: `unavailable` if it cannot be asked: the provider tells it again.
    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport?
}
