import AggregatorContract
import Database
import Postgres
import Values

/// The saved cities of accounts, in PostgreSQL.
struct CityStore: Sendable {
    /// An error for an account that has the maximum number of cities.
    struct LimitReached: Error {}

    let client: PostgresClient
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<AggregatorChange>
    /// The maximum number of cities of an account.
    var limit = Cities.limit

    /// Lists an account's cities in the order in which they were saved.
    func all(of account: Identifier, deadline: ContinuousClock.Instant) async throws -> [Cities.City] {
        try await client.query(Self.list, ["account": account], deadline: deadline).map(Self.city)
    }

    /// Saves a city, unless it is saved already; returns it either way.
    ///
    /// - Throws: ``LimitReached``.
    func add(
        _ place: PlaceID, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Cities.City {
        try await changes.announcing(.cities(account: account)) {
            try await client.withTransaction(deadline: deadline) { transaction in
                // Serializes an account's additions, so that the limit holds.
                _ = try await transaction.query(Self.lock, ["account": account])
                let now = Instant(milliseconds: try await transaction.now())
                let rows = try await transaction.query(
                    Self.save, ["account": account, "place": place.text, "now": now, "limit": limit])
                guard let row = rows.first else { throw LimitReached() }
                return try Self.city(row)
            }
        }
    }

    /// Removes a city of an account, if it is saved.
    func remove(_ place: PlaceID, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.cities(account: account)) {
            _ = try await client.query(Self.delete, ["account": account, "place": place.text], deadline: deadline)
        }
    }

    /// Removes all cities of an account.
    func removeAll(of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.cities(account: account)) {
            _ = try await client.query(Self.deleteAll, ["account": account], deadline: deadline)
        }
    }

    private static func city(_ row: PostgresRow) throws(PostgresError) -> Cities.City {
        Cities.City(
            placeId: PlaceID(unchecked: try row.read("place_id")), addedAt: try row.read("added_at"))
    }

    private static let list = PreparedStatement(
        "cities",
        "SELECT place_id, added_at FROM saved_city WHERE account_id = :account::uuid ORDER BY added_at, place_id")
    private static let lock = PreparedStatement(
        "citiesLock", "SELECT pg_advisory_xact_lock(hashtextextended('cities/' || :account::text, 0))")
    /// Returns no row if the account has the maximum number of cities.
    private static let save = PreparedStatement(
        "citySave",
        """
        INSERT INTO saved_city (account_id, place_id, added_at)
        SELECT :account::uuid, :place, :now::bigint
        WHERE EXISTS (SELECT FROM saved_city WHERE account_id = :account::uuid AND place_id = :place)
            OR (SELECT count(*) FROM saved_city WHERE account_id = :account::uuid) < :limit::bigint
        ON CONFLICT (account_id, place_id) DO UPDATE SET added_at = saved_city.added_at
        RETURNING place_id, added_at
        """)
    private static let delete = PreparedStatement(
        "cityRemove", "DELETE FROM saved_city WHERE account_id = :account::uuid AND place_id = :place")
    private static let deleteAll = PreparedStatement(
        "citiesRemove", "DELETE FROM saved_city WHERE account_id = :account::uuid")
}
