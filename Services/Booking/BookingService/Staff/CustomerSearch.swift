import BookingContract
import Contract
import Postgres
import RPC
import Values

/// The patterns by which a query finds customers.
struct CustomerPatterns: Sendable, Equatable {
    /// For each word of the query, a regular expression for a word of the name that begins with it.
    var words: [String]
    /// The digits of the query, if it can be a part of a phone number.
    var digits: String?
    /// The beginning of an e-mail address, in lower case, if it can be one.
    var email: String?

    /// The minimum number of digits to search phone numbers for; fewer would match too many.
    private static let minimumDigits = 3

    init(_ query: CustomerQuery) {
        words = query.text.split(whereSeparator: \.isWhitespace).map { word in
            // Both cases of each letter, since the database may know those of ASCII only.
            "(^|[ -])" + word.map(Self.anyCase).joined()
        }
        let digits = query.text.filter { ("0"..."9").contains($0) }
        let isNumber = query.text.allSatisfy { ("0"..."9").contains($0) || "+-() ".contains($0) }
        self.digits = isNumber && digits.count >= Self.minimumDigits ? digits : nil
        email = words.count == 1 && !isNumber ? query.text.lowercased() : nil
    }

    private static func anyCase(_ character: Character) -> String {
        if "еёЕЁ".contains(character) { return "[еёЕЁ]" }
        let (lower, upper) = (character.lowercased(), character.uppercased())
        let isPair = lower.unicodeScalars.count == 1 && upper.unicodeScalars.count == 1
        if lower != upper, isPair { return "[\(lower)\(upper)]" }
        return character.isLetter || character.isNumber ? String(character) : "[\(escaped(character))]"
    }

    private static func escaped(_ character: Character) -> String {
        "^]\\[-".contains(character) ? "\\\(character)" : String(character)
    }
}

/// Implements `booking.customers`.
struct FindCustomers: Sendable {
    let store: BookingStore
    let source: ParkSource

    /// The maximum number of customers in an answer.
    private static let limit = 20

    func callAsFunction(
        _ params: Booking.Customers.Params, _ caller: BookingCaller
    ) async throws -> Booking.Customers.Result {
        let park = try await source.park()
        let rows = try await store.session(until: caller.deadline).board(in: park.currency)
            .customers(CustomerPatterns(params.query), limit: Self.limit + 1)
        return Booking.Customers.Result(items: rows.prefix(Self.limit).map(\.view), hasMore: rows.count > Self.limit)
    }
}

extension BoardTable {
    /// Returns the customers that a query finds, by name.
    func customers(_ patterns: CustomerPatterns, limit: Int) async throws -> [BoardCustomerRow] {
        try await session.query(
            Self.found,
            [
                "currency": currency, "words": patterns.words, "digits": patterns.digits, "email": patterns.email,
                "limit": limit,
            ]
        ).map(BoardCustomerRow.init)
    }

    // Reads all customers; a park has some thousands. The figures are read for those found only.
    private static let found = PreparedStatement(
        "boardFindCustomers",
        """
        WITH found AS MATERIALIZED (
            SELECT id, name, phone FROM customer
            WHERE phone IS NOT NULL AND :digits::text IS NOT NULL AND position(:digits::text IN phone) > 0
                OR email IS NOT NULL AND :email::text IS NOT NULL AND starts_with(lower(email), :email::text)
                OR :digits::text IS NULL AND name ~ ALL (:words::text[])
            ORDER BY name, id LIMIT :limit)
        SELECT \(BoardCustomerRow.columns) FROM found k ORDER BY k.name, k.id
        """)
}
