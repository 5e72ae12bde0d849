import Contract
import Database
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
    /// An error for an account that has the maximum number of favourites.
    struct LimitReached: Error {}

    let client: PostgresClient
    /// The maximum number of favourites of an account.
    let limit: Int
    /// Creates an id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<ScheduleChange>

    /// Lists an account's favourites, the pinned one first, the others in the order in which they were added.
    func all(of account: Identifier, deadline: ContinuousClock.Instant) async throws -> [FavouriteRow] {
        try await client.query(Self.list, ["account": account], deadline: deadline).map(FavouriteRow.init)
    }

    /// Adds a favourite, or changes the given members of an existing one.
    ///
    /// - Throws: ``LimitReached``.
    func add(
        _ subject: Subject, subgroup: SubgroupChoice?, pinned: Bool?, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> FavouriteRow {
        try await changes.announcing(.favourites(account: account)) {
            try await add(subject, subgroup, pinned: pinned, of: account, deadline: deadline)
        }
    }

    private func add(
        _ subject: Subject, _ subgroup: SubgroupChoice?, pinned: Bool?, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> FavouriteRow {
        let (kind, name) = subject.words
        return try await client.withTransaction(deadline: deadline) { transaction in
            // Serializes changes of an account, whose count and pin span several rows.
            _ = try await transaction.query(Self.lock, ["account": account])
            let now = Instant(milliseconds: try await transaction.now())
            let subject: NamedParameters = ["account": account, "kind": kind, "subject": name]
            if pinned == true { _ = try await transaction.query(Self.unpin, subject) }
            let rows = try await transaction.query(
                Self.save,
                subject + [
                    "id": makeID(now), "subgroup": subgroup?.value, "pinned": pinned, "now": now, "limit": limit,
                ])
            // Thrown within the transaction, so that the pin is rolled back.
            guard let row = rows.first else { throw LimitReached() }
            return try FavouriteRow(row)
        }
    }

    /// Removes a favourite of an account, if it exists.
    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.favourites(account: account)) {
            _ = try await client.query(Self.delete, ["id": id, "account": account], deadline: deadline)
        }
    }

    /// Removes all favourites of an account.
    func removeAll(of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.favourites(account: account)) {
            _ = try await client.query(Self.deleteAll, ["account": account], deadline: deadline)
        }
    }

    private static let columns = "id, kind, subject, subgroup, pinned, added_at"

    private static let list = PreparedStatement(
        "favourites",
        """
        SELECT \(columns) FROM favourite WHERE account_id = :account::uuid ORDER BY pinned DESC, added_at, id
        """)
    private static let lock = PreparedStatement(
        "favouritesLock", "SELECT pg_advisory_xact_lock(hashtextextended('schedule/favourites/' || :account::text, 0))")
    private static let unpin = PreparedStatement(
        "favouriteUnpin",
        """
        UPDATE favourite SET pinned = false
        WHERE account_id = :account::uuid AND pinned AND NOT (kind = :kind AND subject = :subject)
        """)
    /// Returns no row if the account has the maximum number of favourites; subgroup 0 stands for the whole group.
    private static let save = PreparedStatement(
        "favouriteSave",
        """
        INSERT INTO favourite (id, account_id, kind, subject, subgroup, pinned, added_at)
        SELECT :id::uuid, :account::uuid, :kind, :subject, NULLIF(:subgroup::smallint, 0),
            COALESCE(:pinned::boolean, false), :now::bigint
        WHERE EXISTS (SELECT FROM favourite WHERE account_id = :account::uuid AND kind = :kind AND subject = :subject)
            OR (SELECT count(*) FROM favourite WHERE account_id = :account::uuid) < :limit::bigint
        ON CONFLICT (account_id, kind, subject) DO UPDATE
        SET subgroup = NULLIF(COALESCE(:subgroup::smallint, favourite.subgroup), 0),
            pinned = COALESCE(:pinned::boolean, favourite.pinned)
        RETURNING \(columns)
        """)
    private static let delete = PreparedStatement(
        "favouriteRemove", "DELETE FROM favourite WHERE id = :id::uuid AND account_id = :account::uuid")
    private static let deleteAll = PreparedStatement(
        "favouritesRemove", "DELETE FROM favourite WHERE account_id = :account::uuid")
}

extension FavouriteRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        subject = Subject(kind: try row.read("kind"), name: try row.read("subject"))
        subgroup = try row.read("subgroup", as: Int?.self).flatMap { Subgroup($0) }
        isPinned = try row.read("pinned")
        addedAt = try row.read("added_at")
    }
}
