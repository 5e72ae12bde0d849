import BookingContract
import Postgres
import Values

/// An entry of a customer's ledger as shown, with its number in the ledger.
struct LedgerEntryRow: Sendable {
    var entry: Booking.LedgerEntry
    var number: Int64

    var key: PageKey { PageKey(time: number, id: entry.id) }
}

extension StatementRunner {
    var ledgerEntries: LedgerEntries { LedgerEntries(session: self) }
}

/// The ledger as a customer sees it.
struct LedgerEntries: Sendable {
    let session: any StatementRunner

    /// Returns a page of a customer's ledger entries, including those joined from a phone number, newest first.
    func page(of customer: Identifier, _ page: PageRequest) async throws -> [LedgerEntryRow] {
        try await session.query(Self.page, page.descending + ["customer_id": customer]).map(LedgerEntryRow.init)
    }

    /// The statement for a page; reserved sets count as spent, and voided ones as returned.
    ///
    /// The column `is_less` is true if the customer's balance decreased or money went back. Entries of a phone number
    /// that were joined to an account are shown to that account only.
    private static let page = PreparedStatement(
        "ledgerEntries",
        """
        SELECT t.id, t.made_at, t.kind, t.unit, t.amount,
            CASE t.phase WHEN 'pending' THEN true WHEN 'void' THEN false
                ELSE d.customer_id IS NOT NULL OR d.kind = 'sales' AND c.customer_id IS NULL END AS is_less,
            coalesce(d.pass_id, c.pass_id) AS pass_id, t.booking_id, t.payment_id, t.case_id, t.number
        FROM (
            (SELECT * FROM ledger_transfer WHERE customer_id = :customer_id AND number < :after_time
                AND number > coalesce((SELECT max(last_number) FROM joining WHERE caller_id = :customer_id), 0)
             ORDER BY number DESC LIMIT :limit)
            UNION ALL
            SELECT e.* FROM joining j CROSS JOIN LATERAL (
                SELECT * FROM ledger_transfer WHERE customer_id = j.caller_id AND number < :after_time
                    AND number > j.after_number AND number <= j.last_number
                ORDER BY number DESC LIMIT :limit) e
            WHERE j.customer_id = :customer_id) t
        JOIN ledger_account d ON d.id = t.debit JOIN ledger_account c ON c.id = t.credit
        ORDER BY t.number DESC LIMIT :limit
        """)
}

extension LedgerEntryRow {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        let (id, at) = (try row.read("id", as: Identifier.self), try row.read("made_at", as: Instant.self))
        let kind = try row.read("kind", as: LedgerKind.self)
        let (unit, amount) = (try row.read("unit", as: String.self), try row.read("amount", as: Int.self))
        let change = try row.read("is_less") ? -amount : amount
        let isSets = unit == LedgerAmount.setsUnit
        entry = Booking.LedgerEntry(
            id: id, at: at, kind: kind,
            // The reservation already showed used sets as spent.
            sets: isSets ? (kind == .used ? 0 : change) : nil,
            money: isSets ? nil : Money(amount: change, currency: CurrencyCode(unchecked: unit)),
            passId: try row.read("pass_id"), bookingId: try row.read("booking_id"),
            paymentId: try row.read("payment_id"), caseId: try row.read("case_id"))
        number = try row.read("number")
    }
}
