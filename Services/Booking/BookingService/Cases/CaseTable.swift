import BookingContract
import Postgres
import Values

/// A case as it is kept, with what it says of its booking.
struct CaseRow: Sendable {
    var id: Identifier
    var booking: Identifier
    var customer: Identifier
    var kind: CaseKind
    var state: CaseState
    var openedAt: Instant
    var decision: Booking.Decision?
    var reverse: ReverseID
    var startsAt: Instant
    var sets: SetCount
}

/// A case that waits for a decision, with what the administrator looks at.
struct OpenCaseRow: Sendable {
    var sanctionCase: CaseRow
    var item: BoardRow
}

/// What an account may not do at a time, and until when.
struct Restrictions: Sendable {
    var suspendedUntil: Instant?
    var prepayOnlyUntil: Instant?
}

extension BookingTransaction {
    /// Opens the case of a booking; nothing if it has one.
    func openCase(_ id: Identifier, _ kind: CaseKind, of booking: BookingRow, now: Instant) async throws {
        try await query(
            CaseStatements.insert,
            [id.text, booking.id.text, booking.customer.text, kind.rawValue, now.milliseconds])
    }

    /// Removes the case of a booking that nobody has decided; false if there is none.
    func withdrawCase(of booking: Identifier) async throws -> Bool {
        try await query(CaseStatements.withdraw, [booking.text]).affectedRows > 0
    }

    /// The case, which nobody else can change until the transaction ends; its customer's lock comes before.
    func lockCase(_ id: Identifier) async throws -> CaseRow? {
        try await query(CaseStatements.lock, [id.text]).first.map(CaseRow.init)
    }

    func decide(_ id: Identifier, _ decision: Booking.Decision, by actor: Identifier) async throws {
        try await query(
            CaseStatements.decide,
            [
                id.text, decision.sanction.rawValue, decision.reason.text, decision.sets, decision.fee?.amount,
                decision.fee?.currency.text, decision.until?.milliseconds, decision.at.milliseconds, actor.text,
            ])
    }

    func reverse(_ id: Identifier, reason: NoteText, by actor: Identifier, now: Instant) async throws {
        try await query(CaseStatements.reverse, [id.text, now.milliseconds, actor.text, reason.text])
    }

    func restrict(
        _ customer: Identifier, _ kind: SanctionKind, until: Instant, because caseID: Identifier
    ) async throws {
        try await query(
            CaseStatements.restrict, [caseID.text, customer.text, kind.rawValue, until.milliseconds])
    }

    func liftRestriction(of caseID: Identifier, now: Instant) async throws {
        try await query(CaseStatements.lift, [caseID.text, now.milliseconds])
    }

    /// The sets that a case's decision took beyond the booking's own, by the pass's account.
    func chargedSets(by caseID: Identifier) async throws -> [(account: Int64, sets: Int)] {
        try await query(CaseStatements.charged, [caseID.text]).map { (row) throws(PostgresError) in
            (try row.decode(Int64.self, at: 0), try row.decode(Int.self, at: 1))
        }
    }
}

extension BookingStore {
    /// A page of a customer's cases, newest first, from after `start` on.
    func cases(
        of customer: Identifier, after start: PageKey?, limit: Int, deadline: ContinuousClock.Instant?
    ) async throws -> [CaseRow] {
        let start = start ?? .last
        return try await query(
            CaseStatements.ofCustomer, [customer.text, start.time, start.id.text, limit], deadline: deadline
        ).map(CaseRow.init)
    }

    /// A page of the open cases, the oldest first, from after `start` on.
    /// - Parameter currency: in which is told what the customers owe.
    func openCases(
        after start: PageKey?, _ currency: CurrencyCode, limit: Int, deadline: ContinuousClock.Instant?
    ) async throws -> [OpenCaseRow] {
        let start = start ?? .first
        return try await query(
            CaseStatements.open, [currency.text, start.time, start.id.text, limit], deadline: deadline
        ).map { (row) throws(PostgresError) in
            OpenCaseRow(
                sanctionCase: try CaseRow(row, from: BoardStatements.columnCount), item: try BoardRow(row, currency))
        }
    }

    func sanctionCase(_ id: Identifier, deadline: ContinuousClock.Instant?) async throws -> CaseRow? {
        try await query(CaseStatements.get, [id.text], deadline: deadline).first.map(CaseRow.init)
    }
}

extension CaseRow {
    init(_ row: PostgresRow) throws(PostgresError) { try self.init(row, from: 0) }

