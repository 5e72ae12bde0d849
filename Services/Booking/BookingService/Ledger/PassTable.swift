import BookingContract
import Postgres
import Values

/// A pass with what is left on it.
struct PassRow: Sendable {
    var id: Identifier
    var product: ProductID
    var sets: Int
    var balance: Int
    var pending: Int
    var expiresAt: Instant
    var boughtAt: Instant
}

extension BookingStore {
    /// The passes of a customer that have sets on them and have not expired, the first to expire first.
    func passes(
        of customer: Identifier, now: Instant, deadline: ContinuousClock.Instant?
    ) async throws -> [PassRow] {
        try await query(PassStatements.ofCustomer, [customer.text, now.milliseconds], deadline: deadline).map {
            (row) throws(PostgresError) in
            PassRow(
                id: try row.identifier(at: 0), product: ProductID(unchecked: try row.decode(String.self, at: 1)),
                sets: try row.decode(Int.self, at: 2), balance: try row.decode(Int.self, at: 3),
                pending: try row.decode(Int.self, at: 4), expiresAt: try row.instant(at: 5),
                boughtAt: try row.instant(at: 6))
        }
    }

    /// What is owed between a customer and the park in a currency.
    func owed(
        with customer: Identifier, _ currency: CurrencyCode, deadline: ContinuousClock.Instant?
    ) async throws -> Owed {
        try await query(LedgerStatements.owed, [customer.text, currency.text], deadline: deadline).only(Owed.init)
    }

    /// A page of a customer's entries and of those that joined them, newest first, from after `start` on.
    func ledger(
        of customer: Identifier, after start: PageKey?, limit: Int, deadline: ContinuousClock.Instant?
    ) async throws -> [(entry: Booking.LedgerEntry, number: Int64)] {
        let start = start ?? .last
        return try await query(
            PassStatements.entries, [customer.text, start.time, limit], deadline: deadline
        ).map { (row) throws(PostgresError) in
            let kind: LedgerKind = try row.word(at: 2)
            let amount = try row.decode(Int.self, at: 4)
            let unit = try row.decode(String.self, at: 3)
            var sets: Int?
            var money: Money?
            if unit == LedgerUnit.sets.text {
                sets = kind == .used ? 0 : try row.decode(Bool.self, at: 5) ? -amount : amount
            } else {
                let isLess = try row.decode(Bool.self, at: 5)
                money = Money(amount: isLess ? -amount : amount, currency: CurrencyCode(unchecked: unit))
            }
            let entry = Booking.LedgerEntry(
                id: try row.identifier(at: 0), at: try row.instant(at: 1), kind: kind, sets: sets, money: money,
                passId: try row.optionalIdentifier(at: 6), bookingId: try row.optionalIdentifier(at: 7),
                paymentId: try row.optionalIdentifier(at: 8), caseId: try row.optionalIdentifier(at: 9))
            return (entry, try row.decode(Int64.self, at: 10))
        }
    }

    /// Passes that have expired with sets on them that nothing has set aside.
    func expiredPasses(before now: Instant, limit: Int) async throws -> [(id: Identifier, customer: Identifier)] {
        try await query(PassStatements.expired, [now.milliseconds, limit]).map { (row) throws(PostgresError) in
            (try row.identifier(at: 0), try row.identifier(at: 1))
        }
    }
}

enum PassStatements {
    static let ofCustomer = PreparedStatement(
        "passOfCustomer",
        """
        SELECT p.id, p.product_id, p.sets, a.balance, a.pending, p.expires_at, p.bought_at
        FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.customer_id = $1 AND p.expires_at > $2 AND a.balance > 0 ORDER BY p.expires_at, p.id LIMIT 200
        """)
    /// Whether the customer's own side became less, or money went back; a set that was set aside is gone from what is left,
    /// one that was voided is back.
    ///
    /// Of a caller whose telephone an account had before, the earlier entries are that account's.
    static let entries = PreparedStatement(
        "ledgerEntries",
        """
        SELECT t.id, t.made_at, t.kind, t.unit, t.amount,
            CASE t.phase WHEN 'pending' THEN true WHEN 'void' THEN false
                ELSE d.customer_id IS NOT NULL OR d.kind = 'sales' AND c.customer_id IS NULL END,
            coalesce(d.pass_id, c.pass_id), t.booking_id, t.payment_id, t.case_id, t.number
        FROM (
            (SELECT * FROM ledger_transfer WHERE customer_id = $1 AND number < $2
                AND number > coalesce((SELECT max(last_number) FROM joining WHERE caller_id = $1), 0)
             ORDER BY number DESC LIMIT $3)
            UNION ALL
            SELECT e.* FROM joining j CROSS JOIN LATERAL (
                SELECT * FROM ledger_transfer WHERE customer_id = j.caller_id AND number < $2
                    AND number > j.after_number AND number <= j.last_number
                ORDER BY number DESC LIMIT $3) e
            WHERE j.customer_id = $1) t
        JOIN ledger_account d ON d.id = t.debit JOIN ledger_account c ON c.id = t.credit
        ORDER BY t.number DESC LIMIT $3
        """)
    static let expired = PreparedStatement(
        "passExpired",
        """
        SELECT p.id, p.customer_id FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.expires_at <= $1 AND a.balance > a.pending ORDER BY p.expires_at LIMIT $2
        """)
}
