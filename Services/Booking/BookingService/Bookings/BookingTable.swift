import BookingContract
import Postgres
import Values

/// A booking as it is kept.
struct BookingRow: Sendable {
    struct Cancellation: Sendable {
        var at: Instant
        var by: CancelledBy
        var isLate: Bool
        var reason: NoteText?
    }

    var id: Identifier
    var customer: Identifier
    var ride: Ride
    var state: BookingState
    var payWith: PaymentWay
    var charge: ChargeState
    var timeZone: TimeZoneName
    /// Milliseconds, by the rule under which it was made.
    var freeCancellation: Int64
    var configurationVersion: Int64
    var note: NoteText?
    var madeAt: Instant
    /// The member of the staff who made it, if one did.
    var madeBy: Identifier?
    var cancellation: Cancellation?
    var caseID: Identifier?
    /// What was decided about its case.
    var decision: Booking.Decision?
    /// How often it was moved to another time.
    var moves = 0

    /// The parameters 8 to 21 of a statement that makes it.
    var columns: [any PostgresEncodable] {
        [
            id.text, customer.text, ride.sets.value, state.rawValue, payWith.rawValue, charge.rawValue, ride.price,
            ride.currency.text, timeZone.text, freeCancellation, configurationVersion, note?.text,
            madeAt.milliseconds, madeBy?.text,
        ]
    }
}

extension BookingTransaction {
    /// The booking, which nobody else can change until the transaction ends; its customer's lock comes before.
    func lockBooking(_ id: Identifier) async throws -> BookingRow? {
        try await query(BookingStatements.lock, [id.text]).first.map(BookingRow.init)
    }

    func cancel(_ id: Identifier, _ cancellation: BookingRow.Cancellation, charge: ChargeState) async throws {
        try await query(
            BookingStatements.cancel,
            [
                id.text, cancellation.at.milliseconds, cancellation.by.rawValue, cancellation.isLate,
                cancellation.reason?.text, charge.rawValue,
            ])
    }

    func setState(_ state: BookingState, of id: Identifier) async throws {
        try await query(BookingStatements.setState, [id.text, state.rawValue])
    }

    func setCharge(_ charge: ChargeState, of id: Identifier) async throws {
        try await query(BookingStatements.setCharge, [id.text, charge.rawValue])
    }

    func setNote(_ note: NoteText?, of id: Identifier) async throws {
        try await query(BookingStatements.setNote, [id.text, note?.text])
    }

    /// Moves a booking to another time.
    func move(_ id: Identifier, to ride: Ride, charge: ChargeState) async throws {
        try await query(
            BookingStatements.move,
            [
                id.text, ride.reverse.text, ride.start.milliseconds, ride.end.milliseconds, ride.sets.value,
                ride.price, ride.currency.text, charge.rawValue,
            ])
    }

    /// The customer's bookings that a closure hits.
    func bookings(of customer: Identifier, hitBy closure: ClosureRow) async throws -> [BookingRow] {
        try await query(
            BookingStatements.hitOfCustomer,
            [
                customer.text, closure.time.lowerBound.milliseconds, closure.time.upperBound.milliseconds,
                closure.reverse?.text,
            ]
        ).map(BookingRow.init)
    }
}

extension BookingStore {
    /// Bookings on passes that have begun and whose sets are still set aside.
    func begunHeldBookings(before now: Instant, limit: Int) async throws -> [(id: Identifier, customer: Identifier)] {
        try await query(BookingStatements.begunHeld, [now.milliseconds, limit]).map { (row) throws(PostgresError) in
            (try row.identifier(at: 0), try row.identifier(at: 1))
        }
    }

    func booking(_ id: Identifier, deadline: ContinuousClock.Instant?) async throws -> BookingRow? {
        try await query(BookingStatements.get, [id.text], deadline: deadline).first.map(BookingRow.init)
    }

    /// A page of a customer's bookings from after `start` on: the coming ones with the next one first, all others newest
    /// first.
    func history(
        of customer: Identifier, _ filter: HistoryFilter, after start: PageKey?, limit: Int, now: Instant,
        deadline: ContinuousClock.Instant?
    ) async throws -> [BookingRow] {
        if filter == .upcoming {
            let start = start ?? .first
            return try await query(
                BookingStatements.upcoming, [customer.text, now.milliseconds, start.time, start.id.text, limit],
                deadline: deadline
            ).map(BookingRow.init)
        }
        let start = start ?? .last
        return try await query(
            BookingStatements.history,
            [customer.text, filter.rawValue, now.milliseconds, start.time, start.id.text, limit], deadline: deadline
        ).map(BookingRow.init)
    }
}

/// Where a page of a list begins: after the entry with this time and id.
struct PageKey: Sendable, Equatable {
    var time: Int64
    var id: Identifier

    /// Before every entry of a list whose newest comes first.
    static let last = PageKey(time: .max, id: Identifier(unchecked: "ffffffff-ffff-ffff-ffff-ffffffffffff"))
    /// Before every entry of a list whose oldest comes first.
    static let first = PageKey(time: .min, id: Identifier(unchecked: "00000000-0000-0000-0000-000000000000"))
}

