import BookingContract
import Postgres
import Values

/// Somebody who books.
struct CustomerRow: Sendable {
    var id: Identifier
    var account: Identifier?
    var name: CustomerName
    var phone: PhoneNumber?
    /// Where to write to who has no telephone here.
    var email: EmailAddress?
    var language: Language
    var knownAt: Instant
    /// No hold before this.
    var holdAgainAt: Instant
}

extension BookingStore {
    /// The customer of an account, if there is one.
    func customer(of account: Identifier, deadline: ContinuousClock.Instant?) async throws -> CustomerRow? {
        try await query(CustomerStatements.byAccount, [account.text], deadline: deadline).first.map(CustomerRow.init)
    }

    /// Who is known by this number alone and has bookings.
    func callerWithBookings(
        _ phone: PhoneNumber, deadline: ContinuousClock.Instant?
    ) async throws -> Identifier? {
        try await query(CustomerStatements.callerWithBookings, [phone.text], deadline: deadline).first.map {
            (row) throws(PostgresError) in try row.identifier(at: 0)
        }
    }
}

extension BookingTransaction {
    /// Makes or renews the customer of an account; a caller who was known by the phone number alone is taken over.
    /// - Parameters:
    ///   - language: what the customer's own call asked for; `nil` leaves what is known.
    ///   - first: the language of somebody of whom none is known.
    func keepCustomer(
        id: Identifier, _ person: Person, language: Language?, first: Language, now: Instant
    ) async throws -> CustomerRow {
        if let phone = person.phone {
            try await query(CustomerStatements.adopt, [person.account.text, phone.text])
        }
        let rows = try await query(
            CustomerStatements.keep,
            [
                id.text, person.account.text, person.name.text, person.phone?.text, person.email?.text,
                language?.rawValue, now.milliseconds, first.rawValue,
            ])
        return try rows.only(CustomerRow.init)
    }

    /// Makes or renews a caller who has no account.
    func keepCaller(
        id: Identifier, name: CustomerName, phone: PhoneNumber, language: Language, now: Instant
    ) async throws -> CustomerRow {
        try await query(
            CustomerStatements.keepCaller, [id.text, name.text, phone.text, language.rawValue, now.milliseconds]
        ).only(
            CustomerRow.init)
    }

    /// Makes bookings, cases and restrictions of a caller without an account another customer's; both locks come before.
    /// - Returns: whether there was something to be moved.
    func moveBookings(of caller: Identifier, to customer: Identifier) async throws -> Bool {
        let moved = try await query(CustomerStatements.moveBookings, [caller.text, customer.text])
        guard moved.affectedRows > 0 else { return false }
        try await query(CustomerStatements.moveCases, [caller.text, customer.text])
        try await query(CustomerStatements.moveRestrictions, [caller.text, customer.text])
        return true
    }

    /// Has the customer of an account see the entries of a caller that were made until now; both locks come before.
    func joinEntries(of caller: Identifier, to customer: Identifier, now: Instant) async throws {
        try await query(CustomerStatements.joinEntries, [caller.text, customer.text, now.milliseconds])
    }

    /// Has messages to the customer written in a language.
    func setLanguage(_ language: Language, of customer: Identifier) async throws {
        try await query(CustomerStatements.setLanguage, [customer.text, language.rawValue])
    }

    /// Has the customer hold again no sooner than `instant`; the customer's lock comes before.
    static func holdAgain(_ customer: Identifier, at instant: Instant) throws -> BoundStatement {
        try BoundStatement(CustomerStatements.holdAgain, [customer.text, instant.milliseconds])
    }
}

extension CustomerRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.identifier(at: 0)
        account = try row.optionalIdentifier(at: 1)
        name = CustomerName(unchecked: try row.decode(String.self, at: 2))
        phone = try row.decode(String?.self, at: 3).map(PhoneNumber.init(unchecked:))
        email = try row.decode(String?.self, at: 4).map(EmailAddress.init(unchecked:))
        language = try row.word(at: 5)
        knownAt = try row.instant(at: 6)
        holdAgainAt = try row.instant(at: 7)
    }
}

