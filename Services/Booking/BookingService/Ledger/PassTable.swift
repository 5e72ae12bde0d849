import BookingContract
import Postgres
import Values

extension StatementRunner {
    var passes: PassTable { PassTable(session: self) }
}

/// A pending transfer of sets.
struct PendingTransfer: Sendable {
    var id: Identifier
    var sets: PassSets
}

/// An entity due for housekeeping, with its customer.
struct DueItem: Sendable {
    var id: Identifier
    var customer: Identifier
}

/// The passes to which sets return.
enum ReturnedPasses: Sendable {
    /// Those with sets reserved for a booking.
    case ofBooking(Identifier)
    /// Those with sets charged by a case's decision.
    case chargedBy(Identifier)
}

/// The table of passes, with the sets on them.
struct PassTable: Sendable {
    let session: any StatementRunner

    /// Locks a customer's passes that have sets, in the order of their accounts, and returns them.
    func lock(of customer: Identifier) async throws -> [UsablePass] {
        try await session.query(Self.lock, ["customer_id": customer]).map { row in
            UsablePass(
                id: try row.read("id"), account: try row.read("account"), left: try row.read("left"),
                expiresAt: try row.read("expires_at"))
        }
    }

    /// Returns the customer of a pass.
    func owner(of pass: Identifier) async throws -> Identifier? {
        try await session.query(Self.owner, ["id": pass]).first.map { try $0.read("customer_id") }
    }

    /// Locks one pass, even an empty one, and returns it with its product.
    func lockOne(_ pass: Identifier) async throws -> (pass: UsablePass, product: ProductID, customer: Identifier)? {
        try await session.query(Self.lockOne, ["id": pass]).first.map { row in
            let usable = UsablePass(
                id: try row.read("id"), account: try row.read("account"), left: try row.read("left"),
                expiresAt: try row.read("expires_at"))
            return (usable, try row.read("product_id"), try row.read("customer_id"))
        }
    }

    /// Inserts a pass with its account, and returns the account's number.
    func insert(_ pass: PassRow, of customer: Identifier, payment: Identifier?) async throws -> Int64 {
        try await session.query(
            Self.insert,
            [
                "id": pass.id, "customer_id": customer, "product_id": pass.product, "sets": pass.sets,
                "bought_at": pass.boughtAt, "expires_at": pass.expiresAt, "payment_id": payment,
            ]
        ).only.read("id")
    }

    /// Returns the pass that a payment bought, and the number of its account.
    func bought(by payment: Identifier) async throws -> (id: Identifier, account: Int64)? {
        try await session.query(Self.bought, ["payment_id": payment]).first.map { row in
            (try row.read("id"), try row.read("account"))
        }
    }

    /// Returns the transfers still pending for a booking.
    func pending(for booking: Identifier) async throws -> [PendingTransfer] {
        try await session.query(Self.pending, ["booking_id": booking]).map { row in
            PendingTransfer(id: try row.read("id"), sets: try PassSets(row))
        }
    }

    /// Returns the sets that a booking used.
    func used(by booking: Identifier) async throws -> [PassSets] {
        try await session.query(Self.used, ["booking_id": booking]).map(PassSets.init)
    }

    /// Returns the sets that a case's decision charged beyond the booking's own.
    func charged(by caseID: Identifier) async throws -> [PassSets] {
        try await session.query(Self.charged, ["case_id": caseID]).map(PassSets.init)
    }

    /// Extends passes to expire at `instant` or later.
    func extend(_ passes: ReturnedPasses, until instant: Instant) async throws {
        let (statement, id) =
            switch passes {
            case .ofBooking(let id): (Self.extendOfBooking, id)
            case .chargedBy(let id): (Self.extendOfCase, id)
            }
        try await session.query(statement, ["cause_id": id, "until": instant])
    }

    /// Returns a customer's unexpired passes that have sets, earliest expiry first.
    func usable(of customer: Identifier, now: Instant) async throws -> [PassRow] {
        try await session.query(Self.ofCustomer, ["customer_id": customer, "now": now]).map { row in
            PassRow(
                id: try row.read("id"), product: try row.read("product_id"), sets: try row.read("sets"),
                balance: try row.read("balance"), pending: try row.read("pending"),
                expiresAt: try row.read("expires_at"), boughtAt: try row.read("bought_at"))
        }
    }

