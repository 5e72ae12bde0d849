import BookingContract
import Values

/// A request for a payment page.
struct BePaidCheckoutRequest: Encodable {
    struct Checkout: Encodable {
        var test: Bool
        var transactionType = "payment"
        var order: Order
        var settings: Settings

        enum CodingKeys: String, CodingKey {
            case test, order, settings
            case transactionType = "transaction_type"
        }
    }

    struct Order: Encodable {
        /// In the smallest unit of the currency.
        var amount: Int
        var currency: CurrencyCode
        var description: String
        var trackingID: String
        var expiresAt: Instant

        enum CodingKeys: String, CodingKey {
            case amount, currency, description
            case trackingID = "tracking_id"
            case expiresAt = "expired_at"
        }
    }

    struct Settings: Encodable {
        var returnURL: String
        var notificationURL: String
        var language: String

        enum CodingKeys: String, CodingKey {
            case language
            case returnURL = "return_url"
            case notificationURL = "notification_url"
        }
    }

    var checkout: Checkout
}

/// A created payment page.
struct BePaidCheckoutPage: Decodable {
    struct Checkout: Decodable {
        var token: String
        var redirectURL: String

        enum CodingKeys: String, CodingKey {
            case token
            case redirectURL = "redirect_url"
        }
    }

    var checkout: Checkout
}

/// The status of a payment page.
struct BePaidCheckoutStatus: Decodable {
    struct Checkout: Decodable {
        struct Order: Decodable {
            var amount: Int
            var currency: CurrencyCode
            var trackingID: String

            enum CodingKeys: String, CodingKey {
                case amount, currency
                case trackingID = "tracking_id"
            }
        }
        struct Response: Decodable {
            struct Part: Decodable { var uid: String? }
            var payment: Part?
        }

        var token: String
        var status: String?
        var expired: Bool?
        var order: Order
        var response: Response?

        enum CodingKeys: String, CodingKey {
            case token, status, expired, order
            case response = "gateway_response"
        }

        /// The report; `nil` if the page is for no order of ours.
        var report: ProviderReport? {
            guard let id = Identifier(order.trackingID) else { return nil }
            let transaction = response?.payment?.uid
            var state = ProviderReport.State(bePaid: status)
            // Money that arrived counts, even if the page has expired since.
            if expired == true, state != .successful { state = .expired }
            if transaction == nil, state == .successful { state = .pending }
            return ProviderReport(
                payment: token, transaction: transaction ?? "", order: id,
                price: Money(amount: order.amount, currency: order.currency), state: state)
        }
    }

    var checkout: Checkout
}

/// A notification about a transaction.
struct BePaidNotification: Decodable {
    struct Transaction: Decodable {
        var uid: String
        var type: String
        var status: String
        var amount: Int
        var currency: CurrencyCode
        var trackingID: String?

        enum CodingKeys: String, CodingKey {
            case uid, type, status, amount, currency
            case trackingID = "tracking_id"
        }

        /// The report; `nil` if the transaction is for no order of ours.
        ///
        /// A notification about anything but a payment, such as a refund, changes nothing.
        var report: ProviderReport? {
            guard let id = trackingID.flatMap({ Identifier($0) }) else { return nil }
            return ProviderReport(
                payment: nil, transaction: uid, order: id, price: Money(amount: amount, currency: currency),
                state: type == "payment" ? ProviderReport.State(bePaid: status) : .pending)
        }
    }

    var transaction: Transaction
}

/// A request to refund a payment.
struct BePaidRefundRequest: Encodable {
    struct Order: Encodable {
        /// The transaction of the payment.
        var parent: String
        var amount: Int
        var reason: String

        enum CodingKeys: String, CodingKey {
            case amount, reason
            case parent = "parent_uid"
        }
    }

    var request: Order
}

/// The answer to a request to refund a payment.
struct BePaidRefund: Decodable {
    struct Transaction: Decodable {
        var status: String
        var message: String?
    }

    var transaction: Transaction
}

/// The body of an answer that is an error.
struct BePaidError: Decodable {
    struct Response: Decodable { var message: String? }
    var message: String?
    var response: Response?

    var text: String? { message ?? response?.message }
}

extension ProviderReport.State {
    /// Reads a state as bePaid writes it; one that is unknown or not final is `pending`.
    init(bePaid text: String?) {
        switch text {
        case "successful": self = .successful
        case "failed": self = .failed
        case "expired": self = .expired
        default: self = .pending
        }
    }
}