extension PostgresRows {
    /// The one row that a statement always gives.
    func only<Value>(_ make: (PostgresRow) throws(PostgresError) -> Value) throws(PostgresError) -> Value {
        guard let row = first else { throw PostgresError(.protocolViolation, "a statement gave no row") }
        return try make(row)
    }
}

enum CustomerStatements {
    /// The columns of a ``CustomerRow``.
    private static let columns = "id, account_id, name, phone, email, language, known_at, hold_again_at"
    static let byAccount = PreparedStatement(
        "customerByAccount", "SELECT \(columns) FROM customer WHERE account_id = $1")
    static let adopt = PreparedStatement(
        "customerAdopt",
        """
        UPDATE customer SET account_id = $1 WHERE phone = $2 AND account_id IS NULL
            AND NOT EXISTS (SELECT FROM customer WHERE account_id = $1)
        """)
    static let callerWithBookings = PreparedStatement(
        "customerCallerWithBookings",
        """
        SELECT id FROM customer c WHERE phone = $1 AND account_id IS NULL
            AND EXISTS (SELECT FROM booking WHERE customer_id = c.id)
        """)
    static let moveBookings = PreparedStatement(
        "customerMoveBookings",
        """
        UPDATE booking SET customer_id = $2
        WHERE customer_id = $1 AND EXISTS (SELECT FROM customer WHERE id = $1 AND account_id IS NULL)
        """)
    static let moveCases = PreparedStatement(
        "customerMoveCases", "UPDATE sanction_case SET customer_id = $2 WHERE customer_id = $1")
    static let moveRestrictions = PreparedStatement(
        "customerMoveRestrictions", "UPDATE restriction SET customer_id = $2 WHERE customer_id = $1")
    static let joinEntries = PreparedStatement(
        "customerJoinEntries",
        """
        INSERT INTO joining (caller_id, customer_id, after_number, last_number, joined_at)
        SELECT $1::uuid, $2::uuid, joined.number, made.number, $3::bigint
        FROM (SELECT coalesce(max(last_number), 0) AS number FROM joining WHERE caller_id = $1) joined,
            (SELECT coalesce(max(number), 0) AS number FROM ledger_transfer WHERE customer_id = $1) made
        WHERE joined.number < made.number
        """)
    static let setLanguage = PreparedStatement(
        "customerSetLanguage", "UPDATE customer SET language = $2 WHERE id = $1")
    static let keep = PreparedStatement(
        "customerKeep",
        """
        INSERT INTO customer (id, account_id, name, phone, email, language, known_at)
        VALUES ($1, $2, $3, $4, $5, coalesce($6::text, $8), $7)
        ON CONFLICT ON CONSTRAINT customer_account_once
        DO UPDATE SET name = excluded.name, phone = excluded.phone, email = excluded.email,
            language = coalesce($6, customer.language), known_at = excluded.known_at
        RETURNING \(columns)
        """)
    static let keepCaller = PreparedStatement(
        "customerKeepCaller",
        """
        INSERT INTO customer (id, name, phone, language, known_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (phone) WHERE account_id IS NULL
        DO UPDATE SET name = excluded.name, known_at = excluded.known_at
        RETURNING \(columns)
        """)
    /// Makes everything that changes this customer's things come one after the other until the transaction ends.
    static let lock = PreparedStatement(
        "customerLock",
        """
        SELECT \(columns) FROM customer
        WHERE id = coalesce($1::uuid, (SELECT id FROM customer WHERE account_id = $2)) FOR UPDATE
        """)
    /// In one order, whoever is whose other.
    static let lockTwo = PreparedStatement(
        "customerLockTwo", "SELECT FROM customer WHERE id IN ($1, $2) ORDER BY id FOR UPDATE")
    static let exists = PreparedStatement("customerExists", "SELECT FROM customer WHERE id = $1")
    static let holdAgain = PreparedStatement(
        "customerHoldAgain", "UPDATE customer SET hold_again_at = $2 WHERE id = $1")
}
