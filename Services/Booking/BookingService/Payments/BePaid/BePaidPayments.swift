import BookingContract
import HTTP
import NIOCore
import NIOHTTP1
import Values
import Wire

/// The provider bePaid, over its documented API of payment pages.
///
/// Untested against the provider itself: https://docs.bepaid.by/en/integration/widget/payment_token/ is the source.
struct BePaidPayments: PaymentProvider {
    struct Configuration: Sendable {
        /// The number of the shop, and its secret key.
        var shop: String
        var secret: String
        /// The address of the payment pages, and that of transactions.
        var checkout: HTTPOrigin
        var gateway: HTTPOrigin
        /// Our address for notifications.
        var notificationURL: String
        /// True for payments without money.
        var isTest: Bool
    }

    /// The maximum number of bytes read of an answer.
    private static let maximumAnswer = 256 * 1024
    /// The time limit of a request, unless the caller's is shorter.
    private static let timeLimit = Duration.seconds(10)

    let name = "bepaid"
    private let configuration: Configuration
    private let signature: BePaidSignature
    private let client: HTTPClient

    init(_ configuration: Configuration, signature: BePaidSignature, client: HTTPClient) {
        self.configuration = configuration
        self.signature = signature
        self.client = client
    }

    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment {
        let body = BePaidCheckoutRequest(
            checkout: .init(
                test: configuration.isTest,
                order: .init(
                    amount: order.price.amount, currency: order.price.currency, description: order.description,
                    trackingID: order.id.text, expiresAt: order.expiresAt),
                settings: .init(
                    returnURL: order.returnURL.text, notificationURL: configuration.notificationURL,
                    language: order.language.rawValue)))
        let response = try await response(
            .POST, HTTPAddress(configuration.checkout, target: "/ctp/api/checkouts"), body, order: order.id,
            until: deadline)
        let page = try Self.decode(BePaidCheckoutPage.self, from: response).checkout
        return ProviderPayment(id: page.token, url: page.redirectURL)
    }

    func fetchStatus(
        _ payment: String, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? {
        let address = HTTPAddress(
            configuration.checkout, target: "/ctp/api/checkouts/" + PercentEncoding.encoded(payment))
        let response: HTTPResponse
        do {
            response = try await self.response(
                .GET, address, nil as BePaidRefundRequest?, order: nil, until: deadline)
        } catch .refused {
            return nil
        } catch {
            throw error
        }
        return try Self.decode(BePaidCheckoutStatus.self, from: response).checkout.report
    }

    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault) {
        let body = BePaidRefundRequest(
            request: .init(parent: order.transaction, amount: order.price.amount, reason: order.reason))
        let response = try await response(
            .POST, HTTPAddress(configuration.gateway, target: "/transactions/refunds"), body, order: order.id,
            until: deadline)
        let refund = try Self.decode(BePaidRefund.self, from: response).transaction
        switch refund.status {
        case "successful": return
        case "failed": throw .refused(refund.message ?? "the refund failed")
        default: throw .unavailable("the refund is \(refund.status)")
        }
    }

    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? {
        guard let text = headers[BePaidSignature.header], signature.isValid(text, of: body),
            let notification = try? JSONCoding.decode(
                BePaidNotification.self, from: body, unknownMembers: .ignored)
        else { return nil }
        return notification.transaction.report
    }

    // MARK: Requests

    /// Sends a request; bePaid answers a repeated one for the same order as it did before, for 24 hours.
    private func response(
        _ method: HTTPMethod, _ address: HTTPAddress, _ body: (some Encodable)?, order: Identifier?,
        until deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> HTTPResponse {
        let credentials = "\(configuration.shop):\(configuration.secret)"
        var request = HTTPRequest(
            method, address,
            headers: [
                "Accept": "application/json", "X-API-Version": "2", "User-Agent": "vokol",
                "Authorization": "Basic " + Base64.encode(Array(credentials.utf8)),
            ])
        if let order { request.headers.add(name: "RequestID", value: order.text) }
        if let body, let json = try? JSONCoding.encode(body) {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = json
        }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            let left = max(.zero, min(Self.timeLimit, deadline - .now))
            response = try await client.response(
                to: request, within: HTTPLimits(time: left, maximumBytes: Self.maximumAnswer))
        } catch {
            throw .unavailable("bePaid gave no answer: \(error)")
        }
        switch response.status {
        case 200...299: return response
        // A wrong shop or secret is the operator's mistake, and says nothing about the payment.
        case 401, 403, 408, 425, 429, 500...599: throw .unavailable("bePaid answered \(response.status)")
        default: throw .refused("bePaid answered \(response.status)\(Self.message(of: response))")
        }
    }

    private static func message(of response: HTTPResponse) -> String {
        let error = try? JSONCoding.decode(BePaidError.self, from: response.body, unknownMembers: .ignored)
        guard let message = error?.text else { return "" }
        return ": \(message.prefix(200))"
    }

    private static func decode<Body: Decodable>(
        _ type: Body.Type, from response: HTTPResponse
    ) throws(PaymentFault) -> Body {
        do {
            return try JSONCoding.decode(type, from: response.body, unknownMembers: .ignored)
        } catch {
            throw .unavailable("bePaid sent an unexpected answer")
        }
    }
}
