import BookingContract
import Postgres
import Values

/// An open case with its booking and customer.
struct OpenCaseRow: Sendable {
    var item: BoardRow
    var sanctionCase: CaseRow
}

extension BookingSession {
    var cases: CaseTable { CaseTable(session: self) }
}

/// The cases and the restrictions that they impose.
struct CaseTable: Sendable {
    let session: any BookingSession

    func get(_ id: Identifier) async throws -> CaseRow? {
        try await session.query(Self.get, ["id": id.text]).one()
    }

    /// Locks a case; its customer is locked before.
    func lock(_ id: Identifier) async throws -> CaseRow? {
        try await session.query(Self.lock, ["id": id.text]).one()
    }

    func decide(_ id: Identifier, _ decision: Booking.Decision, by actor: Identifier) async throws {
        try await session.query(
            Self.decide,
            [
                "id": id.text, "sanction": decision.sanction.rawValue, "reason": decision.reason.text,
                "sets": decision.sets, "fee": decision.fee?.amount, "currency": decision.fee?.currency.text,
                "until": decision.until?.milliseconds, "at": decision.at.milliseconds, "actor": actor.text,
            ])
    }

    func reverse(_ id: Identifier, because reason: NoteText, by actor: Identifier, now: Instant) async throws {
        try await session.query(
            Self.reverse, ["id": id.text, "now": now.milliseconds, "actor": actor.text, "reason": reason.text])
    }

    /// Restricts the customer of a case.
    func restrict(_ sanctionCase: CaseRow, _ kind: SanctionKind, until: Instant) async throws {
        try await session.query(
            Self.restrict,
            [
                "case_id": sanctionCase.id.text, "customer_id": sanctionCase.customer.text, "kind": kind.rawValue,
                "until": until.milliseconds,
            ])
    }

    func liftRestriction(of id: Identifier, now: Instant) async throws {
        try await session.query(Self.lift, ["case_id": id.text, "now": now.milliseconds])
    }

    /// A page of a customer's cases, newest first.
    func page(of customer: Identifier, _ page: PageRequest) async throws -> [CaseRow] {
        try await session.query(Self.ofCustomer, page.descending + ["customer_id": customer.text]).all()
    }

    /// A page of the open cases, the oldest first, with debts in a currency.
    func open(_ page: PageRequest, _ currency: CurrencyCode) async throws -> [OpenCaseRow] {
        try await session.query(Self.open, page.ascending + ["currency": currency.text]).all {
            (columns) throws(PostgresError) in
            OpenCaseRow(item: try BoardRow(&columns), sanctionCase: try CaseRow(&columns))
        }
    }
}

extension CaseRow: ColumnReadable {
    /// The columns of a case `c` and its booking `b`.
    static let columns = """
        c.id, c.booking_id, c.customer_id, c.kind, c.state, c.opened_at, b.reverse_id, b.starts_at, b.sets, \
        \(DecisionColumns.all)
        """

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        id = try columns.identifier()
        booking = try columns.identifier()
        customer = try columns.identifier()
        kind = try columns.word()
        state = try columns.word()
        openedAt = try columns.instant()
        reverse = try columns.text()
        startsAt = try columns.instant()
        sets = SetCount(unchecked: try columns.value())
        decision = try DecisionColumns.read(&columns)
    }
}

extension CaseTable {
    private static let source = "sanction_case c JOIN booking b ON b.id = c.booking_id"
    private static let selected = "SELECT \(CaseRow.columns) FROM \(source)"

    private static let get = NamedStatement("caseGet", "\(selected) WHERE c.id = $id")
    private static let lock = NamedStatement("caseLock", "\(selected) WHERE c.id = $id FOR UPDATE OF c")
    private static let decide = NamedStatement(
        "caseDecide",
        """
        UPDATE sanction_case SET state = 'decided', sanction = $sanction, reason = $reason, sets = $sets, fee = $fee,
            currency = $currency, until_at = $until, decided_at = $at, decided_by = $actor
        WHERE id = $id
        """)
    private static let reverse = NamedStatement(
        "caseReverse",
        """
        UPDATE sanction_case SET state = 'reversed', reversed_at = $now, reversed_by = $actor,
            reversal_reason = $reason
        WHERE id = $id
        """)
    private static let restrict = NamedStatement(
        "caseRestrict",
        """
        INSERT INTO restriction (case_id, customer_id, kind, until_at)
        VALUES ($case_id, $customer_id, $kind, $until)
        """)
    private static let lift = NamedStatement(
        "caseLift", "UPDATE restriction SET lifted_at = $now WHERE case_id = $case_id")
    private static let ofCustomer = NamedStatement(
        "caseOfCustomer",
        """
        \(selected)
        WHERE c.customer_id = $customer_id AND (c.opened_at, c.id) < ($after_time, $after_id::uuid)
        ORDER BY c.opened_at DESC, c.id DESC LIMIT $limit
        """)
    private static let open = NamedStatement(
        "caseOpen",
        """
        SELECT \(BoardRow.columns), \(CaseRow.columns) FROM \(source) JOIN customer k ON k.id = c.customer_id
        WHERE c.state = 'open' AND (c.opened_at, c.id) > ($after_time, $after_id::uuid)
        ORDER BY c.opened_at, c.id LIMIT $limit
        """)
}
