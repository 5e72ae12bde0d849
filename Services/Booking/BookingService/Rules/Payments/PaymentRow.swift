import BookingContract
import Values

/// A payment as stored: the purchase of a pass.
struct PaymentRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var product: ProductID
    var sets: Int
    /// The validity of the pass in milliseconds.
    var validity: Int64
    var price: Money
    var state: PaymentState
    var provider: String
    /// The provider's id of the payment; absent until it answers.
    var providerID: String?
    /// The provider's id of the money transfer; absent until the payment is paid.
    var transactionID: String?
    /// The reason for a refund.
    var refundReason: NoteText?
    /// The page where the customer pays.
    var url: String?
    var returnURL: ReturnURL
    var madeAt: Instant
    var expiresAt: Instant

    /// Returns true if the payment can be refunded: it is paid, and nothing of its pass is used, reserved or expired.
    ///
    /// - Parameter left: the sets left on the pass that it bought, if there is one.
    func isRefundable(left: Int?) -> Bool { state == .paid && left == sets }

    var view: Booking.Payment {
        Booking.Payment(
            id: id, productId: product, price: price, state: state, paymentUrl: state == .pending ? url : nil,
            madeAt: madeAt, expiresAt: expiresAt)
    }
}

/// A provider's report on a payment.
struct ProviderReport: Sendable, Equatable {
    enum State: String, Sendable { case pending, successful, failed, expired }

    /// The provider's id of the payment; `nil` where the provider does not repeat it.
    var payment: String?
    /// The provider's id of the money transfer, needed for a refund.
    ///
    /// Often different from the payment's id, and first known from this report.
    var transaction: String
    /// Our id of the payment.
    var order: Identifier
    var price: Money
    var state: State
}
