import BookingContract
import Postgres
import Values

/// A customer as the staff sees them.
struct BoardCustomerRow: Sendable {
    var id: Identifier
    var name: CustomerName
    var phone: PhoneNumber?
    var lateCancellations: Int
    var noShows: Int
    /// The debts in ``currency``.
    var debts: DebtBalances
    var currency: CurrencyCode

    var view: Booking.Customer {
        Booking.Customer(
            id: id, name: name, phone: phone, lateCancellations: lateCancellations, noShows: noShows,
            due: Money(amount: debts.due, currency: currency), credit: debts.credit(in: currency))
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

extension StatementRunner {
    /// Returns the staff's view of bookings and customers, with debts in a currency.
    func board(in currency: CurrencyCode) -> BoardTable { BoardTable(session: self, currency: currency) }
}

/// The bookings and customers as the staff sees them.
struct BoardTable: Sendable {
    let session: any StatementRunner
    let currency: CurrencyCode

    func customer(_ id: Identifier) async throws -> BoardCustomerRow? {
        try await query(Self.customer, ["id": id]).first.map(BoardCustomerRow.init)
    }

    func item(_ id: Identifier) async throws -> BoardRow? {
        try await query(Self.one, ["id": id]).first.map(BoardRow.init)
    }

    /// Returns the bookings that begin within `time`, by start; with `digits`, only those of phone numbers that end in
    /// them.
    func items(within time: Range<Instant>, of digits: PhoneDigits?, limit: Int) async throws -> [BoardRow] {
        try await query(
            digits == nil ? Self.day : Self.dayByPhone,
            [
                "from": time.lowerBound, "to": time.upperBound, "limit": limit, "digits": digits?.reversed,
            ]
        ).map(BoardRow.init).sorted {
            ($0.booking.slots.start, $0.booking.id.text) < ($1.booking.slots.start, $1.booking.id.text)
        }
    }

    /// Returns the upcoming bookings of phone numbers that end in `digits`, by start.
    func upcoming(of digits: PhoneDigits, from start: Instant, limit: Int) async throws -> [BoardRow] {
        try await query(
            Self.byPhone, ["digits": digits.reversed, "from": start, "limit": limit]
        ).map(BoardRow.init)
    }

    /// Returns the customers to whom the park owes money, oldest account first; with `digits`, only those whose phone
    /// numbers end in them.
    func creditors(of digits: PhoneDigits?, limit: Int) async throws -> [BoardCustomerRow] {
        try await query(Self.creditors, ["digits": digits?.reversed, "limit": limit]).map(
            BoardCustomerRow.init)
    }

    /// Returns a page of the bookings that a closure would cancel or has cancelled, by start.
    func affected(
        within time: Range<Instant>, on reverse: ReverseID?, _ page: PageRequest
    ) async throws -> [BoardRow] {
        try await query(
            Self.affected,
            page.ascending + [
                "from": time.lowerBound, "to": time.upperBound, "reverse_id": reverse,
            ]
        ).map(BoardRow.init)
    }

    private func query(_ statement: PreparedStatement, _ values: NamedParameters) async throws -> PostgresRows {
        try await session.query(statement, values + ["currency": currency])
    }
}

extension PhoneDigits {
    /// The digits from last to first, as the index stores phone numbers.
    var reversed: String { String(text.reversed()) }
}

extension BoardCustomerRow {
    /// The columns of a customer `k`, with debts in `:currency`.
    ///
    /// Cases count for 90 days; reversed ones do not count.
    static let columns = """
        k.id AS "customer.id", k.name AS "customer.name", k.phone AS "customer.phone", \
        \(count("lateCancellation")) AS "customer.late_cancellations", \(count("noShow")) AS "customer.no_shows", \
        \(DebtTable.columns(customer: "k.id", currency: ":currency")), :currency::text AS "customer.currency"
        """
    private static func count(_ kind: String) -> String {
        """
        (SELECT count(*) FROM sanction_case s WHERE s.customer_id = k.id AND s.kind = '\(kind)' \
        AND s.state <> 'reversed' \
        AND s.opened_at > floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 7776000000)
        """
    }

    init(_ row: PostgresRow) throws(PostgresError) {
        let own = row.prefixed("customer.")
        id = try own.read("id")
        name = try own.read("name")
        phone = try own.read("phone")
        lateCancellations = try own.read("late_cancellations")
        noShows = try own.read("no_shows")
        debts = try DebtBalances(row)
        currency = try own.read("currency")
    }
}

extension BoardRow {
    /// The columns of a booking `b`, its case `c` and its customer `k`.
    static let columns = "\(BookingRow.columns), \(BoardCustomerRow.columns)"

    init(_ row: PostgresRow) throws(PostgresError) {
        booking = try BookingRow(row)
        customer = try BoardCustomerRow(row)
    }
}

extension BoardTable {
    private static let item =
        "SELECT \(BoardRow.columns) FROM \(BookingTable.source) JOIN customer k ON k.id = b.customer_id"

    private static let customer = PreparedStatement(
        "boardCustomer", "SELECT \(BoardCustomerRow.columns) FROM customer k WHERE k.id = :id")
    private static let one = PreparedStatement("boardOne", "\(item) WHERE b.id = :id")
    /// Cancelled bookings come last, since a customer can make any number of them, and they must not displace others.
    private static let day = PreparedStatement(
        "boardDay",
        """
        \(item) WHERE b.starts_at >= :from AND b.starts_at < :to
        ORDER BY b.state = 'cancelled', b.starts_at, b.id LIMIT :limit
        """)
    /// Returns the condition that a customer's phone number ends with the digits.
    ///
    /// Compares with a range, since `LIKE` uses an index only in a plan made for one pattern; `:` follows the digits in
    /// ASCII.
    static func ends(with digits: String) -> String {
        "reverse(k.phone) ~>=~ \(digits) AND reverse(k.phone) ~<~ (\(digits) || ':')"
    }
    private static let dayByPhone = PreparedStatement(
        "boardDayByPhone",
        """
        \(item) WHERE \(ends(with: ":digits")) AND b.starts_at >= :from AND b.starts_at < :to
        ORDER BY b.state = 'cancelled', b.starts_at, b.id LIMIT :limit
        """)
    private static let byPhone = PreparedStatement(
        "boardByPhone",
        """
        \(item) WHERE \(ends(with: ":digits")) AND b.ends_at > :from AND b.state <> 'cancelled'
        ORDER BY b.starts_at, b.id LIMIT :limit
        """)
    private static let creditors = PreparedStatement(
        "boardCreditors",
        """
        SELECT \(BoardCustomerRow.columns) FROM ledger_account o JOIN customer k ON k.id = o.customer_id
        WHERE o.kind = 'credit' AND o.unit = :currency AND o.balance > 0
            AND (:digits::text IS NULL OR \(ends(with: ":digits::text")))
        ORDER BY o.id LIMIT :limit
        """)
    private static let affected = PreparedStatement(
        "boardAffected",
        """
        \(item)
        WHERE b.starts_at < :to AND b.starts_at > :from::bigint - 86400000 AND b.ends_at > :from
            AND (b.state = 'booked' OR b.cancelled_by = 'park')
            AND (:reverse_id::text IS NULL OR b.reverse_id = :reverse_id)
            AND (b.starts_at, b.id) > (:after_time, :after_id::uuid)
        ORDER BY b.starts_at, b.id LIMIT :limit
        """)
}
