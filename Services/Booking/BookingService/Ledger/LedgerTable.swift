import BookingContract
import Postgres
import Values

/// What a transfer of the ledger is counted in.
enum LedgerUnit: Sendable, Equatable {
    case sets
    case money(CurrencyCode)

    var text: String {
        switch self {
        case .sets: "sets"
        case .money(let currency): currency.text
        }
    }
}

/// The park's own accounts: the other side of what customers get and give.
enum ParkAccount: String, Sendable, CaseIterable {
    /// Sets that were sold come from here; sets that were ridden, ran out or were taken go to the next three.
    case issued, used, expired, charged
    /// Money that customers owe comes from here, and goes to the next when it is paid or let off.
    case fees, settled
    /// Money from the outside: from the payment provider, from the till; and what it was for.
    case provider, till, sales
}

/// Money that is owed between a customer and the park.
enum Debt: String, Sendable {
    /// What the customer owes.
    case due
    /// What the park owes: what was paid for a decision that was taken back.
    case credit
}

/// How much is owed between a customer and the park, in minor units.
struct Owed: Sendable, Equatable {
    var due: Int
    var credit: Int
}

extension Owed {
    init(_ row: PostgresRow) throws(PostgresError) { try self.init(row, from: 0) }

    init(_ row: PostgresRow, from column: Int) throws(PostgresError) {
        due = try row.decode(Int.self, at: column)
        credit = try row.decode(Int.self, at: column + 1)
    }

    /// What the park owes as it is shown; `nil` if nothing.
    func credit(in currency: CurrencyCode) -> Money? {
        credit > 0 ? Money(amount: credit, currency: currency) : nil
    }
}

/// To which passes sets go back.
enum ReturnedTo: Sendable {
    /// Those whose sets were set aside for a booking.
    case ofBooking(Identifier)
    /// Those whose sets the decision of a case took.
    case chargedBy(Identifier)
}

/// Because of what something is moved.
struct LedgerCause: Sendable {
    var customer: Identifier
    var booking: Identifier?
    var payment: Identifier?
    var caseID: Identifier?
}

/// The double-entry ledger.
///
/// Each transfer moves an amount from one account to another and never changes. What is set aside is a pending transfer,
/// resolved at most once: posted, or voided. Accounts of customers carry their balance along, which cannot fall below
/// what is set aside; the park's own carry none, so that nobody waits for them.
extension BookingTransaction {
    /// The passes of a customer, locked in the order of their accounts.
    func lockPasses(of customer: Identifier) async throws -> [UsablePass] {
        try await query(LedgerStatements.lockPasses, [customer.text]).map { (row) throws(PostgresError) in
            UsablePass(
                id: try row.identifier(at: 0), account: try row.decode(Int64.self, at: 1),
                left: try row.decode(Int.self, at: 2), expiresAt: try row.instant(at: 3))
        }
    }

    /// Sets sets of a pass aside.
    func holdSets(_ part: PassPlan.Part, id: Identifier, _ cause: LedgerCause, now: Instant) async throws {
        let used = try await parkAccount(.used, .sets)
        try await insert(
            id, phase: "pending", kind: .held, from: part.account, to: used, .sets, part.sets, nil, cause, now: now)
        try await query(LedgerStatements.addPending, [part.account, part.sets])
    }

    /// What is still set aside for a booking.
    func pendingTransfers(of booking: Identifier) async throws -> [(id: Identifier, account: Int64, sets: Int)] {
        try await query(LedgerStatements.pending, [booking.text]).map { (row) throws(PostgresError) in
            (try row.identifier(at: 0), try row.decode(Int64.self, at: 1), try row.decode(Int.self, at: 2))
        }
    }

    /// Posts or voids everything that is set aside for a booking.
    func resolve(
        _ booking: Identifier, posting: Bool, _ cause: LedgerCause, now: Instant, id: () -> Identifier
    ) async throws {
        let used = try await parkAccount(.used, .sets)
        for pending in try await pendingTransfers(of: booking) {
            try await insert(
                id(), phase: posting ? "post" : "void", kind: posting ? .used : .returned, from: pending.account,
                to: used, .sets, pending.sets, pending.id, cause, now: now)
            try await query(
                posting ? LedgerStatements.post : LedgerStatements.void, [pending.account, pending.sets])
        }
    }

    /// The sets that a booking used, by the pass's account.
    func usedSets(of booking: Identifier) async throws -> [(account: Int64, sets: Int)] {
        try await query(LedgerStatements.used, [booking.text]).map { (row) throws(PostgresError) in
            (try row.decode(Int64.self, at: 0), try row.decode(Int.self, at: 1))
        }
    }

