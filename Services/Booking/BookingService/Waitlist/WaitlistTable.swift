import BookingContract
import Postgres
import Values

extension StatementRunner {
    var waitlist: WaitlistTable { WaitlistTable(session: self) }
}

/// The table of the waitlist.
struct WaitlistTable: Sendable {
    let session: any StatementRunner

    /// Returns the customer's entries in force, by start.
    func entries(of customer: Identifier, now: Instant) async throws -> [WaitlistRow] {
        try await session.query(Self.ofCustomer, ["customer_id": customer, "now": now]).map(WaitlistRow.init)
    }

    /// Returns an entry; its customer must be locked.
    func get(_ id: Identifier, of customer: Identifier) async throws -> WaitlistRow? {
        try await session.query(Self.get, ["id": id, "customer_id": customer]).first.map(WaitlistRow.init)
    }

    /// Returns the customer's entry for exactly these slots, in force or not.
    func find(_ slots: SlotRange, of customer: Identifier) async throws -> WaitlistRow? {
        try await session.query(Self.find, slots.values + ["customer_id": customer]).first.map(WaitlistRow.init)
    }

    /// Serializes insertions until the transaction ends.
    func lock() async throws { try await session.query(Self.lockAll, [:]) }

    /// Returns the number of entries that overlap the slots.
    func count(overlapping slots: SlotRange) async throws -> Int {
        try await session.query(Self.count, slots.values).only.read("count")
    }

    /// Returns true if any part of the slots is booked.
    func isBooked(_ slots: SlotRange) async throws -> Bool {
        try await session.query(Self.booked, slots.claimValues).only.read("is_booked")
    }

    func insert(_ slots: SlotRange, of customer: Identifier, id: Identifier, now: Instant) async throws {
        try await session.query(Self.insert, slots.values + ["id": id, "customer_id": customer, "now": now])
    }

    /// Postpones the turn of an entry until `time`.
    func postpone(_ id: Identifier, until time: Instant) async throws {
        try await session.query(Self.postpone, ["id": id, "time": time])
    }

    func delete(_ id: Identifier) async throws { try await session.query(Self.delete, ["id": id]) }

    /// Returns the entries whose slots are free and can be offered, in the order of waiting.
    func due(before now: Instant, limit: Int) async throws -> [DueItem] {
        try await session.query(Self.due, ["now": now, "limit": limit]).map(DueItem.init)
    }

    /// Deletes entries whose time of waiting is over.
    func sweep(now: Instant, limit: Int) async throws -> Int {
        try await session.query(Self.sweep, ["now": now, "limit": limit]).affectedRows
    }

    /// Returns the statement that records the hold that offers an entry's slots.
    static func offer(_ entry: Identifier, by hold: Identifier) throws -> BoundStatement {
        try BoundStatement(offer, ["id": entry, "hold_id": hold])
    }
}

extension WaitlistTable {
    private static let columns = """
        w.id, w.customer_id, w.reverse_id, w.starts_at, w.ends_at, w.sets, w.made_at, w.hold_id, h.expires_at,
        (SELECT count(*) FROM waitlist o WHERE o.reverse_id = w.reverse_id AND o.starts_at < w.ends_at
            AND o.ends_at > w.starts_at AND o.id < w.id) AS ahead
        """
    private static let source = "waitlist w LEFT JOIN hold h ON h.id = w.hold_id"
    private static let overlapping = """
        reverse_id = :reverse_id AND starts_at < :ends_at AND ends_at > :starts_at
        """

    private static let ofCustomer = PreparedStatement(
        "waitlistOfCustomer",
        """
        SELECT \(columns) FROM \(source) WHERE w.customer_id = :customer_id AND CASE WHEN w.hold_id IS NULL
            THEN w.starts_at > :now::bigint + \(WaitlistRule.lead) ELSE h.expires_at > :now END
        ORDER BY w.starts_at, w.id
        """)
    private static let get = PreparedStatement(
        "waitlistEntry", "SELECT \(columns) FROM \(source) WHERE w.id = :id AND w.customer_id = :customer_id")
    private static let find = PreparedStatement(
        "waitlistFind",
        """
        SELECT \(columns) FROM \(source) WHERE w.customer_id = :customer_id AND w.reverse_id = :reverse_id
            AND w.starts_at = :starts_at AND w.sets = :sets
        """)
    private static let lockAll = PreparedStatement(
        "waitlistLock", "SELECT pg_advisory_xact_lock(hashtextextended('booking/waitlist', 0))")
    private static let count = PreparedStatement(
        "waitlistCount", "SELECT count(*) AS count FROM waitlist WHERE \(overlapping)")
    private static let booked = PreparedStatement(
        "waitlistBooked",
        """
        SELECT EXISTS (SELECT FROM slot_claim WHERE reverse_id = :reverse_id
            AND atom BETWEEN :first_atom AND :last_atom AND booking_id IS NOT NULL) AS is_booked
        """)
    private static let insert = PreparedStatement(
        "waitlistInsert",
        """
        INSERT INTO waitlist (id, customer_id, reverse_id, starts_at, ends_at, sets, made_at)
        VALUES (:id, :customer_id, :reverse_id, :starts_at, :ends_at, :sets, :now)
        """)
    private static let postpone = PreparedStatement(
        "waitlistPostpone", "UPDATE waitlist SET turn_at = :time WHERE id = :id")
    private static let delete = PreparedStatement("waitlistDelete", "DELETE FROM waitlist WHERE id = :id")
    private static let offer = PreparedStatement(
        "waitlistOffer", "UPDATE waitlist SET hold_id = :hold_id WHERE id = :id")
    private static let due = PreparedStatement(
        "waitlistDue",
        """
        SELECT w.id, w.customer_id FROM waitlist w WHERE \(AwaitedSlots.isDue("w"))
        ORDER BY w.id LIMIT :limit
        """)
    private static let sweep = PreparedStatement(
        "waitlistSweep",
        """
        DELETE FROM waitlist WHERE id IN (
            SELECT id FROM waitlist WHERE hold_id IS NULL AND starts_at <= :now::bigint + \(WaitlistRule.lead)
            LIMIT :limit FOR UPDATE SKIP LOCKED)
        """)
}

extension WaitlistRow {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        customer = try row.read("customer_id")
        request = SlotRequest(
            reverse: try row.read("reverse_id"), start: try row.read("starts_at"), sets: try row.read("sets"))
        end = try row.read("ends_at")
        madeAt = try row.read("made_at")
        if let hold = try row.read("hold_id", as: Identifier?.self) { offer = (hold, try row.read("expires_at")) }
        ahead = try row.read("ahead")
    }
}
