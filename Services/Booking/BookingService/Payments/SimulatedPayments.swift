import Crypto
import Values
import Wire

/// A simulated payment provider for development and tests.
///
/// The holder of the secret ends payments by sending notifications like those of real providers: signed over the raw
/// bytes, and possibly late, repeated or out of order.
struct SimulatedPayments: PaymentProvider {
    /// The header with the signature: HMAC-SHA-256 of the body, in lower-case hexadecimal digits.
    static let signatureHeader = "content-signature"

    /// The body of a notification.
    struct Notification: Codable, Sendable {
        var id: String
        var order: Identifier
        var amount: Int
        var currency: CurrencyCode
        var status: String
    }

    let name = "simulated"
    private let key: SymmetricKey

    init(secret: String) { key = SymmetricKey(data: Array(secret.utf8)) }

    private static func name(of order: Identifier) -> String { "simulated-\(order.text)" }

    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment {
        let id = Self.name(of: order.id)
        return ProviderPayment(id: id, url: "https://payments.invalid/\(id)")
    }

    /// Returns `nil`: the simulation learns of a payment only from its notification.
    func fetchStatus(
        _ payment: String, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? { nil }

    /// Accepts refunds of the payments that it created.
    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault) {
        guard order.transaction == Self.name(of: order.id) else { throw .refused("no such payment") }
    }

    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? {
        guard let text = headers[Self.signatureHeader], let signature = Hex.decode(text),
            HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: body, using: key),
            let notification = try? body.withUnsafeBytes({ bytes in
                try JSONCoding.decode(Notification.self, from: bytes, unknownMembers: .ignored)
            }),
            let state = ProviderReport.State(rawValue: notification.status)
        else { return nil }
        return ProviderReport(
            payment: notification.id, transaction: notification.id, order: notification.order,
            price: Money(amount: notification.amount, currency: notification.currency), state: state)
    }
}
