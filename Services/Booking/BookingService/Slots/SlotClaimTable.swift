import BookingContract
import Postgres
import Values

/// Who takes a time on a reverse.
enum ClaimOwner: Sendable {
    case booking(Identifier)
    case hold(Identifier, until: Instant)
}

/// Slots that somebody keeps while confirming.
struct HoldRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var ride: Ride
    var madeAt: Instant
    var expiresAt: Instant
}

extension BookingTransaction {
    /// Takes a time; false if somebody has any part of it, or the park is closed then.
    ///
    /// A hold that ran out gives way, and so do the `replaced` bookings and holds, whose whole time goes to the owner;
    /// ``trim(_:to:)`` frees what of it is not wanted. All rows are taken in one ascending order, wanted or given up, so
    /// that two who want each other's times wait one way only.
    func claim(
        _ ride: Ride, for owner: ClaimOwner, replacing replaced: [Identifier] = [], now: Instant
    ) async throws -> Bool {
        let (booking, hold, expiry): (String?, String?, Int64?) =
            switch owner {
            case .booking(let id): (id.text, nil, nil)
            case .hold(let id, let until): (nil, id.text, until.milliseconds)
            }
        return try await query(
            ClaimStatements.claim, Self.claimed(ride, now) + [booking, hold, expiry, replaced.map(\.text)]
        ).only { (row) throws(PostgresError) in try row.decode(Bool.self, at: 0) }
    }

    /// As ``claim(_:for:replacing:now:)``, and makes the booking that it is for.
    func claimAndInsert(
        _ booking: BookingRow, replacing replaced: [Identifier], now: Instant
    ) async throws -> Bool {
        try await Self.claiming {
            try await query(
                ClaimStatements.claimAndInsert,
                Self.claimed(booking.ride, now) + booking.columns + [replaced.map(\.text)]
            ).affectedRows == 1
        } ?? false
    }

    /// Takes a time for a booking, makes the booking, writes the record and commits, all in one go.
    ///
    /// Of a time that cannot be had as a whole nothing is taken; nothing is made then, nor written down.
    /// - Returns: the new numbers of the days that have changed; `nil` if the time cannot be had.
    func make(_ booking: BookingRow, _ record: BookingRecord, now: Instant) async throws -> [LocalDate: Int64]? {
        let statement = try BoundStatement(
            ClaimStatements.make, Self.claimed(booking.ride, now) + booking.columns + record.columns)
        let versions = try await Self.claiming {
            try Self.versions(await transaction.query(together: [statement], committing: true)[0])
        }
        return versions?.isEmpty == false ? versions : nil
    }