    init(_ row: PostgresRow, from column: Int) throws(PostgresError) {
        id = try row.identifier(at: column)
        booking = try row.identifier(at: column + 1)
        customer = try row.identifier(at: column + 2)
        kind = try row.word(at: column + 3)
        state = try row.word(at: column + 4)
        openedAt = try row.instant(at: column + 5)
        reverse = ReverseID(unchecked: try row.decode(String.self, at: column + 6))
        startsAt = try row.instant(at: column + 7)
        sets = SetCount(unchecked: try row.decode(Int.self, at: column + 8))
        decision = try Booking.Decision(row, from: column + 9)
    }

    var view: Booking.Case {
        Booking.Case(
            id: id, kind: kind, state: state, bookingId: booking, reverseId: reverse, startsAt: startsAt, sets: sets,
            openedAt: openedAt, decision: decision)
    }
}

extension Booking.Decision {
    /// The decision of a case from the columns ``CaseStatements/decision``; `nil` if there is none yet.
    init?(_ row: PostgresRow, from column: Int) throws(PostgresError) {
        guard let at = try row.optionalInstant(at: column) else { return nil }
        var fee: Money?
        if let amount = try row.decode(Int?.self, at: column + 4),
            let currency = try row.decode(String?.self, at: column + 5)
        {
            fee = Money(amount: amount, currency: CurrencyCode(unchecked: currency))
        }
        self.init(
            sanction: try row.word(at: column + 1),
            reason: NoteText(unchecked: try row.decode(String.self, at: column + 2)),
            sets: try row.decode(Int?.self, at: column + 3), fee: fee, until: try row.optionalInstant(at: column + 6),
            at: at, reversedAt: try row.optionalInstant(at: column + 7),
            reversalReason: try row.decode(String?.self, at: column + 8).map(NoteText.init(unchecked:)))
    }
}

enum CaseStatements {
    /// What was decided about the case `c`.
    static let decision = """
        c.decided_at, c.sanction, c.reason, c.sets, c.fee, c.currency, c.until_at, c.reversed_at, c.reversal_reason
        """
    static let decisionCount = 9
    private static let columns = """
        c.id, c.booking_id, c.customer_id, c.kind, c.state, c.opened_at, b.reverse_id, b.starts_at, b.sets, \
        \(decision)
        """
    private static let source = "sanction_case c JOIN booking b ON b.id = c.booking_id"

    static let insert = PreparedStatement(
        "caseInsert",
        """
        INSERT INTO sanction_case (id, booking_id, customer_id, kind, state, opened_at)
        VALUES ($1, $2, $3, $4, 'open', $5) ON CONFLICT ON CONSTRAINT case_booking_once DO NOTHING
        """)
    static let withdraw = PreparedStatement(
        "caseWithdraw", "DELETE FROM sanction_case WHERE booking_id = $1 AND state = 'open'")
    static let get = PreparedStatement("caseGet", "SELECT \(columns) FROM \(source) WHERE c.id = $1")
    static let lock = PreparedStatement(
        "caseLock", "SELECT \(columns) FROM \(source) WHERE c.id = $1 FOR UPDATE OF c")
    static let decide = PreparedStatement(
        "caseDecide",
        """
        UPDATE sanction_case SET state = 'decided', sanction = $2, reason = $3, sets = $4, fee = $5, currency = $6,
            until_at = $7, decided_at = $8, decided_by = $9
        WHERE id = $1
        """)
    static let reverse = PreparedStatement(
        "caseReverse",
        """
        UPDATE sanction_case SET state = 'reversed', reversed_at = $2, reversed_by = $3, reversal_reason = $4
        WHERE id = $1
        """)
    static let restrict = PreparedStatement(
        "caseRestrict",
        "INSERT INTO restriction (case_id, customer_id, kind, until_at) VALUES ($1, $2, $3, $4)")
    static let lift = PreparedStatement("caseLift", "UPDATE restriction SET lifted_at = $2 WHERE case_id = $1")
    static let charged = PreparedStatement(
        "caseCharged",
        """
        SELECT a.id, sum(t.amount)::bigint FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit
        WHERE t.case_id = $1 AND a.kind = 'pass' AND t.phase = 'posted' GROUP BY a.id ORDER BY a.id
        """)
    static let ofCustomer = PreparedStatement(
        "caseOfCustomer",
        """
        SELECT \(columns) FROM \(source)
        WHERE c.customer_id = $1 AND (c.opened_at, c.id) < ($2, $3::uuid)
        ORDER BY c.opened_at DESC, c.id DESC LIMIT $4
        """)
    static let open = PreparedStatement(
        "caseOpen",
        """
        SELECT \(BoardStatements.columns), \(columns) FROM \(source) JOIN customer k ON k.id = c.customer_id
        WHERE c.state = 'open' AND (c.opened_at, c.id) > ($2, $3::uuid) ORDER BY c.opened_at, c.id LIMIT $4
        """)
}
