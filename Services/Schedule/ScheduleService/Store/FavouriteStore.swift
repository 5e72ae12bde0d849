import Contract
import Postgres
import ScheduleContract
import Values

/// A stored favourite.
struct FavouriteRow: Sendable, Equatable {
    var id: Identifier
    var subject: Subject
    var subgroup: Subgroup?
    var isPinned: Bool
    var addedAt: Instant
}

/// The favourites of accounts, in PostgreSQL.
struct FavouriteStore: Sendable {
    /// The account has the maximum number of favourites.
    struct LimitReached: Error {}

    let client: PostgresClient
    /// The most favourites of an account.
    let limit: Int
    /// Creates an id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier

    /// Lists an account's favourites: the pinned one first, the others in the order in which they were added.
    func all(of account: Identifier, deadline: ContinuousClock.Instant) async throws -> [FavouriteRow] {
        let rows = try await client.query(Self.listed, [account.text], deadline: deadline)
        return try rows.map(FavouriteRow.init)
    }

    /// Adds a favourite, or changes some members of an existing one.
    /// - Throws: ``LimitReached``.
    func add(
        _ subject: Subject, subgroup: SubgroupChoice?, pinned: Bool?, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> FavouriteRow {
        let (kind, name) = Self.words(subject)
        return try await client.withTransaction(deadline: deadline) { transaction in
            // Serializes changes of an account: its count and its pin span several rows.
            _ = try await transaction.query(Self.lock, [account.text])
            let now = Instant(milliseconds: try await transaction.now())
            if pinned == true { _ = try await transaction.query(Self.unpin, [account.text, kind, name]) }
            let rows = try await transaction.query(
                Self.keep,
                [
                    makeID(now).text, account.text, kind, name, subgroup.map { Int16($0.value) }, pinned,
                    now.milliseconds, Int64(limit),
                ])
            // Thrown here, so that the transaction rolls the pin back.
            guard let row = rows.first else { throw LimitReached() }
            return try FavouriteRow(row)
        }
    }

    /// Removes a favourite of an account, if it exists.
    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(Self.removed, [id.text, account.text], deadline: deadline)
    }

    private static func words(_ subject: Subject) -> (kind: String, name: String) {
        switch subject {
        case .group(let number): ("group", number.text)
        case .lecturer(let slug): ("lecturer", slug.text)
        }
    }

    private static let columns = "id::text, kind, subject, subgroup, pinned, added_at"

    private static let listed = PreparedStatement(
        "favourites",
        """
        SELECT \(columns) FROM favourite WHERE account_id = $1::uuid ORDER BY pinned DESC, added_at, id
        """)
    private static let lock = PreparedStatement(
        "favouritesLock", "SELECT pg_advisory_xact_lock(hashtextextended('schedule/favourites/' || $1::text, 0))")
    private static let unpin = PreparedStatement(
        "favouriteUnpin",
        """
        UPDATE favourite SET pinned = false
        WHERE account_id = $1::uuid AND pinned AND NOT (kind = $2 AND subject = $3)
        """)
    /// Returns no row if the account has the maximum number of favourites; subgroup 0 stands for the whole group.
    private static let keep = PreparedStatement(
        "favouriteKeep",
        """
        INSERT INTO favourite (id, account_id, kind, subject, subgroup, pinned, added_at)
        SELECT $1::uuid, $2::uuid, $3, $4, NULLIF($5::smallint, 0), COALESCE($6::boolean, false), $7::bigint
        WHERE EXISTS (SELECT FROM favourite WHERE account_id = $2::uuid AND kind = $3 AND subject = $4)
            OR (SELECT count(*) FROM favourite WHERE account_id = $2::uuid) < $8::bigint
        ON CONFLICT (account_id, kind, subject) DO UPDATE
        SET subgroup = NULLIF(COALESCE($5::smallint, favourite.subgroup), 0),
            pinned = COALESCE($6::boolean, favourite.pinned)
        RETURNING \(columns)
        """)
    private static let removed = PreparedStatement(
        "favouriteRemove", "DELETE FROM favourite WHERE id = $1::uuid AND account_id = $2::uuid")
}

extension FavouriteRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = Identifier(unchecked: try row.decode(String.self, at: 0))
        let name = try row.decode(String.self, at: 2)
        subject =
            try row.decode(String.self, at: 1) == "group"
            ? .group(GroupNumber(unchecked: name)) : .lecturer(LecturerSlug(unchecked: name))
        subgroup = try row.decode(Int16?.self, at: 3).flatMap { Subgroup(Int($0)) }
        isPinned = try row.decode(Bool.self, at: 4)
        addedAt = Instant(milliseconds: try row.decode(Int64.self, at: 5))
    }
}
