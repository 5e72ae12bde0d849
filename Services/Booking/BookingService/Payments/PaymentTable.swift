import BookingContract
import Postgres
import Values

extension BookingSession {
    var payments: PaymentTable { PaymentTable(session: self) }
}

/// The payments.
struct PaymentTable: Sendable {
    let session: any BookingSession

    func get(_ id: Identifier) async throws -> PaymentRow? {
        try await session.query(Self.get, ["id": id.text]).one()
    }

    func lock(_ id: Identifier) async throws -> PaymentRow? {
        try await session.query(Self.lock, ["id": id.text]).one()
    }

    func insert(_ payment: PaymentRow) async throws {
        try await session.query(
            Self.insert,
            [
                "id": payment.id.text, "customer_id": payment.customer.text, "product_id": payment.product.text,
                "sets": payment.sets, "valid_ms": payment.validity, "amount": payment.price.amount,
                "currency": payment.price.currency.text, "provider": payment.provider,
                "return_url": payment.returnURL.text, "made_at": payment.madeAt.milliseconds,
                "expires_at": payment.expiresAt.milliseconds,
            ])
    }

    /// Stores the provider's id and page of a payment.
    func setProvider(_ payment: ProviderPayment, of id: Identifier) async throws {
        try await session.query(
            Self.setProvider, ["id": id.text, "provider_id": payment.id, "payment_url": payment.url])
    }

    func setState(_ state: PaymentState, of id: Identifier, now: Instant) async throws {
        try await session.query(
            Self.setState, ["id": id.text, "state": state.rawValue, "now": now.milliseconds])
    }

    func setPaid(_ id: Identifier, by transaction: String, now: Instant) async throws {
        try await session.query(
            Self.setPaid, ["id": id.text, "transaction_id": transaction, "now": now.milliseconds])
    }

    func setRefunding(_ id: Identifier, because reason: NoteText, now: Instant) async throws {
        try await session.query(
            Self.setRefunding, ["id": id.text, "reason": reason.text, "now": now.milliseconds])
    }

    /// Tells whether a transfer at the provider paid for another payment.
    func isOfAnother(_ transaction: String, than payment: PaymentRow) async throws -> Bool {
        try await !session.query(
            Self.ofTransaction,
            ["id": payment.id.text, "provider": payment.provider, "transaction_id": transaction]
        ).isEmpty
    }

    /// The payments that a provider has yet to refund, the oldest first.
    func refunding(by provider: String, limit: Int) async throws -> [PaymentRow] {
        try await session.query(Self.refunding, ["provider": provider, "limit": limit]).all()
    }

    /// The pending payments of a provider that have expired, the oldest first.
    func overdue(at provider: String, before now: Instant, limit: Int) async throws -> [PaymentRow] {
        try await session.query(
            Self.overdue, ["provider": provider, "now": now.milliseconds, "limit": limit]
        ).all()
    }
}

extension PaymentRow: ColumnReadable {
    /// The columns of the table `payment`.
    static let columns = """
        id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, provider_id, payment_url, \
        return_url, made_at, expires_at, transaction_id, refund_reason
        """

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        id = try columns.identifier()
        customer = try columns.identifier()
        product = try columns.text()
        sets = try columns.value()
        validity = try columns.value()
        price = try columns.money()
        state = try columns.word()
        provider = try columns.value()
        providerID = try columns.value()
        url = try columns.value()
        returnURL = try columns.text()
        madeAt = try columns.instant()
        expiresAt = try columns.instant()
        transactionID = try columns.value()
        refundReason = try columns.optionalText()
    }
}

extension PaymentTable {
    private static let selected = "SELECT \(PaymentRow.columns) FROM payment"

    private static let get = NamedStatement("paymentGet", "\(selected) WHERE id = $id")
    private static let lock = NamedStatement("paymentLock", "\(selected) WHERE id = $id FOR UPDATE")
    private static let insert = NamedStatement(
        "paymentInsert",
        """
        INSERT INTO payment (
            id, customer_id, product_id, sets, valid_ms, amount, currency, state, provider, return_url, made_at,
            expires_at)
        VALUES (
            $id, $customer_id, $product_id, $sets, $valid_ms, $amount, $currency, 'pending', $provider, $return_url,
            $made_at, $expires_at)
        """)
    private static let setProvider = NamedStatement(
        "paymentProvider",
        """
        UPDATE payment SET provider_id = $provider_id, payment_url = $payment_url
        WHERE id = $id AND provider_id IS NULL
        """)
    private static let setState = NamedStatement(
        "paymentState", "UPDATE payment SET state = $state, ended_at = $now WHERE id = $id")
    private static let setPaid = NamedStatement(
        "paymentPaid",
        "UPDATE payment SET state = 'paid', transaction_id = $transaction_id, ended_at = $now WHERE id = $id")
    private static let setRefunding = NamedStatement(
        "paymentRefunding",
        "UPDATE payment SET state = 'refunding', refund_reason = $reason, ended_at = $now WHERE id = $id")
    private static let ofTransaction = NamedStatement(
        "paymentOfTransaction",
        "SELECT FROM payment WHERE provider = $provider AND transaction_id = $transaction_id AND id <> $id")
    private static let refunding = NamedStatement(
        "paymentsToRefund",
        "\(selected) WHERE state = 'refunding' AND provider = $provider ORDER BY made_at LIMIT $limit")
    private static let overdue = NamedStatement(
        "paymentOverdue",
        """
        \(selected) WHERE state = 'pending' AND provider = $provider AND expires_at <= $now
        ORDER BY made_at LIMIT $limit
        """)
}
