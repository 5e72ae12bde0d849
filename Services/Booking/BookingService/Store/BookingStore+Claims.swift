import Contracts
import Postgres

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
    /// Takes a time; false if somebody has any part of it.
    ///
    /// A hold that ran out gives way. The rows are taken in ascending order, so that two who want overlapping times wait for each other one way only.
    func claim(_ ride: Ride, for owner: ClaimOwner, now: Instant) async throws -> Bool {
        let (booking, hold, expiry): (String?, String?, Int64?) =
            switch owner {
            case .booking(let id): (id.text, nil, nil)
            case .hold(let id, let until): (nil, id.text, until.milliseconds)
            }
        let atoms = ride.atoms
        let rows = try await query(
            ClaimStatements.claim,
            [
                ride.reverse.text, atoms.lowerBound, atoms.upperBound - 1, booking, hold, expiry, now.milliseconds,
            ])
        return rows.affectedRows == atoms.count
    }

    /// Hands a live hold's time over to a booking; false if some of it is gone.
    func convertClaims(of hold: HoldRow, to booking: Identifier) async throws -> Bool {
        try await query(ClaimStatements.convert, [hold.id.text, booking.text]).affectedRows == hold.ride.atoms.count
    }

    /// Frees a booking's time.
    func releaseClaims(of booking: Identifier) async throws {
        try await query(ClaimStatements.release, [booking.text])
    }

    /// Locks the time of a booking or a hold that is given up, and what is taken of the time that is wanted instead, in
    /// ascending order: two that want each other's times wait one way only.
    func lockClaims(of owner: Identifier, and ride: Ride) async throws {
        let atoms = ride.atoms
        try await query(
            ClaimStatements.lock, [owner.text, ride.reverse.text, atoms.lowerBound, atoms.upperBound - 1])
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

    func insertHold(_ hold: HoldRow) async throws {
        try await query(
            ClaimStatements.insertHold,
            [
                hold.id.text, hold.customer.text, hold.ride.reverse.text, hold.ride.start.milliseconds,
                hold.ride.end.milliseconds, hold.ride.sets.value, hold.ride.price, hold.ride.currency.text,
                hold.madeAt.milliseconds, hold.expiresAt.milliseconds,
            ])
    }

    /// Ends a hold; the claims that are still its own go with it.
    func deleteHold(_ id: Identifier) async throws { try await query(ClaimStatements.deleteHold, [id.text]) }

    /// Ends the holds that begin within a time; returns their dates' instants.
    func deleteHolds(within time: Range<Instant>, on reverse: ReverseID?) async throws {
        try await query(
            ClaimStatements.deleteHolds,
            [time.lowerBound.milliseconds, time.upperBound.milliseconds, reverse?.text])
    }

    // MARK: Days

    /// Says that a date has changed, as the last thing before the transaction ends; returns the date's new number.
    func touch(_ dates: some Collection<LocalDate>) async throws -> [LocalDate: Int64] {
        let days = Set(dates.map(\.daysSince1970)).sorted().map(Int64.init)
        let rows = try await query(ClaimStatements.touch, [days])
        var versions: [LocalDate: Int64] = [:]
        for row in rows {
            versions[LocalDate(daysSince1970: try row.decode(Int.self, at: 0))] = try row.decode(Int64.self, at: 1)
        }
        return versions
    }
}

extension HoldRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.identifier(at: 0)
        customer = try row.identifier(at: 1)
        ride = Ride(
            reverse: ReverseID(unchecked: try row.decode(String.self, at: 2)), start: try row.instant(at: 3),
            end: try row.instant(at: 4), sets: SetCount(unchecked: try row.decode(Int.self, at: 5)),
            price: try row.decode(Int.self, at: 6),
            currency: CurrencyCode(unchecked: try row.decode(String.self, at: 7)))
        madeAt = try row.instant(at: 8)
        expiresAt = try row.instant(at: 9)
    }
}

enum ClaimStatements {
    static let claim = PreparedStatement(
        "claim",
        """
        INSERT INTO slot_claim (reverse_id, atom, booking_id, hold_id, expires_at)
        SELECT $1, atom, $4::uuid, $5::uuid, $6::bigint FROM generate_series($2::bigint, $3::bigint) AS atom
        ORDER BY atom
        ON CONFLICT (reverse_id, atom) DO UPDATE SET
            booking_id = excluded.booking_id, hold_id = excluded.hold_id, expires_at = excluded.expires_at
        WHERE slot_claim.expires_at <= $7
        """)
    static let convert = PreparedStatement(
        "claimConvert",
        "UPDATE slot_claim SET booking_id = $2, hold_id = NULL, expires_at = NULL WHERE hold_id = $1")
    static let release = PreparedStatement("claimRelease", "DELETE FROM slot_claim WHERE booking_id = $1")
    static let lock = PreparedStatement(
        "claimLock",
        """
        SELECT FROM slot_claim
        WHERE booking_id = $1 OR hold_id = $1 OR (reverse_id = $2 AND atom BETWEEN $3 AND $4)
        ORDER BY reverse_id, atom FOR UPDATE
        """)
    static let closed = PreparedStatement(
        "claimClosed",
        """
        SELECT EXISTS (SELECT FROM closure
            WHERE reopened_at IS NULL AND (reverse_id IS NULL OR reverse_id = $1) AND starts_at < $3 AND ends_at > $2)
        """)
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
        DELETE FROM hold WHERE starts_at < $2 AND ends_at > $1 AND ($3::text IS NULL OR reverse_id = $3)
        """)
    static let touch = PreparedStatement(
        "dayTouch",
        """
        INSERT INTO day_version (day, version) SELECT day, 1 FROM unnest($1::bigint[]) AS day ORDER BY day
        ON CONFLICT (day) DO UPDATE SET version = day_version.version + 1
        RETURNING day, version
        """)
}
