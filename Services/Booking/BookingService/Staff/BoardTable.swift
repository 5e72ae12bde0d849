import BookingContract
import Postgres
import Values

/// A customer with what the staff wants to know.
struct BoardCustomerRow: Sendable {
    var id: Identifier
    var name: CustomerName
    var phone: PhoneNumber?
    var lateCancellations: Int
    var noShows: Int
    /// In the currency that was asked for.
    var owed: Owed
    var currency: CurrencyCode

    var view: Booking.Customer {
        Booking.Customer(
            id: id, name: name, phone: phone, lateCancellations: lateCancellations, noShows: noShows,
            due: Money(amount: owed.due, currency: currency), credit: owed.credit(in: currency))
    }
}

/// A booking with its customer.
struct BoardRow: Sendable {
    var booking: BookingRow
    var customer: BoardCustomerRow

    var view: Booking.BoardItem {
        Booking.BoardItem(booking: booking.view, customer: customer.view, note: booking.note, toPay: booking.toPay)
    }
}

extension BookingTransaction {
    /// A customer, and what is due in a currency.
    func boardCustomer(_ id: Identifier, _ currency: CurrencyCode) async throws -> BoardCustomerRow? {
        try await query(BoardStatements.customer, [currency.text, id.text]).first.map { (row) throws(PostgresError) in
            try BoardCustomerRow(row, from: 0, currency)
        }
    }
}

extension BookingStore {
    func boardItem(
        _ id: Identifier, _ currency: CurrencyCode, deadline: ContinuousClock.Instant?
    ) async throws -> BoardRow? {
        try await query(BoardStatements.one, [currency.text, id.text], deadline: deadline).first.map {
            (row) throws(PostgresError) in try BoardRow(row, currency)
        }
    }

    /// The bookings that begin within a time, in order: all, or of customers whose phone number ends so.
    func boardItems(
        within time: Range<Instant>, of digits: PhoneDigits?, _ currency: CurrencyCode, limit: Int,
        deadline: ContinuousClock.Instant?
    ) async throws -> [BoardRow] {
        var parameters: [any PostgresEncodable] = [
            currency.text, time.lowerBound.milliseconds, time.upperBound.milliseconds, limit,
        ]
        if let digits { parameters.append(digits.reversed) }
        return try await query(
            digits == nil ? BoardStatements.day : BoardStatements.dayByPhone, parameters, deadline: deadline
        ).map { (row) throws(PostgresError) in try BoardRow(row, currency) }.sorted {
            ($0.booking.ride.start, $0.booking.id.text) < ($1.booking.ride.start, $1.booking.id.text)
        }
    }

    /// The coming bookings of customers whose phone number ends so, in order.
    func boardItems(
        phoneDigits: PhoneDigits, from start: Instant, _ currency: CurrencyCode, limit: Int,
        deadline: ContinuousClock.Instant?
    ) async throws -> [BoardRow] {
        try await query(
            BoardStatements.byPhone, [currency.text, phoneDigits.reversed, start.milliseconds, limit],
            deadline: deadline
        ).map { (row) throws(PostgresError) in try BoardRow(row, currency) }
    }

    /// The customers whom the park owes money in a currency: all, or whose phone number ends so; the oldest debt first.
    func creditors(
        phoneDigits: PhoneDigits?, _ currency: CurrencyCode, limit: Int, deadline: ContinuousClock.Instant?
    ) async throws -> [BoardCustomerRow] {
        try await query(
            BoardStatements.creditors, [currency.text, phoneDigits?.reversed, limit], deadline: deadline
        ).map { (row) throws(PostgresError) in try BoardCustomerRow(row, from: 0, currency) }
    }

    /// The bookings that a closure of a time hits, or that a closure has cancelled there, in order, from after `start` on.
    func boardItems(
        affectedWithin time: Range<Instant>, on reverse: ReverseID?, after start: PageKey?, _ currency: CurrencyCode,
        limit: Int, deadline: ContinuousClock.Instant?
    ) async throws -> [BoardRow] {
        let start = start ?? .first
        return try await query(
            BoardStatements.affected,
            [
                currency.text, time.lowerBound.milliseconds, time.upperBound.milliseconds, reverse?.text, start.time,
                start.id.text, limit,
            ], deadline: deadline
        ).map { (row) throws(PostgresError) in try BoardRow(row, currency) }
    }

    func hasCustomer(_ id: Identifier, deadline: ContinuousClock.Instant?) async throws -> Bool {
        try await !query(CustomerStatements.exists, [id.text], deadline: deadline).isEmpty
    }

    /// The live holds that begin within a time, in order.
    func holds(
        within time: Range<Instant>, now: Instant, deadline: ContinuousClock.Instant?
    ) async throws -> [HoldRow] {
        try await query(
            BoardStatements.holds, [time.lowerBound.milliseconds, time.upperBound.milliseconds, now.milliseconds],
            deadline: deadline
        ).map(HoldRow.init)
    }
}

