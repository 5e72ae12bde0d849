import BookingContract
import Postgres
import Values

/// The purchase of a pass.
struct PaymentRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var product: ProductID
    var sets: Int
    /// Milliseconds.
    var validity: Int64
    var price: Money
    var state: PaymentState
    var provider: String
    /// The provider's own name for it, once it has given one.
    var providerID: String?
    /// The provider's name for the transfer of the money, once it was paid.
    var transactionID: String?
    /// Why it is given back.
    var refundReason: NoteText?
    var url: String?
    var returnURL: ReturnURL
    var madeAt: Instant
    var expiresAt: Instant

    var view: Booking.Payment {
        Booking.Payment(
            id: id, productId: product, price: price, state: state, paymentURL: state == .pending ? url : nil,
            madeAt: madeAt, expiresAt: expiresAt)
    }
}

extension BookingTransaction {
    func insertPayment(_ payment: PaymentRow) async throws {
        try await query(
            PaymentStatements.insert,
            [
                payment.id.text, payment.customer.text, payment.product.text, payment.sets, payment.validity,
                payment.price.amount, payment.price.currency.text, payment.provider, payment.returnURL.text,
                payment.madeAt.milliseconds, payment.expiresAt.milliseconds,
            ])
    }

    func lockPayment(_ id: Identifier) async throws -> PaymentRow? {
        try await query(PaymentStatements.lock, [id.text]).first.map(PaymentRow.init)
    }

    /// Keeps what the provider calls the payment.
    func setProvider(_ payment: ProviderPayment, of id: Identifier) async throws {
        try await query(PaymentStatements.setProvider, [id.text, payment.id, payment.url])
    }

    /// Whether a transfer at the provider has paid for another payment.
    func isOfAnotherPayment(_ transactionID: String, than payment: PaymentRow) async throws -> Bool {
        try await !query(
            PaymentStatements.ofTransaction, [payment.provider, transactionID, payment.id.text]
        ).isEmpty
    }

    /// Writes down that a payment was paid, and by which transfer.
    func setPaid(by transactionID: String, payment id: Identifier, now: Instant) async throws {
        try await query(PaymentStatements.setPaid, [id.text, transactionID, now.milliseconds])
    }

    /// Writes down that a payment is to be given back, and why.
    func setRefunding(_ id: Identifier, because reason: NoteText, now: Instant) async throws {
        try await query(PaymentStatements.setRefunding, [id.text, reason.text, now.milliseconds])
    }

    /// The pass that a payment bought, and its account in the ledger.
    func pass(of payment: Identifier) async throws -> (id: Identifier, account: Int64)? {
        try await query(PaymentStatements.pass, [payment.text]).first.map { (row) throws(PostgresError) in
            (try row.identifier(at: 0), try row.decode(Int64.self, at: 1))
        }
    }

    func setState(_ state: PaymentState, ofPayment id: Identifier, now: Instant) async throws {
        try await query(PaymentStatements.setState, [id.text, state.rawValue, now.milliseconds])
    }
}

extension BookingStore {
    func payment(_ id: Identifier, deadline: ContinuousClock.Instant?) async throws -> PaymentRow? {
        try await query(PaymentStatements.get, [id.text], deadline: deadline).first.map(PaymentRow.init)
    }

    /// A provider's payments that it has not given back yet, the oldest first.
    func paymentsToRefund(of provider: String, limit: Int) async throws -> [PaymentRow] {
        try await query(PaymentStatements.refunding, [provider, limit]).map(PaymentRow.init)
    }

    /// A provider's payments that should have ended by now, the oldest first.
    func overduePayments(of provider: String, before now: Instant, limit: Int) async throws -> [PaymentRow] {
        try await query(PaymentStatements.overdue, [provider, now.milliseconds, limit]).map(PaymentRow.init)
    }
}

extension PaymentRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.identifier(at: 0)
        customer = try row.identifier(at: 1)
        product = ProductID(unchecked: try row.decode(String.self, at: 2))
        sets = try row.decode(Int.self, at: 3)
        validity = try row.decode(Int64.self, at: 4)
        price = Money(
            amount: try row.decode(Int.self, at: 5),
            currency: CurrencyCode(unchecked: try row.decode(String.self, at: 6)))
        state = try row.word(at: 7)
        provider = try row.decode(String.self, at: 8)
        providerID = try row.decode(String?.self, at: 9)
        url = try row.decode(String?.self, at: 10)
        returnURL = ReturnURL(unchecked: try row.decode(String.self, at: 11))
        madeAt = try row.instant(at: 12)
        expiresAt = try row.instant(at: 13)
        transactionID = try row.decode(String?.self, at: 14)
        refundReason = try row.decode(String?.self, at: 15).map(NoteText.init(unchecked:))
    }
}

enum PaymentStatements {
    private static let columns = """
        id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, provider_id, payment_url, \
        return_url, made_at, expires_at, transaction_id, refund_reason
        """

    static let insert = PreparedStatement(
        "paymentInsert",
        """
        INSERT INTO payment (
            id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, return_url, made_at,
            expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10, $11)
        """)
    static let get = PreparedStatement("paymentGet", "SELECT \(columns) FROM payment WHERE id = $1")
    static let lock = PreparedStatement("paymentLock", "SELECT \(columns) FROM payment WHERE id = $1 FOR UPDATE")
    static let setProvider = PreparedStatement(
        "paymentProvider",
        "UPDATE payment SET provider_id = $2, payment_url = $3 WHERE id = $1 AND provider_id IS NULL")
    static let setState = PreparedStatement(
        "paymentState", "UPDATE payment SET state = $2, ended_at = $3 WHERE id = $1")
    static let ofTransaction = PreparedStatement(
        "paymentOfTransaction", "SELECT FROM payment WHERE provider = $1 AND transaction_id = $2 AND id <> $3")
    static let setPaid = PreparedStatement(
        "paymentPaid", "UPDATE payment SET state = 'paid', transaction_id = $2, ended_at = $3 WHERE id = $1")
    static let setRefunding = PreparedStatement(
        "paymentRefunding",
        "UPDATE payment SET state = 'refunding', refund_reason = $2, ended_at = $3 WHERE id = $1")
    static let pass = PreparedStatement(
        "paymentPass",
        "SELECT p.id, a.id FROM pass p JOIN ledger_account a ON a.pass_id = p.id WHERE p.payment_id = $1")
    static let refunding = PreparedStatement(
        "paymentsToRefund",
        "SELECT \(columns) FROM payment WHERE state = 'refunding' AND provider = $1 ORDER BY made_at LIMIT $2")
    static let overdue = PreparedStatement(
        "paymentOverdue",
        """
        SELECT \(columns) FROM payment WHERE state = 'pending' AND provider = $1 AND expires_at <= $2
        ORDER BY made_at LIMIT $3
        """)
}
