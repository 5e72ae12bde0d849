import BookingContract
import Contract
import Postgres
import Values

/// A case with its booking and customer, as administrators see it.
struct BoardCaseRow: Sendable {
    var item: BoardRow
    var sanctionCase: CaseRow
    /// The account of the administrator who decided.
    var decidedBy: Identifier?
    /// The account of the administrator who reversed the decision.
    var reversedBy: Identifier?
}

extension StatementRunner {
    var cases: CaseTable { CaseTable(session: self) }
}

/// The tables of cases and of the restrictions that they impose.
struct CaseTable: Sendable {
    let session: any StatementRunner

    func get(_ id: Identifier) async throws -> CaseRow? {
        try await session.query(Self.get, ["id": id]).first.map(CaseRow.init)
    }

    /// Locks a case.
    ///
    /// The customer must have been locked before.
    func lock(_ id: Identifier) async throws -> CaseRow? {
        try await session.query(Self.lock, ["id": id]).first.map(CaseRow.init)
    }

    func decide(_ id: Identifier, _ decision: Booking.Decision, by actor: Identifier) async throws {
        try await session.query(
            Self.decide,
            [
                "id": id, "sanction": decision.sanction.known, "reason": decision.reason, "sets": decision.sets,
                "fee": decision.fee?.amount, "currency": decision.fee?.currency, "until": decision.until,
                "at": decision.at, "actor": actor,
            ])
    }

    func reverse(_ id: Identifier, because reason: NoteText, by actor: Identifier, now: Instant) async throws {
        try await session.query(
            Self.reverse, ["id": id, "now": now, "actor": actor, "reason": reason])
    }

    /// Records the restriction that a decision imposes on the customer.
    func restrict(_ sanctionCase: CaseRow, _ kind: SanctionKind, until: Instant) async throws {
        try await session.query(
            Self.restrict,
            [
                "case_id": sanctionCase.id, "customer_id": sanctionCase.customer, "kind": kind, "until": until,
            ])
    }

    func liftRestriction(of id: Identifier, now: Instant) async throws {
        try await session.query(Self.lift, ["case_id": id, "now": now])
    }

    /// Returns a page of a customer's cases, newest first.
    func page(of customer: Identifier, _ page: PageRequest) async throws -> [CaseRow] {
        try await session.query(Self.ofCustomer, page.descending + ["customer_id": customer]).map(CaseRow.init)
    }

    /// Returns a page of the open cases, oldest first, with the customers' debts in a currency.
    func open(_ page: PageRequest, _ currency: CurrencyCode) async throws -> [BoardCaseRow] {
        try await session.query(Self.open, page.ascending + ["currency": currency]).map(BoardCaseRow.init)
    }

    /// Returns a page of the cases whose appeals await an answer, oldest first, with debts in a currency.
    func appealed(_ page: PageRequest, _ currency: CurrencyCode) async throws -> [BoardCaseRow] {
        try await session.query(Self.appealed, page.ascending + ["currency": currency]).map(BoardCaseRow.init)
    }

    /// Returns a page of the decided cases, last decision first, with the customers' debts in a currency.
    func decided(_ page: PageRequest, _ currency: CurrencyCode) async throws -> [BoardCaseRow] {
        try await session.query(Self.decided, page.descending + ["currency": currency]).map(BoardCaseRow.init)
    }
}

extension BoardCaseRow {
    /// The columns of a case `c`, its booking `b` and its customer `k`.
    static let columns = "\(BoardRow.columns), \(CaseRow.caseColumns), c.decided_by, c.reversed_by"

    init(_ row: PostgresRow) throws(PostgresError) {
        item = try BoardRow(row)
        sanctionCase = try CaseRow(row)
        decidedBy = try row.read("decided_by")
        reversedBy = try row.read("reversed_by")
    }
}