extension PhoneDigits {
    /// As numbers are found by their end.
    fileprivate var reversed: String { String(text.reversed()) }
}

extension BoardCustomerRow {
    init(_ row: PostgresRow, from column: Int, _ currency: CurrencyCode) throws(PostgresError) {
        id = try row.identifier(at: column)
        name = CustomerName(unchecked: try row.decode(String.self, at: column + 1))
        phone = try row.decode(String?.self, at: column + 2).map(PhoneNumber.init(unchecked:))
        lateCancellations = try row.decode(Int.self, at: column + 3)
        noShows = try row.decode(Int.self, at: column + 4)
        owed = try Owed(row, from: column + 5)
        self.currency = currency
    }
}

extension BoardRow {
    init(_ row: PostgresRow, _ currency: CurrencyCode) throws(PostgresError) {
        booking = try BookingRow(row)
        customer = try BoardCustomerRow(row, from: BookingStatements.columnCount, currency)
    }
}

enum BoardStatements {
    /// The columns of a ``BoardCustomerRow``, of the table `k`, what is owed in the currency `$1`; cases count for 90 days,
    /// those taken back not at all.
    private static let customerColumns = """
        k.id, k.name, k.phone, \(count("lateCancellation")), \(count("noShow")), \
        \(LedgerStatements.owed(customer: "k.id", unit: "$1"))
        """
    private static func count(_ kind: String) -> String {
        """
        (SELECT count(*) FROM sanction_case s WHERE s.customer_id = k.id AND s.kind = '\(kind)' \
        AND s.state <> 'reversed' \
        AND s.opened_at > floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 7776000000)
        """
    }
    /// The columns of a ``BoardRow``, of the tables of a booking and `k`.
    static let columns = "\(BookingStatements.columns), \(customerColumns)"
    static let columnCount = BookingStatements.columnCount + 7
    private static let item =
        "SELECT \(columns) FROM \(BookingStatements.source) JOIN customer k ON k.id = b.customer_id"

    static let one = PreparedStatement("boardOne", "\(item) WHERE b.id = $2")
    /// Those that are cancelled, of which anybody can make any number, push nobody out.
    static let day = PreparedStatement(
        "boardDay",
        """
        \(item) WHERE b.starts_at >= $2 AND b.starts_at < $3
        ORDER BY b.state = 'cancelled', b.starts_at, b.id LIMIT $4
        """)
    /// A range rather than `LIKE`, which only finds an index in a plan that is made for one text; `:` comes after the digits.
    private static func ends(with digits: String) -> String {
        "reverse(k.phone) ~>=~ \(digits) AND reverse(k.phone) ~<~ (\(digits) || ':')"
    }
    static let dayByPhone = PreparedStatement(
        "boardDayByPhone",
        """
        \(item) WHERE \(ends(with: "$5")) AND b.starts_at >= $2 AND b.starts_at < $3
        ORDER BY b.state = 'cancelled', b.starts_at, b.id LIMIT $4
        """)
    static let byPhone = PreparedStatement(
        "boardByPhone",
        """
        \(item) WHERE \(ends(with: "$2")) AND b.ends_at > $3 AND b.state <> 'cancelled'
        ORDER BY b.starts_at, b.id LIMIT $4
        """)
    static let creditors = PreparedStatement(
        "boardCreditors",
        """
        SELECT \(customerColumns) FROM ledger_account o JOIN customer k ON k.id = o.customer_id
        WHERE o.kind = 'credit' AND o.unit = $1 AND o.balance > 0
            AND ($2::text IS NULL OR \(ends(with: "$2::text")))
        ORDER BY o.id LIMIT $3
        """)
    static let affected = PreparedStatement(
        "boardAffected",
        """
        \(item)
        WHERE b.starts_at < $3 AND b.starts_at > $2::bigint - 86400000 AND b.ends_at > $2
            AND (b.state = 'booked' OR b.cancelled_by = 'park') AND ($4::text IS NULL OR b.reverse_id = $4)
            AND (b.starts_at, b.id) > ($5, $6::uuid)
        ORDER BY b.starts_at, b.id LIMIT $7
        """)
    static let customer = PreparedStatement(
        "boardCustomer", "SELECT \(customerColumns) FROM customer k WHERE k.id = $2")
    static let holds = PreparedStatement(
        "boardHolds",
        """
        SELECT id, customer_id, reverse_id, starts_at, ends_at, sets, price, currency, made_at, expires_at
        FROM hold WHERE starts_at >= $1 AND starts_at < $2 AND expires_at > $3 ORDER BY starts_at, id
        """)
}