    /// Lets passes be good until `instant` at least.
    func extend(_ passes: ReturnedTo, until instant: Instant) async throws {
        switch passes {
        case .ofBooking(let id): try await query(LedgerStatements.extendOfBooking, [id.text, instant.milliseconds])
        case .chargedBy(let id): try await query(LedgerStatements.extendOfCase, [id.text, instant.milliseconds])
        }
    }

    /// Moves sets from a pass to the park, or back.
    func moveSets(
        _ sets: Int, pass account: Int64, _ park: ParkAccount, isTaken: Bool, kind: LedgerKind, id: Identifier,
        _ cause: LedgerCause, now: Instant
    ) async throws {
        let other = try await parkAccount(park, .sets)
        try await insert(
            id, phase: "posted", kind: kind, from: isTaken ? account : other, to: isTaken ? other : account, .sets,
            sets, nil, cause, now: now)
        try await query(LedgerStatements.addBalance, [account, isTaken ? -sets : sets])
    }

    /// Adds to what is owed between a customer and the park, or takes from it.
    func move(
        _ money: Money, of debt: Debt, isMore: Bool, _ park: ParkAccount, kind: LedgerKind, id: Identifier,
        _ cause: LedgerCause, now: Instant
    ) async throws {
        let unit = LedgerUnit.money(money.currency)
        let account = try await self.account(debt, of: cause.customer, unit)
        let other = try await parkAccount(park, unit)
        try await insert(
            id, phase: "posted", kind: kind, from: isMore ? other : account, to: isMore ? account : other, unit,
            money.amount, nil, cause, now: now)
        try await query(LedgerStatements.addBalance, [account, isMore ? money.amount : -money.amount])
    }

    /// Writes down money that came in.
    func receive(
        _ money: Money, at park: ParkAccount, kind: LedgerKind, id: Identifier, _ cause: LedgerCause, now: Instant
    ) async throws {
        guard money.amount > 0 else { return }
        let unit = LedgerUnit.money(money.currency)
        let from = try await parkAccount(park, unit)
        let to = try await parkAccount(.sales, unit)
        try await insert(
            id, phase: "posted", kind: kind, from: from, to: to, unit, money.amount, nil, cause, now: now)
    }

    /// Writes down money that went back the way that it came in.
    func payBack(
        _ money: Money, over park: ParkAccount, kind: LedgerKind, id: Identifier, _ cause: LedgerCause, now: Instant
    ) async throws {
        guard money.amount > 0 else { return }
        let unit = LedgerUnit.money(money.currency)
        let from = try await parkAccount(.sales, unit)
        let to = try await parkAccount(park, unit)
        try await insert(
            id, phase: "posted", kind: kind, from: from, to: to, unit, money.amount, nil, cause, now: now)
    }

    /// What is owed between a customer and the park in a currency.
    func owed(with customer: Identifier, _ currency: CurrencyCode) async throws -> Owed {
        try await query(LedgerStatements.owed, [customer.text, currency.text]).only(Owed.init)
    }

    // MARK: Passes

    /// Makes a pass with its account; the account's number.
    func insertPass(
        _ id: Identifier, of customer: Identifier, _ product: ProductID, sets: Int, payment: Identifier?,
        expiresAt: Instant, now: Instant
    ) async throws -> Int64 {
        try await query(
            LedgerStatements.insertPass,
            [
                id.text, customer.text, product.text, sets, now.milliseconds, expiresAt.milliseconds, payment?.text,
            ]
        ).only { (row) throws(PostgresError) in try row.decode(Int64.self, at: 0) }
    }

    // MARK: Accounts and transfers

    private func parkAccount(_ account: ParkAccount, _ unit: LedgerUnit) async throws -> Int64 {
        let key: [any PostgresEncodable] = [account.rawValue, unit.text]
        if let row = try await query(LedgerStatements.parkAccount, key).first {
            return try row.decode(Int64.self, at: 0)
        }
        try await query(LedgerStatements.makeParkAccount, key)
        return try await query(LedgerStatements.parkAccount, key).only { (row) throws(PostgresError) in
            try row.decode(Int64.self, at: 0)
        }
    }

    private func account(_ debt: Debt, of customer: Identifier, _ unit: LedgerUnit) async throws -> Int64 {
        let statement =
            switch debt {
            case .due: LedgerStatements.dueAccount
            case .credit: LedgerStatements.creditAccount
            }
        return try await query(statement, [customer.text, unit.text]).only { (row) throws(PostgresError) in
            try row.decode(Int64.self, at: 0)
        }
    }

