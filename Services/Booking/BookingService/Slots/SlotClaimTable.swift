import BookingContract
import Postgres
import Values

/// The owner of claimed slots.
enum ClaimOwner: Sendable {
    case booking(Identifier)
    case hold(Identifier, until: Instant)
}

extension TransactionSession {
    var claims: SlotClaimTable { SlotClaimTable(session: self) }
}

/// The table of claims on slots: one row for each reverse and ``Atom``.
struct SlotClaimTable: Sendable {
    let session: any TransactionSession

    /// Claims slots; returns false if any part is taken, closed, or about to be offered to somebody who waits for it.
    ///
    /// Expired holds give way, and so do the `replaced` bookings and holds: all their claims go to the owner, and
    /// ``trim(_:to:)`` frees the superfluous ones. All rows, wanted or given up, are locked in ascending order, so that
    /// two customers who want each other's slots cannot deadlock.
    ///
    /// - Parameter entry: the entry on the waitlist for which the slots are claimed; only earlier ones precede it.
    func claim(
        _ slots: SlotRange, for owner: ClaimOwner, replacing replaced: [Identifier] = [],
        waitingAs entry: Identifier? = nil, now: Instant
    ) async throws -> Bool {
        let (booking, hold, expiry): (Identifier?, Identifier?, Instant?) =
            switch owner {
            case .booking(let id): (id, nil, nil)
            case .hold(let id, let until): (nil, id, until)
            }
        return try await session.query(
            Self.claim,
            slots.claimValues + [
                "now": now, "booking_id": booking, "hold_id": hold, "expires_at": expiry, "replaced": replaced,
                "entry": entry,
            ]
        ).only.read("is_claimed")
    }

    /// Returns true if the park or the reverse is closed during any part of the slots.
    func isClosed(_ slots: SlotRange) async throws -> Bool {
        try await session.query(Self.closed, slots.values).only.read("is_closed")
    }

    /// Frees all claims of a booking or a hold.
    func release(_ owner: Identifier) async throws {
        _ = try await session.query(together: [Self.releasing(owner)], committing: false)
    }

    /// Returns the statement that frees an owner's claims outside `slots`.
    static func trim(_ owner: Identifier, to slots: SlotRange) throws -> BoundStatement {
        try BoundStatement(trim, slots.claimValues + ["owner": owner])
    }

    /// Returns the statement that frees all claims of a booking or a hold, in the ascending order in which they are
    /// claimed.
    static func releasing(_ owner: Identifier) throws -> BoundStatement {
        try BoundStatement(release, ["owner": owner])
    }
}

extension SlotRange {
    /// The parameters of a claim, with those of the slots.
    var claimValues: NamedParameters {
        values + ["first_atom": atoms.lowerBound, "last_atom": atoms.upperBound - 1, "atoms": atoms.count]
    }
}

extension SlotClaimTable {
    /// Returns SQL that inserts or takes over the wanted rows.
    ///
    /// It returns no rows while the park or the reverse is closed, or while the slots are about to be offered.
    ///
    /// - Parameters:
    ///   - replaced: the parameter with the owners whose rows are taken as well, if any.
    ///   - entry: the parameter with the entry on the waitlist for which the slots are claimed, if any.
    static func claimed(
        booking: String, hold: String, expiry: String, replaced: String? = nil, entry: String? = nil
    ) -> String {
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
            FROM (SELECT :reverse_id::text AS reverse_id,
                generate_series(:first_atom::bigint, :last_atom::bigint) AS atom\
            \(taken ?? "")) AS wanted
            WHERE NOT \(isClosed) AND NOT \(AwaitedSlots.areAwaited(before: entry))
            ORDER BY wanted.reverse_id, wanted.atom
            ON CONFLICT (reverse_id, atom) DO UPDATE SET
                booking_id = excluded.booking_id, hold_id = excluded.hold_id, expires_at = excluded.expires_at
            WHERE slot_claim.expires_at <= :now\(isTaken ?? "")
            RETURNING reverse_id, atom
            """
    }
    /// The condition that all wanted rows were claimed.
    static let isAll = """
        (SELECT count(*) FROM claimed WHERE reverse_id = :reverse_id AND atom BETWEEN :first_atom AND :last_atom) \
        = :atoms::bigint
        """
    private static let isClosed = """
        EXISTS (SELECT FROM closure WHERE reopened_at IS NULL
            AND (reverse_id IS NULL OR reverse_id = :reverse_id) AND starts_at < :ends_at AND ends_at > :starts_at)
        """

    private static let claim = PreparedStatement(
        "claim",
        """
        WITH claimed AS (
            \(claimed(
                booking: ":booking_id", hold: ":hold_id", expiry: ":expires_at", replaced: ":replaced",
                entry: ":entry")))
        SELECT \(isAll) AS is_claimed
        """)
    private static let trim = PreparedStatement(
        "claimTrim",
        """
        DELETE FROM slot_claim
        WHERE (booking_id = :owner OR hold_id = :owner)
            AND NOT (reverse_id = :reverse_id AND atom BETWEEN :first_atom AND :last_atom)
        """)
    private static let release = PreparedStatement(
        "claimRelease",
        """
        DELETE FROM slot_claim WHERE (reverse_id, atom) IN (
            SELECT reverse_id, atom FROM slot_claim WHERE booking_id = :owner OR hold_id = :owner
            ORDER BY reverse_id, atom FOR UPDATE)
        """)
    private static let closed = PreparedStatement("claimClosed", "SELECT \(isClosed) AS is_closed")
}