    /// Returns expired passes with unreserved sets.
    func expired(before now: Instant, limit: Int) async throws -> [DueItem] {
        try await session.query(Self.expired, ["now": now, "limit": limit]).map(DueItem.init)
    }
}

extension PassSets {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        self.init(account: try row.read("account"), sets: try row.read("sets"))
    }
}

extension DueItem {
    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(id: try row.read("id"), customer: try row.read("customer_id"))
    }
}

extension PassTable {
    private static let lock = PreparedStatement(
        "ledgerLockPasses",
        """
        SELECT p.id, a.id AS account, a.balance - a.pending AS left, p.expires_at
        FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.customer_id = :customer_id AND a.balance > 0 ORDER BY a.id FOR UPDATE OF a
        """)
    private static let owner = PreparedStatement("passOwner", "SELECT customer_id FROM pass WHERE id = :id")
    private static let lockOne = PreparedStatement(
        "ledgerLockPass",
        """
        SELECT p.id, a.id AS account, a.balance - a.pending AS left, p.expires_at, p.product_id, p.customer_id
        FROM pass p JOIN ledger_account a ON a.pass_id = p.id WHERE p.id = :id FOR UPDATE OF a
        """)
    private static let insert = PreparedStatement(
        "passInsert",
        """
        WITH made AS (
            INSERT INTO pass (id, customer_id, product_id, sets, bought_at, expires_at, payment_id)
            VALUES (:id, :customer_id, :product_id, :sets, :bought_at, :expires_at, :payment_id)
            RETURNING id, customer_id)
        INSERT INTO ledger_account (kind, unit, customer_id, pass_id) SELECT 'pass', 'sets', customer_id, id FROM made
        RETURNING id
        """)
    private static let bought = PreparedStatement(
        "paymentPass",
        """
        SELECT p.id, a.id AS account FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.payment_id = :payment_id
        """)
    private static let pending = PreparedStatement(
        "ledgerPending",
        """
        SELECT t.id, t.debit AS account, t.amount AS sets FROM ledger_transfer t
        WHERE t.booking_id = :booking_id AND t.phase = 'pending'
            AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.resolves = t.id)
        ORDER BY t.debit
        """)
    private static let used = PreparedStatement(
        "ledgerUsed",
        """
        SELECT t.debit AS account, sum(t.amount)::bigint AS sets FROM ledger_transfer t
        WHERE t.booking_id = :booking_id AND t.phase = 'post' GROUP BY t.debit ORDER BY t.debit
        """)
    private static let charged = PreparedStatement(
        "caseCharged",
        """
        SELECT a.id AS account, sum(t.amount)::bigint AS sets
        FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit
        WHERE t.case_id = :case_id AND a.kind = 'pass' AND t.phase = 'posted' GROUP BY a.id ORDER BY a.id
        """)
    private static func extend(_ cause: String) -> String {
        """
        UPDATE pass p SET expires_at = :until WHERE p.expires_at < :until AND p.id IN (
            SELECT a.pass_id FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit
            WHERE \(cause) AND a.kind = 'pass')
        """
    }
    private static let extendOfBooking = PreparedStatement("ledgerExtendOfBooking", extend("t.booking_id = :cause_id"))
    private static let extendOfCase = PreparedStatement("ledgerExtendOfCase", extend("t.case_id = :cause_id"))
    private static let ofCustomer = PreparedStatement(
        "passOfCustomer",
        """
        SELECT p.id, p.product_id, p.sets, a.balance, a.pending, p.expires_at, p.bought_at
        FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.customer_id = :customer_id AND p.expires_at > :now AND a.balance > 0
        ORDER BY p.expires_at, p.id LIMIT 200
        """)
    private static let expired = PreparedStatement(
        "passExpired",
        """
        SELECT p.id, p.customer_id FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.expires_at <= :now AND a.balance > a.pending ORDER BY p.expires_at LIMIT :limit
        """)
}
