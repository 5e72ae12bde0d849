import BookingContract
import Postgres
import Values

extension StatementRunner {
    var bookings: BookingTable { BookingTable(session: self) }
}

/// The table of bookings, joined with their cases.
struct BookingTable: Sendable {
    let session: any StatementRunner

    func get(_ id: Identifier) async throws -> BookingRow? {
        try await session.query(Self.get, ["id": id]).first.map(BookingRow.init)
    }

    /// Locks a booking.
    ///
    /// The customer must have been locked before.
    func lock(_ id: Identifier) async throws -> BookingRow? {
        try await session.query(Self.lock, ["id": id]).first.map(BookingRow.init)
    }

    func cancel(_ id: Identifier, _ cancellation: BookingRow.Cancellation, charge: ChargeState) async throws {
        try await session.query(
            Self.cancel,
            [
                "id": id, "at": cancellation.at, "by": cancellation.by, "is_late": cancellation.isLate,
                "reason": cancellation.reason, "charge_state": charge,
            ])
    }

    /// Records that the customer undid a booking: cancelled or moved it when that would otherwise have been late.
    func setUndone(_ id: Identifier, at time: Instant) async throws {
        try await session.query(Self.setUndone, ["id": id, "at": time])
    }

    func setState(_ state: BookingState, of id: Identifier) async throws {
        try await session.query(Self.setState, ["id": id, "state": state])
    }

    func setCharge(_ charge: ChargeState, of id: Identifier) async throws {
        try await session.query(Self.setCharge, ["id": id, "charge_state": charge])
    }

    func setNote(_ note: NoteText?, of id: Identifier) async throws {
        try await session.query(Self.setNote, ["id": id, "note": note])
    }

    /// Moves a booking to other slots.
    func move(_ id: Identifier, to slots: SlotRange, charge: ChargeState) async throws {
        try await session.query(Self.move, slots.values + ["id": id, "charge_state": charge])
    }

    /// Locks the customer's active bookings that overlap a closure, and returns them by start.
    func booked(by customer: Identifier, within closure: ClosureRow) async throws -> [BookingRow] {
        try await session.query(
            Self.withinClosure,
            [
                "customer_id": customer, "starts_at": closure.time.lowerBound, "ends_at": closure.time.upperBound,
                "reverse_id": closure.reverse,
            ]
        ).map(BookingRow.init)
    }

    /// Locks the customer's bookings that have not begun, and returns them by start.
    func coming(of customer: Identifier, now: Instant) async throws -> [BookingRow] {
        try await session.query(Self.coming, ["customer_id": customer, "now": now]).map(BookingRow.init)
    }

    /// Returns at most `limit` bookings of a customer that start after a time and are not cancelled, the latest first.
    func kept(by customer: Identifier, since: Instant, limit: Int) async throws -> [BookingRow] {
        try await session.query(Self.kept, ["customer_id": customer, "since": since, "limit": limit])
            .map(BookingRow.init)
    }

    /// Returns bookings that have begun with their sets still reserved.
    func begunWithReservedSets(before now: Instant, limit: Int) async throws -> [DueItem] {
        try await session.query(Self.begunReserved, ["now": now, "limit": limit]).map(DueItem.init)
    }

    /// Returns a page of a customer's bookings: the upcoming ones ascending by start, all others descending.
    func history(
        of customer: Identifier, _ filter: HistoryFilter, _ page: PageRequest, now: Instant
    ) async throws -> [BookingRow] {
        let values: NamedParameters = [
            "customer_id": customer, "filter": filter, "now": now,
        ]
        let rows =
            filter == .upcoming
            ? try await session.query(Self.upcoming, values + page.ascending)
            : try await session.query(Self.history, values + page.descending)
        return try rows.map(BookingRow.init)
    }
}

