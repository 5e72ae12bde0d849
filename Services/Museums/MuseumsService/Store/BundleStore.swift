import MuseumsContract
import Postgres
import Values

/// A museum of a city, with the number of its latest change.
struct BundleEntry: Sendable {
    var number: Int64
    var museum: MuseumID
    /// `nil` if the museum is no longer in the city.
    var details: MuseumDetails?
}

/// The changes of museums by city, in PostgreSQL.
///
/// Triggers number the changes, in the order in which they become visible.
struct BundleStore: Sendable {
    /// The time for which changes are kept, in milliseconds: 400 days, so that a device used once a year gets a delta.
    static let lifetime: Int64 = 400 * 86_400_000

    let client: PostgresClient
    /// The maximum number of changes that are kept.
    var maximumChanges = 100_000
    /// The maximum number of changes that one call deletes.
    private static let batch = 10_000

    /// Returns the number of the latest change, 0 before the first one, and tells whether there was a change `number`.
    func latest(
        knowing number: Int64, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> (number: Int64, isKnown: Bool) {
        let row = try await client.query(Self.latestChange, ["number": number], deadline: deadline).only
        return (try row.read("latest"), try row.read("is_known"))
    }

    /// Reads the museums of a city from a position on, in the order of their latest changes.
    ///
    /// A whole bundle leaves out the museums that are gone.
    ///
    /// - Parameter city: a folded name in any language.
    func entries(
        of city: String, _ country: CountryCode, from position: BundlePosition, limit: Int,
        deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [BundleEntry] {
        let rows = try await client.query(
            Self.read,
            [
                "city": city, "country": country, "since": position.since, "latest": position.latest,
                "after_number": position.number, "after_id": position.id, "limit": limit,
            ], deadline: deadline)
        var entries = try rows.map { row throws(PostgresError) in
            BundleEntry(
                number: try row.read("number"), museum: try row.read("museum_id"),
                details: try row.read("is_present", as: Bool.self) ? try MuseumDetails(row) : nil)
        }
        let present = entries.indices.filter { entries[$0].details != nil }
        let museums = try await FactStore(client: client).complete(
            present.compactMap { entries[$0].details }, deadline: deadline)
        for (index, museum) in zip(present, museums) { entries[index].details = museum }
        return entries
    }

    /// Deletes changes that are older than ``lifetime`` or exceed ``maximumChanges``, oldest first, and the removals of
    /// museums up to the oldest change that is left; returns the number of deleted changes.
    ///
    /// The latest change stays. A client that names a deleted one gets a whole bundle.
    func removeExpired(deadline: ContinuousClock.Instant) async throws -> Int {
        try await client.withTransaction(deadline: deadline) { transaction in
            let expired = try await transaction.now() - Self.lifetime
            let count = try await transaction.query(
                Self.expire, ["expired": expired, "newer": maximumChanges - 1, "batch": Self.batch]
            ).affectedRows
            // No index finds the museums that are gone: they are read only after changes were deleted.
            if count > 0 { _ = try await transaction.query(Self.forget) }
            return count
        }
    }

    private static let expire = PreparedStatement(
        "museums.bundle.expire",
        """
        DELETE FROM museum_changes WHERE number IN (
            SELECT number FROM museum_changes
            WHERE number < (SELECT max(number) FROM museum_changes) AND (
                number < :expired::bigint
                OR number < (SELECT number FROM museum_changes ORDER BY number DESC OFFSET :newer::bigint LIMIT 1))
            ORDER BY number LIMIT :batch::bigint)
        """)
    private static let forget = PreparedStatement(
        "museums.bundle.forget",
        """
        DELETE FROM museum_city_changes
        WHERE NOT is_present AND number <= (SELECT min(number) FROM museum_changes)
        """)
    private static let latestChange = PreparedStatement(
        "museums.bundle.latest",
        """
        SELECT coalesce(max(number), 0) AS latest,
            EXISTS (SELECT FROM museum_changes WHERE number = :number::bigint) AS is_known
        FROM museum_changes
        """)
    private static let read = PreparedStatement(
        "museums.bundle.read",
        """
        SELECT changes.number, changes.museum_id, changes.is_present, \(MuseumDetailsRow.columns)
        FROM museum_city_changes AS changes
            LEFT JOIN museums ON changes.is_present AND museums.id = changes.museum_id \(PictureColumns.join)
        WHERE changes.country = :country AND changes.city = :city
            AND changes.number > :since::bigint AND changes.number <= :latest::bigint
            AND (changes.number, changes.museum_id) > (:after_number::bigint, :after_id)
            AND (changes.is_present OR :since::bigint > 0)
        ORDER BY changes.number, changes.museum_id LIMIT :limit
        """)
}