    /// Runs what claims a time for a new booking; `nil` if only some part of it could be had: a claim for a booking that
    /// was not made.
    private static func claiming<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as PostgresError where error.constraint == "slot_claim_booking_id_fkey" {
            return nil
        }
    }

    /// The parameters 1 to 7 of a claim.
    private static func claimed(_ ride: Ride, _ now: Instant) -> [any PostgresEncodable] {
        [
            ride.reverse.text, ride.atoms.lowerBound, ride.atoms.upperBound - 1, ride.start.milliseconds,
            ride.end.milliseconds, now.milliseconds, ride.atoms.count,
        ]
    }

    /// Frees what an owner has beyond a time.
    static func trim(_ owner: Identifier, to ride: Ride) throws -> BoundStatement {
        try BoundStatement(
            ClaimStatements.trim, [owner.text, ride.reverse.text, ride.atoms.lowerBound, ride.atoms.upperBound - 1])
    }

    /// Frees the time of a booking or a hold, in ascending order as it is claimed.
    static func release(_ owner: Identifier) throws -> BoundStatement {
        try BoundStatement(ClaimStatements.release, [owner.text])
    }

    /// Whether the park or the reverse is closed at any part of a time.
    func isClosed(_ ride: Ride) async throws -> Bool {
        try await query(
            ClaimStatements.closed, [ride.reverse.text, ride.start.milliseconds, ride.end.milliseconds]
        ).only { (row) throws(PostgresError) in try row.decode(Bool.self, at: 0) }
    }

    // MARK: Holds

    /// The customer's hold, run out or not.
    func hold(of customer: Identifier) async throws -> HoldRow? {
        try await query(ClaimStatements.hold, [customer.text]).first.map(HoldRow.init)
    }

    static func insert(_ hold: HoldRow) throws -> BoundStatement {
        try BoundStatement(
            ClaimStatements.insertHold,
            [
                hold.id.text, hold.customer.text, hold.ride.reverse.text, hold.ride.start.milliseconds,
                hold.ride.end.milliseconds, hold.ride.sets.value, hold.ride.price, hold.ride.currency.text,
                hold.madeAt.milliseconds, hold.expiresAt.milliseconds,
            ])
    }

    /// Ends a hold; the claims that are still its own go with it.
    static func delete(_ hold: HoldRow) throws -> BoundStatement {
        try BoundStatement(ClaimStatements.deleteHold, [hold.id.text])
    }

    /// Ends the holds of a time, and lets their customers hold something else at once: it is no fault of theirs.
    func deleteHolds(within time: Range<Instant>, on reverse: ReverseID?) async throws {
        try await query(
            ClaimStatements.deleteHolds,
            [time.lowerBound.milliseconds, time.upperBound.milliseconds, reverse?.text])
    }

    // MARK: Days

    /// Says that a date has changed, as the last thing before the transaction ends; returns the date's new number.
    func touch(_ dates: some Collection<LocalDate>) async throws -> [LocalDate: Int64] {
        try Self.versions(await transaction.query(together: [Self.touching(dates)])[0])
    }

    static func touching(_ dates: some Collection<LocalDate>) throws -> BoundStatement {
        try BoundStatement(ClaimStatements.touch, [Set(dates.map(\.daysSince1970)).sorted().map(Int64.init)])
    }

    /// The new numbers of days.
    static func versions(_ rows: PostgresRows) throws -> [LocalDate: Int64] {
        var versions: [LocalDate: Int64] = [:]
        for row in rows {
            versions[LocalDate(daysSince1970: try row.decode(Int.self, at: 0))] = try row.decode(Int64.self, at: 1)
        }
        return versions
    }
}

extension HoldRow {
    init(_ row: PostgresRow) throws(PostgresError) { try self.init(row, from: 0) }

    init(_ row: PostgresRow, from column: Int) throws(PostgresError) {
        id = try row.identifier(at: column)
        customer = try row.identifier(at: column + 1)
        ride = Ride(
            reverse: ReverseID(unchecked: try row.decode(String.self, at: column + 2)),
            start: try row.instant(at: column + 3), end: try row.instant(at: column + 4),
            sets: SetCount(unchecked: try row.decode(Int.self, at: column + 5)),
            price: try row.decode(Int.self, at: column + 6),
            currency: CurrencyCode(unchecked: try row.decode(String.self, at: column + 7)))
        madeAt = try row.instant(at: column + 8)
        expiresAt = try row.instant(at: column + 9)
    }
}

enum ClaimStatements {
    /// The rows that are wanted; none while the park or the reverse is closed.
    /// - Parameter replaced: whose rows are taken as well, if anybody's.
    private static func claimed(booking: String, hold: String, expiry: String, replaced: String? = nil) -> String {
        let taken = replaced.map {
            """

                UNION SELECT reverse_id, atom FROM slot_claim
                WHERE booking_id = ANY(\($0)::uuid[]) OR hold_id = ANY(\($0)::uuid[])
            """
        }
        let isTaken = replaced.map {
            " OR slot_claim.booking_id = ANY(\($0)::uuid[]) OR slot_claim.hold_id = ANY(\($0)::uuid[])"
        }
        return """
            INSERT INTO slot_claim (reverse_id, atom, booking_id, hold_id, expires_at)
            SELECT wanted.reverse_id, wanted.atom, \(booking)::uuid, \(hold)::uuid, \(expiry)::bigint
            FROM (SELECT $1::text AS reverse_id, generate_series($2::bigint, $3::bigint) AS atom\
            \(taken ?? "")) AS wanted
            WHERE NOT \(isClosed(reverse: "$1", from: "$4", to: "$5"))
            ORDER BY wanted.reverse_id, wanted.atom
            ON CONFLICT (reverse_id, atom) DO UPDATE SET
                booking_id = excluded.booking_id, hold_id = excluded.hold_id, expires_at = excluded.expires_at
            WHERE slot_claim.expires_at <= $6\(isTaken ?? "")
            RETURNING reverse_id, atom
            """
    }
    private static let isAll = """
        (SELECT count(*) FROM claimed WHERE reverse_id = $1 AND atom BETWEEN $2 AND $3) = $7::bigint
        """
    private static func isClosed(reverse: String, from: String, to: String) -> String {
        """
        EXISTS (SELECT FROM closure WHERE reopened_at IS NULL
            AND (reverse_id IS NULL OR reverse_id = \(reverse)) AND starts_at < \(to) AND ends_at > \(from))
        """
    }

