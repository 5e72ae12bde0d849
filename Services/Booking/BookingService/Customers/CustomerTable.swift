import BookingContract
import Postgres
import Values

extension StatementRunner {
    var customers: CustomerTable { CustomerTable(session: self) }
}

/// The languages to store for a customer.
struct CustomerLanguages: Sendable {
    /// The language that the customer's own call names; `nil` keeps the stored one.
    var named: Language?
    /// The language of a new customer whose call names none.
    var first: Language
}

/// The table of customers.
struct CustomerTable: Sendable {
    let session: any StatementRunner

    /// Returns the customer of an account, if there is one.
    func find(account: Identifier) async throws -> CustomerRow? {
        try await session.query(Self.byAccount, ["account_id": account]).first.map(CustomerRow.init)
    }

    /// Returns the customer known by this phone number alone, if that customer has bookings or passes.
    func phoneCustomerWithBookings(_ phone: PhoneNumber) async throws -> Identifier? {
        try await session.query(Self.phoneCustomerWithBookings, ["phone": phone]).first.map { try $0.read("id") }
    }

    func exists(_ id: Identifier) async throws -> Bool {
        try await !session.query(Self.exists, ["id": id]).isEmpty
    }

    /// Gives a customer known by the phone number alone to an account that has no customer yet.
    ///
    /// - Returns: false if there is no such customer.
    func adopt(_ phone: PhoneNumber, by account: Identifier) async throws -> Bool {
        try await session.query(Self.adopt, ["account_id": account, "phone": phone]).affectedRows > 0
    }

    /// Returns the times of a customer's bookings that have not ended.
    func comingTimes(of customer: Identifier, at now: Instant) async throws -> [Range<Instant>] {
        try await session.query(Self.comingTimes, ["customer": customer, "now": now])
            .map { try $0.read("starts_at")..<$0.read("ends_at") }
    }

    /// Inserts or updates the customer of an account.
    func save(
        _ person: Person, newID: Identifier, _ languages: CustomerLanguages, now: Instant
    ) async throws -> CustomerRow {
        let rows = try await session.query(
            Self.save,
            [
                "id": newID, "account_id": person.account, "name": person.name, "phone": person.phone,
                "email": person.email, "language": languages.named, "first_language": languages.first, "now": now,
            ])
        return try CustomerRow(rows.only)
    }

    /// Inserts or updates a customer known by the phone number alone.
    func savePhoneCustomer(
        _ name: CustomerName, _ phone: PhoneNumber, newID: Identifier, language: Language, now: Instant
    ) async throws -> CustomerRow {
        let rows = try await session.query(
            Self.savePhoneCustomer,
            [
                "id": newID, "name": name, "phone": phone, "language": language, "now": now,
            ])
        return try CustomerRow(rows.only)
    }

    /// Moves the bookings, passes, receipts, cases and restrictions of a customer without an account.
    ///
    /// Both customers must be locked.
    ///
    /// - Returns: false if there was nothing to move.
    func moveBookings(from phoneCustomer: Identifier, to customer: Identifier) async throws -> Bool {
        let both: NamedParameters = ["phone_customer": phoneCustomer, "customer": customer]
        let bookings = try await session.query(Self.moveBookings, both).affectedRows
        let passes = try await session.query(Self.movePasses, both).affectedRows
        guard bookings > 0 || passes > 0 else { return false }
        if passes > 0 {
            try await session.query(Self.movePassAccounts, both)
            try await session.query(Self.moveReceipts, both)
        }
        try await session.query(Self.moveCases, both)
        try await session.query(Self.moveRestrictions, both)
        return true
    }

    /// Makes a phone customer's ledger entries so far visible to the customer of an account.
    ///
    /// Both customers must be locked.
    func joinEntries(of phoneCustomer: Identifier, to customer: Identifier, now: Instant) async throws {
        try await session.query(
            Self.joinEntries, ["phone_customer": phoneCustomer, "customer": customer, "now": now])
    }
}

