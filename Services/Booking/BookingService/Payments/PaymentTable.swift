import BookingContract
import Postgres
import Values

extension StatementRunner {
    var payments: PaymentTable { PaymentTable(session: self) }
}

/// The table of payments.
struct PaymentTable: Sendable {
    let session: any StatementRunner

    func get(_ id: Identifier) async throws -> PaymentRow? {
        try await session.query(Self.get, ["id": id]).first.map(PaymentRow.init)
    }

    func lock(_ id: Identifier) async throws -> PaymentRow? {
        try await session.query(Self.lock, ["id": id]).first.map(PaymentRow.init)
    }

    func insert(_ payment: PaymentRow) async throws {
        try await session.query(
            Self.insert,
            [
                "id": payment.id, "customer_id": payment.customer, "product_id": payment.product, "sets": payment.sets,
                "valid_ms": payment.validity, "amount": payment.price.amount, "currency": payment.price.currency,
                "provider": payment.provider, "return_url": payment.returnURL, "made_at": payment.madeAt,
                "expires_at": payment.expiresAt,
            ])
    }

    /// Returns the number of a customer's payments that can still be paid.
    func unpaidCount(of customer: Identifier, now: Instant) async throws -> Int {
        try await session.query(Self.unpaidCount, ["customer_id": customer, "now": now]).only.read("unpaid")
    }

    /// Stores the provider's id and page of a payment.
    func setProvider(_ payment: ProviderPayment, of id: Identifier) async throws {
        try await session.query(
            Self.setProvider, ["id": id, "provider_id": payment.id, "payment_url": payment.url])
    }

    func setState(_ state: PaymentState, of id: Identifier, now: Instant) async throws {
        try await session.query(
            Self.setState, ["id": id, "state": state, "now": now])
    }

    func setPaid(_ id: Identifier, by transaction: String, now: Instant) async throws {
        try await session.query(
            Self.setPaid, ["id": id, "transaction_id": transaction, "now": now])
    }

    func setRefunding(_ id: Identifier, because reason: NoteText, now: Instant) async throws {
        try await session.query(
            Self.setRefunding, ["id": id, "reason": reason, "now": now])
    }

    /// Returns true if a transfer at the provider paid for another payment.
    func isOfAnother(_ transaction: String, than payment: PaymentRow) async throws -> Bool {
        try await !session.query(
            Self.ofTransaction,
            ["id": payment.id, "provider": payment.provider, "transaction_id": transaction]
        ).isEmpty
    }

    /// Returns the payments that a provider has yet to refund, the oldest first.
    func refunding(by provider: String, limit: Int) async throws -> [PaymentRow] {
        try await session.query(Self.refunding, ["provider": provider, "limit": limit]).map(PaymentRow.init)
    }

    /// Returns the pending payments of a provider that have expired, the oldest first.
    func overdue(at provider: String, before now: Instant, limit: Int) async throws -> [PaymentRow] {
        try await session.query(
            Self.overdue, ["provider": provider, "now": now, "limit": limit]
        ).map(PaymentRow.init)
    }
}

extension PaymentRow {
    /// The columns of the table `payment`.
    static let columns = """
        id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, provider_id, payment_url, \
        return_url, made_at, expires_at, transaction_id, refund_reason
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        customer = try row.read("customer_id")
        product = try row.read("product_id")
        sets = try row.read("sets")
        validity = try row.read("valid_ms")
        price = Money(amount: try row.read("amount"), currency: try row.read("currency"))
        state = try row.read("state")
        provider = try row.read("provider")
        providerID = try row.read("provider_id")
        url = try row.read("payment_url")
        returnURL = try row.read("return_url")
        madeAt = try row.read("made_at")
        expiresAt = try row.read("expires_at")
        transactionID = try row.read("transaction_id")
        refundReason = try row.read("refund_reason")
    }
}

extension PaymentTable {
    private static let selected = "SELECT \(PaymentRow.columns) FROM payment"

    private static let get = PreparedStatement("paymentGet", "\(selected) WHERE id = :id")
    private static let lock = PreparedStatement("paymentLock", "\(selected) WHERE id = :id FOR UPDATE")
    private static let insert = PreparedStatement(
        "paymentInsert",
        """
        INSERT INTO payment (
            id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, return_url, made_at,
            expires_at)
        VALUES (
            :id, :customer_id, :product_id, :sets, :valid_ms, :amount, :currency, 'pending', :provider, :return_url,
            :made_at, :expires_at)
        """)
    private static let unpaidCount = PreparedStatement(
        "paymentUnpaid",
        """
        SELECT count(*) AS unpaid FROM payment
        WHERE customer_id = :customer_id AND state = 'pending' AND expires_at > :now
        """)
    private static let setProvider = PreparedStatement(
        "paymentProvider",
        """
        UPDATE payment SET provider_id = :provider_id, payment_url = :payment_url
        WHERE id = :id AND provider_id IS NULL
        """)
    private static let setState = PreparedStatement(
        "paymentState", "UPDATE payment SET state = :state, ended_at = :now WHERE id = :id")
    private static let setPaid = PreparedStatement(
        "paymentPaid",
        "UPDATE payment SET state = 'paid', transaction_id = :transaction_id, ended_at = :now WHERE id = :id")
    private static let setRefunding = PreparedStatement(
        "paymentRefunding",
        "UPDATE payment SET state = 'refunding', refund_reason = :reason, ended_at = :now WHERE id = :id")
    private static let ofTransaction = PreparedStatement(
        "paymentOfTransaction",
        "SELECT FROM payment WHERE provider = :provider AND transaction_id = :transaction_id AND id <> :id")
    private static let refunding = PreparedStatement(
        "paymentUnfinishedRefund",
        "\(selected) WHERE state = 'refunding' AND provider = :provider ORDER BY made_at LIMIT :limit")
    private static let overdue = PreparedStatement(
        "paymentOverdue",
        """
        \(selected) WHERE state = 'pending' AND provider = :provider AND expires_at <= :now
        ORDER BY made_at LIMIT :limit
        """)
}