extension BookingRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.identifier(at: 0)
        customer = try row.identifier(at: 1)
        ride = Ride(
            reverse: ReverseID(unchecked: try row.decode(String.self, at: 2)), start: try row.instant(at: 3),
            end: try row.instant(at: 4), sets: SetCount(unchecked: try row.decode(Int.self, at: 5)),
            price: try row.decode(Int.self, at: 6),
            currency: CurrencyCode(unchecked: try row.decode(String.self, at: 7)))
        state = try row.word(at: 8)
        payWith = try row.word(at: 9)
        charge = try row.word(at: 10)
        timeZone = TimeZoneName(unchecked: try row.decode(String.self, at: 11))
        freeCancellation = try row.decode(Int64.self, at: 12)
        configurationVersion = try row.decode(Int64.self, at: 13)
        note = try row.decode(String?.self, at: 14).map(NoteText.init(unchecked:))
        madeAt = try row.instant(at: 15)
        madeBy = try row.optionalIdentifier(at: 16)
        if let at = try row.optionalInstant(at: 17) {
            cancellation = Cancellation(
                at: at, by: try row.word(at: 18), isLate: try row.decode(Bool.self, at: 19),
                reason: try row.decode(String?.self, at: 20).map(NoteText.init(unchecked:)))
        }
        moves = try row.decode(Int.self, at: 21)
        caseID = try row.optionalIdentifier(at: 22)
        decision = try Booking.Decision(row, from: 23)
    }
}

enum BookingStatements {
    /// The columns of a ``BookingRow``, of the tables of ``source``.
    static let columns = """
        b.id, b.customer_id, b.reverse_id, b.starts_at, b.ends_at, b.sets, b.price, b.currency, b.state, b.pay_with, \
        b.charge_state, b.time_zone, b.free_cancellation_ms, b.configuration_version, b.note, b.made_at, b.made_by, \
        b.cancelled_at, b.cancelled_by, b.cancelled_late, b.cancel_reason, b.moves, c.id, \(CaseStatements.decision)
        """
    static let columnCount = 23 + CaseStatements.decisionCount
    /// A booking and its case, if it has one.
    static let source = "booking b LEFT JOIN sanction_case c ON c.booking_id = b.id"

    /// The columns of a booking that is made.
    static let insertedColumns = """
        id, customer_id, reverse_id, starts_at, ends_at, sets, state, pay_with, charge_state, price, currency, \
        time_zone, free_cancellation_ms, configuration_version, note, made_at, made_by
        """
    static let get = PreparedStatement("bookingGet", "SELECT \(columns) FROM \(source) WHERE b.id = $1")
    static let lock = PreparedStatement(
        "bookingLockRow", "SELECT \(columns) FROM \(source) WHERE b.id = $1 FOR UPDATE OF b")
    static let cancel = PreparedStatement(
        "bookingCancel",
        """
        UPDATE booking SET state = 'cancelled', cancelled_at = $2, cancelled_by = $3, cancelled_late = $4,
            cancel_reason = $5, charge_state = $6
        WHERE id = $1
        """)
    static let setState = PreparedStatement("bookingState", "UPDATE booking SET state = $2 WHERE id = $1")
    static let setCharge = PreparedStatement("bookingCharge", "UPDATE booking SET charge_state = $2 WHERE id = $1")
    static let setNote = PreparedStatement("bookingNote", "UPDATE booking SET note = $2 WHERE id = $1")
    static let move = PreparedStatement(
        "bookingMove",
        """
        UPDATE booking SET reverse_id = $2, starts_at = $3, ends_at = $4, sets = $5, price = $6, currency = $7,
            charge_state = $8, moves = moves + 1
        WHERE id = $1
        """)
    static let hitOfCustomer = PreparedStatement(
        "bookingHitOfCustomer",
        """
        SELECT \(columns) FROM \(source)
        WHERE b.customer_id = $1 AND b.state = 'booked' AND b.starts_at < $3 AND b.ends_at > $2
            AND ($4::text IS NULL OR b.reverse_id = $4)
        ORDER BY b.starts_at, b.id FOR UPDATE OF b
        """)
    static let begunHeld = PreparedStatement(
        "bookingBegunHeld",
        """
        SELECT id, customer_id FROM booking
        WHERE state = 'booked' AND charge_state = 'held' AND starts_at <= $1 ORDER BY starts_at LIMIT $2
        """)
    /// No booking is as long as a day, 8 sets of 2 hours being the most: so the index bounds what is read.
    static let upcoming = PreparedStatement(
        "bookingUpcoming",
        """
        SELECT \(columns) FROM \(source)
        WHERE b.customer_id = $1 AND (b.starts_at, b.id) > ($3, $4::uuid) AND b.starts_at > $2::bigint - 86400000
            AND b.ends_at > $2 AND b.state <> 'cancelled'
        ORDER BY b.starts_at, b.id LIMIT $5
        """)
    static let history = PreparedStatement(
        "bookingHistory",
        """
        SELECT \(columns) FROM \(source)
        WHERE b.customer_id = $1 AND (b.starts_at, b.id) < ($4, $5::uuid)
            AND CASE $2::text
                WHEN 'past' THEN b.state <> 'cancelled' AND b.ends_at <= $3
                WHEN 'cancelled' THEN b.state = 'cancelled'
                ELSE true END
        ORDER BY b.starts_at DESC, b.id DESC LIMIT $6
        """)
}