extension CustomerTable {
    private static let byAccount = PreparedStatement(
        "customerByAccount", "SELECT \(CustomerRow.columns) FROM customer WHERE account_id = :account_id")
    private static let exists = PreparedStatement("customerExists", "SELECT FROM customer WHERE id = :id")
    private static let adopt = PreparedStatement(
        "customerAdopt",
        """
        UPDATE customer SET account_id = :account_id WHERE phone = :phone AND account_id IS NULL
            AND NOT EXISTS (SELECT FROM customer WHERE account_id = :account_id)
        """)
    private static let comingTimes = PreparedStatement(
        "customerComingTimes",
        """
        SELECT starts_at, ends_at FROM booking
        WHERE customer_id = :customer AND ends_at > :now AND state <> 'cancelled'
        """)
    private static let phoneCustomerWithBookings = PreparedStatement(
        "customerByPhoneWithBookings",
        """
        SELECT id FROM customer c WHERE phone = :phone AND account_id IS NULL
            AND (EXISTS (SELECT FROM booking WHERE customer_id = c.id)
                OR EXISTS (SELECT FROM pass WHERE customer_id = c.id))
        """)
    private static let moveBookings = PreparedStatement(
        "customerMoveBookings",
        """
        UPDATE booking SET customer_id = :customer
        WHERE customer_id = :phone_customer
            AND EXISTS (SELECT FROM customer WHERE id = :phone_customer AND account_id IS NULL)
        """)
    private static let movePasses = PreparedStatement(
        "customerMovePasses",
        """
        UPDATE pass SET customer_id = :customer
        WHERE customer_id = :phone_customer
            AND EXISTS (SELECT FROM customer WHERE id = :phone_customer AND account_id IS NULL)
        """)
    private static let movePassAccounts = PreparedStatement(
        "customerMovePassAccounts",
        "UPDATE ledger_account SET customer_id = :customer WHERE customer_id = :phone_customer AND kind = 'pass'")
    private static let moveReceipts = PreparedStatement(
        "customerMoveReceipts", "UPDATE receipt SET customer_id = :customer WHERE customer_id = :phone_customer")
    private static let moveCases = PreparedStatement(
        "customerMoveCases", "UPDATE sanction_case SET customer_id = :customer WHERE customer_id = :phone_customer")
    private static let moveRestrictions = PreparedStatement(
        "customerMoveRestrictions",
        "UPDATE restriction SET customer_id = :customer WHERE customer_id = :phone_customer")
    private static let joinEntries = PreparedStatement(
        "customerJoinEntries",
        """
        INSERT INTO joining (caller_id, customer_id, after_number, last_number, joined_at)
        SELECT :phone_customer::uuid, :customer::uuid, joined.number, made.number, :now::bigint
        FROM (SELECT coalesce(max(last_number), 0) AS number FROM joining WHERE caller_id = :phone_customer) joined,
            (SELECT coalesce(max(number), 0) AS number FROM ledger_transfer WHERE customer_id = :phone_customer) made
        WHERE joined.number < made.number
        """)
    private static let save = PreparedStatement(
        "customerSave",
        """
        INSERT INTO customer (id, account_id, name, phone, email, language, known_at)
        VALUES (:id, :account_id, :name, :phone, :email, coalesce(:language::text, :first_language), :now)
        ON CONFLICT ON CONSTRAINT customer_account_once
        DO UPDATE SET name = excluded.name, phone = excluded.phone, email = excluded.email,
            language = coalesce(:language, customer.language), known_at = excluded.known_at
        RETURNING \(CustomerRow.columns)
        """)
    private static let savePhoneCustomer = PreparedStatement(
        "customerSaveByPhone",
        """
        INSERT INTO customer (id, name, phone, language, known_at) VALUES (:id, :name, :phone, :language, :now)
        ON CONFLICT (phone) WHERE account_id IS NULL
        DO UPDATE SET name = excluded.name, known_at = excluded.known_at
        RETURNING \(CustomerRow.columns)
        """)
}
