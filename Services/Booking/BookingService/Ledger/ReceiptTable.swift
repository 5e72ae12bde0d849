import BookingContract
import Contract
import Postgres
import Values

extension StatementRunner {
    var receipts: ReceiptTable { ReceiptTable(session: self) }
}

/// A sale or a correction at the till, before it has a number.
struct NewReceipt: Sendable {
    var kind: ReceiptKind
    var customer: Identifier
    var pass: Identifier
    var sets: Int
    var money: Money
    var reason: NoteText?
    var madeBy: Identifier
}

/// A receipt as stored.
struct ReceiptRow: Sendable {
    var receipt: NewReceipt
    var number: Int
    var product: ProductID
    var madeAt: Instant

    func view(named name: String) -> Booking.Receipt {
        Booking.Receipt(
            number: number, kind: receipt.kind, at: madeAt, customerId: receipt.customer,
            passId: receipt.pass, name: name, sets: receipt.sets, money: receipt.money, reason: receipt.reason)
    }
}

/// The receipts of the till.
struct ReceiptTable: Sendable {
    let session: any StatementRunner

    /// Inserts a receipt, and returns its number.
    func insert(_ receipt: NewReceipt, now: Instant) async throws -> Int {
        try await session.query(
            Self.insert,
            [
                "kind": receipt.kind, "customer_id": receipt.customer, "pass_id": receipt.pass, "sets": receipt.sets,
                "amount": receipt.money.amount, "currency": receipt.money.currency, "reason": receipt.reason,
                "now": now, "actor": receipt.madeBy,
            ]
        ).only.read("number")
    }

    /// Returns the newest receipts of a customer.
    func newest(of customer: Identifier, limit: Int) async throws -> [ReceiptRow] {
        try await session.query(Self.newest, ["customer_id": customer, "limit": limit]).map { row in
            ReceiptRow(
                receipt: NewReceipt(
                    kind: try row.read("kind"), customer: try row.read("customer_id"), pass: try row.read("pass_id"),
                    sets: try row.read("sets"),
                    money: Money(amount: try row.read("amount"), currency: try row.read("currency")),
                    reason: try row.read("reason"), madeBy: try row.read("made_by")),
                number: try row.read("number"), product: try row.read("product_id"), madeAt: try row.read("made_at"))
        }
    }

    /// Returns the money that the till received for a pass and did not pay back, in minor units.
    func received(for pass: Identifier) async throws -> Int {
        try await session.query(Self.received, ["pass_id": pass]).only.read("received")
    }

    /// Returns true if the till sold or corrected a pass.
    func exist(for pass: Identifier) async throws -> Bool {
        try await !session.query(Self.exist, ["pass_id": pass]).isEmpty
    }

    private static let insert = PreparedStatement(
        "receiptInsert",
        """
        INSERT INTO receipt (kind, customer_id, pass_id, sets, amount, currency, reason, made_at, made_by)
        VALUES (:kind, :customer_id, :pass_id, :sets, :amount, :currency, :reason, :now, :actor) RETURNING number
        """)
    private static let newest = PreparedStatement(
        "receiptNewest",
        """
        SELECT r.number, r.kind, r.customer_id, r.pass_id, p.product_id, r.sets, r.amount, r.currency, r.reason,
            r.made_at, r.made_by
        FROM receipt r JOIN pass p ON p.id = r.pass_id
        WHERE r.customer_id = :customer_id ORDER BY r.number DESC LIMIT :limit
        """)
    private static let received = PreparedStatement(
        "receiptReceived",
        "SELECT coalesce(sum(amount), 0)::bigint AS received FROM receipt WHERE pass_id = :pass_id")
    private static let exist = PreparedStatement("receiptExist", "SELECT FROM receipt WHERE pass_id = :pass_id LIMIT 1")
}