extension CaseRow {
    /// The columns of a case `c` and its booking `b`.
    static let columns = """
        c.id AS "case.id", \(caseColumns), b.reverse_id, b.starts_at, b.sets, \(DecisionColumns.all)
        """
    /// The columns that ``BookingRow`` does not select.
    static let caseColumns = """
        c.booking_id AS "case.booking_id", c.customer_id AS "case.customer_id", c.kind AS "case.kind", \
        c.state AS "case.state", c.opened_at AS "case.opened_at", c.statement AS "case.statement", \
        c.statement_at AS "case.statement_at", c.appeal AS "case.appeal", c.appeal_at AS "case.appeal_at", \
        c.appeal_answer AS "case.appeal_answer", c.appeal_answered_at AS "case.appeal_answered_at"
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        let own = row.prefixed("case.")
        id = try own.read("id")
        booking = try own.read("booking_id")
        customer = try own.read("customer_id")
        kind = try own.read("kind")
        state = try own.read("state")
        openedAt = try own.read("opened_at")
        reverse = try row.read("reverse_id")
        startsAt = try row.read("starts_at")
        sets = try row.read("sets")
        decision = try DecisionColumns.read(row)
        if let text = try own.read("statement", as: CustomerWords?.self) {
            statement = Booking.Statement(text: text, at: try own.read("statement_at"))
        }
        if let text = try own.read("appeal", as: CustomerWords?.self) {
            let answer = try own.read("appeal_answer", as: NoteText?.self)
            let state: AppealState = answer != nil ? .rejected : state == .reversed ? .granted : .open
            appeal = Booking.Appeal(
                text: text, at: try own.read("appeal_at"), state: state, answer: answer,
                answeredAt: try own.read("appeal_answered_at"))
        }
    }
}

extension CaseTable {
    private static let source = "sanction_case c JOIN booking b ON b.id = c.booking_id"
    private static let selected = "SELECT \(CaseRow.columns) FROM \(source)"

    private static let get = PreparedStatement("caseGet", "\(selected) WHERE c.id = :id")
    private static let lock = PreparedStatement("caseLock", "\(selected) WHERE c.id = :id FOR UPDATE OF c")
    private static let decide = PreparedStatement(
        "caseDecide",
        """
        UPDATE sanction_case SET state = 'decided', sanction = :sanction, reason = :reason, sets = :sets, fee = :fee,
            currency = :currency, until_at = :until, decided_at = :at, decided_by = :actor
        WHERE id = :id
        """)
    private static let reverse = PreparedStatement(
        "caseReverse",
        """
        UPDATE sanction_case SET state = 'reversed', reversed_at = :now, reversed_by = :actor,
            reversal_reason = :reason
        WHERE id = :id
        """)
    private static let restrict = PreparedStatement(
        "caseRestrict",
        """
        INSERT INTO restriction (case_id, customer_id, kind, until_at)
        VALUES (:case_id, :customer_id, :kind, :until)
        """)
    private static let lift = PreparedStatement(
        "caseLift", "UPDATE restriction SET lifted_at = :now WHERE case_id = :case_id")
    private static let ofCustomer = PreparedStatement(
        "caseOfCustomer",
        """
        \(selected)
        WHERE c.customer_id = :customer_id AND (c.opened_at, c.id) < (:after_time, :after_id::uuid)
        ORDER BY c.opened_at DESC, c.id DESC LIMIT :limit
        """)
    private static let ofBoard = "SELECT \(BoardCaseRow.columns) FROM \(source) JOIN customer k ON k.id = c.customer_id"
    private static let open = PreparedStatement(
        "caseOpen",
        """
        \(ofBoard)
        WHERE c.state = 'open' AND (c.opened_at, c.id) > (:after_time, :after_id::uuid)
        ORDER BY c.opened_at, c.id LIMIT :limit
        """)
    private static let appealed = PreparedStatement(
        "caseAppealed",
        """
        \(ofBoard)
        WHERE c.appeal_at IS NOT NULL AND c.appeal_answered_at IS NULL AND c.state = 'decided'
            AND (c.appeal_at, c.id) > (:after_time, :after_id::uuid)
        ORDER BY c.appeal_at, c.id LIMIT :limit
        """)
    private static let decided = PreparedStatement(
        "caseDecided",
        """
        \(ofBoard)
        WHERE c.state <> 'open' AND (c.decided_at, c.id) < (:after_time, :after_id::uuid)
        ORDER BY c.decided_at DESC, c.id DESC LIMIT :limit
        """)
}