    private func insert(
        _ id: Identifier, phase: String, kind: LedgerKind, from debit: Int64, to credit: Int64, _ unit: LedgerUnit,
        _ amount: Int, _ resolves: Identifier?, _ cause: LedgerCause, now: Instant
    ) async throws {
        try await query(
            LedgerStatements.insert,
            [
                id.text, phase, kind.rawValue, debit, credit, unit.text, amount, resolves?.text, cause.customer.text,
                cause.booking?.text, cause.payment?.text, cause.caseID?.text, now.milliseconds,
            ])
    }
}

enum LedgerStatements {
    static let lockPasses = PreparedStatement(
        "ledgerLockPasses",
        """
        SELECT p.id, a.id, a.balance - a.pending, p.expires_at
        FROM pass p JOIN ledger_account a ON a.pass_id = p.id
        WHERE p.customer_id = $1 AND a.balance > 0 ORDER BY a.id FOR UPDATE OF a
        """)
    static let insert = PreparedStatement(
        "ledgerInsert",
        """
        INSERT INTO ledger_transfer (
            id, phase, kind, debit, credit, unit, amount, resolves, customer_id, booking_id, payment_id, case_id,
            made_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """)
    static let addPending = PreparedStatement(
        "ledgerAddPending", "UPDATE ledger_account SET pending = pending + $2 WHERE id = $1")
    static let post = PreparedStatement(
        "ledgerPost", "UPDATE ledger_account SET pending = pending - $2, balance = balance - $2 WHERE id = $1")
    static let void = PreparedStatement(
        "ledgerVoid", "UPDATE ledger_account SET pending = pending - $2 WHERE id = $1")
    static let addBalance = PreparedStatement(
        "ledgerAddBalance", "UPDATE ledger_account SET balance = balance + $2 WHERE id = $1")
    static let pending = PreparedStatement(
        "ledgerPending",
        """
        SELECT t.id, t.debit, t.amount FROM ledger_transfer t
        WHERE t.booking_id = $1 AND t.phase = 'pending'
            AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.resolves = t.id)
        ORDER BY t.debit
        """)
    static let used = PreparedStatement(
        "ledgerUsed",
        """
        SELECT t.debit, sum(t.amount)::bigint FROM ledger_transfer t
        WHERE t.booking_id = $1 AND t.phase = 'post' GROUP BY t.debit ORDER BY t.debit
        """)
    private static func extend(_ cause: String) -> String {
        """
        UPDATE pass p SET expires_at = $2 WHERE p.expires_at < $2 AND p.id IN (
            SELECT a.pass_id FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit
            WHERE \(cause) AND a.kind = 'pass')
        """
    }
    static let extendOfBooking = PreparedStatement("ledgerExtendOfBooking", extend("t.booking_id = $1"))
    static let extendOfCase = PreparedStatement("ledgerExtendOfCase", extend("t.case_id = $1"))
    /// The columns of an ``Owed`` with a customer in a unit.
    static func owed(customer: String, unit: String) -> String {
        [Debt.due, .credit].map { debt in
            """
            coalesce((SELECT a.balance FROM ledger_account a \
            WHERE a.customer_id = \(customer) AND a.kind = '\(debt.rawValue)' AND a.unit = \(unit)), 0)
            """
        }.joined(separator: ", ")
    }
    static let owed = PreparedStatement("ledgerOwed", "SELECT \(owed(customer: "$1", unit: "$2"))")
    private static func account(_ debt: Debt) -> String {
        """
        INSERT INTO ledger_account (kind, unit, customer_id) VALUES ('\(debt.rawValue)', $2, $1)
        ON CONFLICT (customer_id, unit) WHERE kind = '\(debt.rawValue)' DO UPDATE SET unit = excluded.unit
        RETURNING id
        """
    }
    static let dueAccount = PreparedStatement("ledgerDueAccount", account(.due))
    static let creditAccount = PreparedStatement("ledgerCreditAccount", account(.credit))
    static let parkAccount = PreparedStatement(
        "ledgerParkAccount", "SELECT id FROM ledger_account WHERE kind = $1 AND unit = $2 AND customer_id IS NULL")
    static let makeParkAccount = PreparedStatement(
        "ledgerMakeParkAccount",
        """
        INSERT INTO ledger_account (kind, unit) VALUES ($1, $2)
        ON CONFLICT (kind, unit) WHERE customer_id IS NULL DO NOTHING
        """)
    static let insertPass = PreparedStatement(
        "passInsert",
        """
        WITH made AS (
            INSERT INTO pass (id, customer_id, product_id, sets, bought_at, expires_at, payment_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, customer_id)
        INSERT INTO ledger_account (kind, unit, customer_id, pass_id) SELECT 'pass', 'sets', customer_id, id FROM made
        RETURNING id
        """)
}
