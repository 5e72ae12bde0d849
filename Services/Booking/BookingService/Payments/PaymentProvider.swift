import Contracts

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
    /// The provider's own name for it.
    var id: String
    /// Where the customer pays.
    var url: String
}

/// What a provider says of a payment.
struct ProviderReport: Sendable, Equatable {
    enum State: String, Sendable { case pending, successful, failed, expired }

    /// The provider's own name for the payment.
    var id: String
    var order: Identifier
    var price: Money
    var state: State
}

/// Why a provider could not be used.
enum PaymentFault: Error, Equatable {
    /// It did not answer, or not now: another time may do.
    case unavailable(String)
    /// It does not want this order.
    case refused(String)
}

/// Somebody who takes money: bePaid, ERIP, Webpay, or a stand-in for them.
protocol PaymentProvider: Sendable {
    /// Its name in the database, and in the path of its notifications.
    var name: String { get }

    /// Asks for a payment; safe to repeat for the same order.
    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment

    /// How a payment stands: asked when no notification came.
    func fetchStatus(_ payment: String, deadline: ContinuousClock.Instant) async throws(PaymentFault) -> ProviderReport?

    /// What a notification says, if its signature over the raw bytes is right; `nil` for a forged one.
    /// - Parameter headers: names in lower case.
    func verifyNotification(headers: [String: String], body: [UInt8]) -> ProviderReport?
}
