import BookingContract
import Postgres
import Values

/// A customer to lock, and the data to read under the lock.
struct CustomerLock: Sendable {
    enum Owner: Sendable {
        case customer(Identifier)
        case account(Identifier)
    }

    var owner: Owner
    /// Another customer to lock as well.
    var other: Identifier?
    /// The call's idempotency key, whose stored answer is looked up.
    var key: AnswerKey?
    /// The slots about to be booked, whose claims are looked up.
    var request: SlotRequest?
    /// The language of the customer's own call, to be stored as the customer's.
    var language: Language?
}

/// The state of a customer, read after taking the locks.
struct LockedState: Sendable {
    var customer: CustomerRow
    /// The time on which decisions are based.
    var now: Instant
    var configurationVersion: Int64
    var restrictions: Restrictions
    /// The number of bookings that have not begun.
    var upcomingBookings: Int
    /// The sets of these bookings that are to be paid for at the park.
    var upcomingOnSiteSets: Int
    /// True if the customer was checked in at least once.
    var hasVisited: Bool
    /// The number of bookings that the customer has undone within ``CancellationRule/undonePeriod``.
    var undoneBookings: Int
    /// The answer stored for the call's idempotency key.
    var storedAnswer: StoredAnswer?
    /// The first claimed ``Atom`` from the requested start on; `nil` if none is claimed within the length of the
    /// longest booking.
    var firstTaken: Int64?
    /// The customer's hold, expired or not.
    var hold: HoldRow?

    var standing: CustomerStanding {
        CustomerStanding(
            restrictions: restrictions, upcomingBookings: upcomingBookings, upcomingOnSiteSets: upcomingOnSiteSets,
            hasVisited: hasVisited, hasPhone: customer.phone != nil)
    }
}

extension CustomerLock {
    /// Locks the park (shared) and then the customer, and reads the customer's state, in one round trip.
    ///
    /// A separate statement reads the state and the time, so it sees everything committed during the wait for the
    /// locks. A new language costs another round trip.
    ///
    /// - Returns: `nil` if there is no such customer; then only the park is locked.
    func take(in transaction: BookingTransaction) async throws -> LockedState? {
        let (customer, account): (Identifier?, Identifier?) =
            switch owner {
            case .customer(let id): (id, nil)
            case .account(let id): (nil, id)
            }
        let owner: NamedParameters = ["customer": customer, "owner_account": account]
        var statements = [try BookingTransaction.sharedParkLock()]
        if let other, let customer {
            statements.append(try BoundStatement(Self.lockTwo, ["customer": customer, "other": other]))
        }
        statements.append(try BoundStatement(Self.lock, owner))
        statements.append(
            try BoundStatement(
                Self.readState,
                owner + [
                    "injected_time": transaction.transaction.injectedTime, "key_account": key?.account,
                    "method": key?.method, "key": key?.key, "reverse_id": request?.reverse,
                    "atom": request.map { Atom.number(at: $0.start) },
                ]))
        let results = try await transaction.query(together: statements, committing: false)
        guard let customer = try results[results.count - 2].first.map(CustomerRow.init) else { return nil }
        var state = try LockedState(customer, results[results.count - 1].only)
        if let language, language != customer.language {
            try await transaction.query(Self.setLanguage, ["id": customer.id, "language": language])
            state.customer.language = language
        }
        return state
    }

    /// Locks the customer: serializes every change until the transaction ends.
    private static let lock = PreparedStatement(
        "customerLock",
        """
        SELECT \(CustomerRow.columns) FROM customer
        WHERE id = coalesce(:customer::uuid, (SELECT id FROM customer WHERE account_id = :owner_account)) FOR UPDATE
        """)
    /// Ordered by id, so that two transactions never lock the same pair in opposite orders.
    private static let lockTwo = PreparedStatement(
        "customerLockTwo", "SELECT FROM customer WHERE id IN (:customer, :other) ORDER BY id FOR UPDATE")
    private static let setLanguage = PreparedStatement(
        "customerSetLanguage", "UPDATE customer SET language = :language WHERE id = :id")
    /// The number of atoms after the first that the longest booking covers: eight sets of two hours.
    private static let longest = 8 * 24 - 1
    private static let readState = PreparedStatement(
        "customerState",
        """
        WITH clock AS MATERIALIZED (
            SELECT coalesce(:injected_time::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)
        SELECT clock.now, (SELECT coalesce(max(version), 0) FROM configuration) AS configuration_version,
            r.suspended, r.prepay,
            u.upcoming_bookings, u.on_site_sets,
            EXISTS (SELECT FROM booking b WHERE b.customer_id = k.id AND b.state = 'checkedIn') AS has_visited,
            (SELECT count(*) FROM booking b
             WHERE b.customer_id = k.id AND b.undone_at > clock.now - \(CancellationRule.undonePeriod))
                AS undone_bookings,
            a.fingerprint, a.answer,
            (SELECT min(atom) FROM slot_claim s
             WHERE s.reverse_id = :reverse_id AND s.atom BETWEEN :atom AND :atom + \(longest)
             AND (s.expires_at IS NULL OR s.expires_at > clock.now) AND coalesce(s.hold_id <> h.id, true))
                AS first_taken,
            \(HoldRow.columns)
        FROM clock CROSS JOIN customer k
        CROSS JOIN LATERAL (
            SELECT max(until_at) FILTER (WHERE kind = 'suspension') AS suspended,
                max(until_at) FILTER (WHERE kind = 'prepayOnly') AS prepay
            FROM restriction WHERE customer_id = k.id AND until_at > clock.now AND lifted_at IS NULL) r
        CROSS JOIN LATERAL (
            SELECT count(*) AS upcoming_bookings,
                coalesce(sum(b.sets) FILTER (WHERE b.pay_with = 'onSite'), 0)::bigint AS on_site_sets
            FROM booking b WHERE b.customer_id = k.id AND b.state = 'booked' AND b.starts_at > clock.now) u
        LEFT JOIN idempotency_key a ON a.account_id = :key_account AND a.method = :method AND a.key = :key
        LEFT JOIN hold h ON h.customer_id = k.id
        WHERE k.id = coalesce(:customer::uuid, (SELECT id FROM customer WHERE account_id = :owner_account))
        """)
}

extension LockedState {
    /// Reads a row of ``CustomerLock/readState``; `h.id` is NULL without a hold.
    fileprivate init(_ customer: CustomerRow, _ row: PostgresRow) throws(PostgresError) {
        self.customer = customer
        now = try row.read("now")
        configurationVersion = try row.read("configuration_version")
        restrictions = Restrictions(
            suspendedUntil: try row.read("suspended"), prepayOnlyUntil: try row.read("prepay"))
        upcomingBookings = try row.read("upcoming_bookings")
        upcomingOnSiteSets = try row.read("on_site_sets")
        hasVisited = try row.read("has_visited")
        undoneBookings = try row.read("undone_bookings")
        if let fingerprint = try row.read("fingerprint", as: [UInt8]?.self),
            let answer = try row.read("answer", as: [UInt8]?.self)
        {
            storedAnswer = StoredAnswer(fingerprint: fingerprint, answer: answer)
        }
        firstTaken = try row.read("first_taken")
        if try !row.isNull("id") { hold = try HoldRow(row) }
    }
}
