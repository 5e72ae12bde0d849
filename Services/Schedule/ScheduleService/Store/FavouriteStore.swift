import Contract
import Postgres
import RPC
import ScheduleContract
import Values

/// A favourite as it is kept.
struct FavouriteRow: Sendable, Equatable {
    var id: Identifier
    var subject: Subject
    var subgroup: Subgroup?
    var isPinned: Bool
    var addedAt: Instant
}

/// The favourites of accounts, in PostgreSQL.
struct FavouriteStore: Sendable {
    let client: PostgresClient
    /// Whether the schema is there.
    let isReady: @Sendable () -> Bool
    /// The most that an account has.
    let limit: Int
    /// A new id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier

    /// All of an account's: the pinned one first, then as they were added.
    /// - Throws: `unavailable` until the schema is there.
    func all(of account: Identifier, deadline: ContinuousClock.Instant) async throws -> [FavouriteRow] {
        try check()
        let rows = try await client.query(Self.listed, [account.text], deadline: deadline)
        return try rows.map(FavouriteRow.init)
    }

    /// Adds one; of one that is there the subgroup and the pin are changed where they are said.
    /// - Throws: `conflict` with `too-many-favourites`.
    func add(
        _ subject: Subject, subgroup: SubgroupChoice?, pinned: Bool?, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> FavouriteRow {
        try check()
        let (kind, name) = Self.words(subject)
        return try await client.withTransaction(deadline: deadline) { transaction in
            // The count and the pin are the account's: whoever changes them comes one after the other.
            _ = try await transaction.query(Self.lock, [account.text])
            let now = Instant(milliseconds: try await transaction.now())
            if pinned == true { _ = try await transaction.query(Self.unpin, [account.text, kind, name]) }
            let rows = try await transaction.query(
                Self.keep,
                [
                    makeID(now).text, account.text, kind, name, subgroup.map { Int16($0.value) }, pinned,
                    now.milliseconds, Int64(limit),
                ])
            guard let row = rows.first else { throw RPCError(.conflict, reason: "too-many-favourites") }
            return try FavouriteRow(row)
        }
    }

    /// Removes one of an account's, if it is there.
    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try check()
        _ = try await client.query(Self.removed, [id.text, account.text], deadline: deadline)
    }

    private func check() throws(RPCError) {
        guard isReady() else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the schema is not there yet")
        }
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
    /// Gives no row where the account has as many as it may have; a subgroup of 0 is none.
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
