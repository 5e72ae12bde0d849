import BookingContract
import Postgres
import Values

/// What a transaction sees of a customer whose things it is about to change, once nobody else can change them.
struct DeskRow: Sendable {
    var customer: CustomerRow
    /// The time that decides.
    var now: Instant
    var configurationVersion: Int64
    var restrictions: Restrictions
    /// How many bookings have not begun.
    var comingBookings: Int
    /// The customer's hold, run out or not.
    var hold: HoldRow?
    /// What was answered before to a call with the same idempotency key.
    var kept: KeptAnswer?
    /// The first atom from the wished one on that somebody else has; `nil` if none of the next is taken.
    var firstTaken: Int64?
}

/// From when on somebody wants a reverse.
struct Wish: Sendable {
    var reverse: ReverseID
    var start: Instant
}

/// Whose things are to be changed.
enum DeskOwner: Sendable {
    case customer(Identifier)
    case account(Identifier)
}

extension BookingTransaction {
    /// Takes the park's shared lock and the customer's own, in that order, and then looks, all in one go.
    ///
    /// The look is a statement of its own: it sees what was committed while the locks were waited for, and the time is
    /// asked for after them.
    ///
    /// - Parameters:
    ///   - other: another customer whose lock is wanted as well.
    ///   - key: of the call, where it has one.
    ///   - wish: what is going to be booked, where that is known.
    /// - Returns: `nil` if there is no such customer; nothing but the park is locked then.
    func openDesk(
        of owner: DeskOwner, and other: Identifier?, _ key: AnswerKey?, _ wish: Wish?
    ) async throws -> DeskRow? {
        let who: [any PostgresEncodable] =
            switch owner {
            case .customer(let id): [id.text, String?.none]
            case .account(let account): [String?.none, account.text]
            }
        var statements = [try BoundStatement(Self.lockShared, [])]
        if let other, case .customer(let id) = owner {
            statements.append(try BoundStatement(CustomerStatements.lockTwo, [id.text, other.text]))
        }
        statements.append(try BoundStatement(CustomerStatements.lock, who))
        statements.append(
            try BoundStatement(
                DeskStatements.look,
                who + [
                    transaction.injectedTime, key?.account.text, key?.method, key?.key, wish?.reverse.text,
                    wish.map { Atom.number(at: $0.start) },
                ]))
        let results = try await transaction.query(together: statements)
        guard let customer = try results[results.count - 2].first.map(CustomerRow.init),
            let row = results[results.count - 1].first
        else { return nil }
        return try DeskRow(row, of: customer)
    }
}

extension DeskRow {
    init(_ row: PostgresRow, of customer: CustomerRow) throws(PostgresError) {
        self.customer = customer
        now = try row.instant(at: 0)
        configurationVersion = try row.decode(Int64.self, at: 1)
        restrictions = Restrictions(
            suspendedUntil: try row.optionalInstant(at: 2), prepayOnlyUntil: try row.optionalInstant(at: 3))
        comingBookings = try row.decode(Int.self, at: 4)
        if let fingerprint = try row.decode([UInt8]?.self, at: 5) {
            kept = KeptAnswer(fingerprint: fingerprint, answer: try row.decode([UInt8].self, at: 6))
        }
        if try row.decode(String?.self, at: 7) != nil { hold = try HoldRow(row, from: 7) }
        firstTaken = try row.decode(Int64?.self, at: 17)
    }
}

enum DeskStatements {
    /// Atoms, after its first, that no ride is longer than: eight sets of two hours.
    private static let longest = 8 * 24 - 1
    static let look = PreparedStatement(
        "deskLook",
        """
        WITH clock AS MATERIALIZED (
            SELECT coalesce($3::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now)
        SELECT clock.now, (SELECT coalesce(max(version), 0) FROM configuration), r.suspended, r.prepay,
            (SELECT count(*) FROM booking b
             WHERE b.customer_id = k.id AND b.state = 'booked' AND b.starts_at > clock.now),
            a.fingerprint, a.answer,
            h.id, h.customer_id, h.reverse_id, h.starts_at, h.ends_at, h.sets, h.price, h.currency, h.made_at,
            h.expires_at,
            (SELECT min(atom) FROM slot_claim s WHERE s.reverse_id = $7 AND s.atom BETWEEN $8 AND $8 + \(longest)
             AND (s.expires_at IS NULL OR s.expires_at > clock.now) AND coalesce(s.hold_id <> h.id, true))
        FROM clock CROSS JOIN customer k
        CROSS JOIN LATERAL (
            SELECT max(until_at) FILTER (WHERE kind = 'suspension') AS suspended,
                max(until_at) FILTER (WHERE kind = 'prepayOnly') AS prepay
            FROM restriction WHERE customer_id = k.id AND until_at > clock.now AND lifted_at IS NULL) r
        LEFT JOIN idempotency_key a ON a.account_id = $4 AND a.method = $5 AND a.key = $6
        LEFT JOIN hold h ON h.customer_id = k.id
        WHERE k.id = coalesce($1::uuid, (SELECT id FROM customer WHERE account_id = $2))
        """)
}