extension BookingTable {
    /// The FROM clause that joins a booking `b` with its case `c`, if it has one.
    static let source = "booking b LEFT JOIN sanction_case c ON c.booking_id = b.id"
    private static let selected = "SELECT \(BookingRow.columns) FROM \(source)"

    private static let get = PreparedStatement("bookingGet", "\(selected) WHERE b.id = :id")
    private static let lock = PreparedStatement("bookingLockRow", "\(selected) WHERE b.id = :id FOR UPDATE OF b")
    private static let cancel = PreparedStatement(
        "bookingCancel",
        """
        UPDATE booking SET state = 'cancelled', cancelled_at = :at, cancelled_by = :by, cancelled_late = :is_late,
            cancel_reason = :reason, charge_state = :charge_state
        WHERE id = :id
        """)
    private static let setUndone = PreparedStatement(
        "bookingUndone", "UPDATE booking SET undone_at = coalesce(undone_at, :at) WHERE id = :id")
    private static let setState = PreparedStatement("bookingState", "UPDATE booking SET state = :state WHERE id = :id")
    private static let setCharge = PreparedStatement(
        "bookingCharge", "UPDATE booking SET charge_state = :charge_state WHERE id = :id")
    private static let setNote = PreparedStatement("bookingNote", "UPDATE booking SET note = :note WHERE id = :id")
    private static let move = PreparedStatement(
        "bookingMove",
        """
        UPDATE booking SET reverse_id = :reverse_id, starts_at = :starts_at, ends_at = :ends_at, sets = :sets,
            price = :price, currency = :currency, charge_state = :charge_state, moves = moves + 1,
            notice_kind = 'confirmation', notice_at = 0
        WHERE id = :id
        """)
    private static let withinClosure = PreparedStatement(
        "bookingWithinClosure",
        """
        \(selected)
        WHERE b.customer_id = :customer_id AND b.state = 'booked' AND b.starts_at < :ends_at
            AND b.ends_at > :starts_at AND (:reverse_id::text IS NULL OR b.reverse_id = :reverse_id)
        ORDER BY b.starts_at, b.id FOR UPDATE OF b
        """)
    private static let coming = PreparedStatement(
        "bookingComing",
        """
        \(selected)
        WHERE b.customer_id = :customer_id AND b.state = 'booked' AND b.starts_at > :now
        ORDER BY b.starts_at, b.id FOR UPDATE OF b
        """)
    private static let kept = PreparedStatement(
        "bookingKept",
        """
        \(selected)
        WHERE b.customer_id = :customer_id AND b.starts_at > :since AND b.state <> 'cancelled'
        ORDER BY b.starts_at DESC, b.id DESC LIMIT :limit
        """)
    private static let begunReserved = PreparedStatement(
        "bookingBegunReserved",
        """
        SELECT id, customer_id FROM booking
        WHERE state = 'booked' AND charge_state = 'held' AND starts_at <= :now ORDER BY starts_at LIMIT :limit
        """)
    /// No booking lasts a day (the longest has 8 sets of 2 hours), so the bound on its start lets the index limit the
    /// rows.
    private static let upcoming = PreparedStatement(
        "bookingUpcoming",
        """
        \(selected)
        WHERE b.customer_id = :customer_id AND (b.starts_at, b.id) > (:after_time, :after_id::uuid)
            AND b.starts_at > :now::bigint - 86400000 AND b.ends_at > :now AND b.state <> 'cancelled'
        ORDER BY b.starts_at, b.id LIMIT :limit
        """)
    private static let history = PreparedStatement(
        "bookingHistory",
        """
        \(selected)
        WHERE b.customer_id = :customer_id AND (b.starts_at, b.id) < (:after_time, :after_id::uuid)
            AND CASE :filter::text
                WHEN 'past' THEN b.state <> 'cancelled' AND b.ends_at <= :now
                WHEN 'cancelled' THEN b.state = 'cancelled'
                ELSE true END
        ORDER BY b.starts_at DESC, b.id DESC LIMIT :limit
        """)
}
