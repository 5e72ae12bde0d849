import ArgumentParser
import Contract
import Crypto
import Values
import Wire

/// A notification of the simulated payment provider, signed as `booking` expects.
struct SimulatedNotification {
    /// The status of a payment; `pending` means that it has no outcome yet.
    enum Status: String, CaseIterable, ExpressibleByArgument {
        case successful, failed, expired, pending
    }

    /// The name of the header field with the signature: the HMAC-SHA-256 of the body in lower-case hexadecimal digits.
    static let signatureHeader = "content-signature"

    let payment: Identifier
    let price: Money
    let status: Status

    /// Returns the notification as a signed request.
    ///
    /// - Parameter secret: the secret shared by the provider and `booking`.
    func request(signedWith secret: String) throws -> RawRequest {
        let body = try JSONCoding.encode(
            Body(
                id: "simulated-\(payment.text)", order: payment, amount: price.amount, currency: price.currency,
                status: status.rawValue))
        let signature = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Array(secret.utf8)))
        return RawRequest(
            headers: [Self.signatureHeader: Hex.encode(signature), "content-type": "application/json"], body: body)
    }

    private struct Body: Encodable {
        var id: String
        var order: Identifier
        var amount: Int
        var currency: CurrencyCode
        var status: String
    }
}
