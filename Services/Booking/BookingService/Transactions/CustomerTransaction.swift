import BookingContract
import Postgres
import Values

/// A transaction that holds a customer's lock, and so the exclusive right to change its bookings, passes and debts.
struct CustomerTransaction: TransactionSession {
    let transaction: BookingTransaction
    let park: Park
    var state: LockedState
    private let makeID: @Sendable (Instant) -> Identifier

    init(
        _ transaction: BookingTransaction, _ state: LockedState, of park: Park,
        makeID: @escaping @Sendable (Instant) -> Identifier
    ) {
        self.transaction = transaction
        self.state = state
        self.park = park
        self.makeID = makeID
    }

    var customer: CustomerRow { state.customer }
    var now: Instant { state.now }

    /// Creates an id that sorts by the transaction's time.
    func newID() -> Identifier { makeID(now) }

    /// Returns the customer's hold, if it overlaps the slots.
    func hold(overlapping slots: SlotRange) -> HoldRow? {
        state.hold.flatMap { $0.slots.overlaps(slots) ? $0 : nil }
    }

    @discardableResult
    func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows {
        try await transaction.query(statement, parameters)
    }

    func query(together statements: [BoundStatement], committing: Bool) async throws -> [PostgresRows] {
        try await transaction.query(together: statements, committing: committing)
    }

    /// Writes an entry to the audit trail.
    func audit(_ entry: BookingAuditEntry) async throws { try await transaction.audit.insert(entry, now: now) }
}