    /// A booking that is claimed for altogether.
    private static let inserted = """
        INSERT INTO booking (\(BookingStatements.insertedColumns))
        SELECT $8::uuid, $9::uuid, $1, $4, $5, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21::uuid
        WHERE \(isAll)
        """

    static let claim = PreparedStatement(
        "claim",
        """
        WITH claimed AS (\(claimed(booking: "$8", hold: "$9", expiry: "$10", replaced: "$11")))
        SELECT \(isAll)
        """)
    static let claimAndInsert = PreparedStatement(
        "claimAndInsert",
        "WITH claimed AS (\(claimed(booking: "$8", hold: "NULL", expiry: "NULL", replaced: "$22"))) \(inserted)")
    static let make = PreparedStatement(
        "bookingMake",
        """
        WITH claimed AS (\(claimed(booking: "$8", hold: "NULL", expiry: "NULL"))),
        made AS (\(inserted) RETURNING id),
        \(RecordStatements.recorded(now: "$6", booking: "$8", customer: "$9", from: 22, if: "made"))
        """)
    static let trim = PreparedStatement(
        "claimTrim",
        """
        DELETE FROM slot_claim
        WHERE (booking_id = $1 OR hold_id = $1) AND NOT (reverse_id = $2 AND atom BETWEEN $3 AND $4)
        """)
    static let release = PreparedStatement(
        "claimRelease",
        """
        DELETE FROM slot_claim WHERE (reverse_id, atom) IN (
            SELECT reverse_id, atom FROM slot_claim WHERE booking_id = $1 OR hold_id = $1
            ORDER BY reverse_id, atom FOR UPDATE)
        """)
    static let closed = PreparedStatement("claimClosed", "SELECT \(isClosed(reverse: "$1", from: "$2", to: "$3"))")
    static let hold = PreparedStatement(
        "hold",
        """
        SELECT id, customer_id, reverse_id, starts_at, ends_at, sets, price, currency, made_at, expires_at
        FROM hold WHERE customer_id = $1
        """)
    static let insertHold = PreparedStatement(
        "holdInsert",
        """
        INSERT INTO hold (
            id, customer_id, reverse_id, starts_at, ends_at, sets, price, currency, made_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """)
    static let deleteHold = PreparedStatement("holdDelete", "DELETE FROM hold WHERE id = $1")
    static let deleteHolds = PreparedStatement(
        "holdDeleteWithin",
        """
        WITH ended AS (
            DELETE FROM hold WHERE starts_at < $2 AND ends_at > $1 AND ($3::text IS NULL OR reverse_id = $3)
            RETURNING customer_id)
        UPDATE customer SET hold_again_at = 0 WHERE id IN (SELECT customer_id FROM ended)
        """)
    static let touch = PreparedStatement(
        "dayTouch",
        """
        INSERT INTO day_version (day, version) SELECT day, 1 FROM unnest($1::bigint[]) AS day ORDER BY day
        ON CONFLICT (day) DO UPDATE SET version = day_version.version + 1
        RETURNING day, version
        """)
}
