import Database
import MuseumsContract
import Postgres
import Values

/// The mark of an account on a museum.
struct MuseumMark: Sendable, Equatable {
    var museum: MuseumID
    var isFavourite: Bool
    var isVisited: Bool
    var changedAt: Instant
}

/// The marks of accounts on museums, in PostgreSQL.
struct MarkStore: Sendable {
    /// The reason that a mark cannot be set.
    enum Refusal: Error {
        case limitReached
        case unknownMuseum
    }

    let client: PostgresClient
    /// The maximum number of museums that an account marks.
    let limit: Int
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<MuseumChange>

    /// Lists an account's marks with their museums, the latest changed first.
    func all(
        of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> [(mark: MuseumMark, museum: FoundMuseum?)] {
        try await client.query(Self.list, ["account": account], deadline: deadline).map { row in
            (try MuseumMark(row), try row.read("id", as: String?.self) == nil ? nil : try FoundMuseum(row))
        }
    }

    /// Reads a museum as the list shows it; returns `nil` if the catalogue does not contain it.
    func museum(_ id: MuseumID, deadline: ContinuousClock.Instant) async throws -> FoundMuseum? {
        try await client.query(Self.card, ["museum": id], deadline: deadline).first.map(FoundMuseum.init)
    }

    /// Changes the given members of a mark; a mark without any is removed.
    ///
    /// - Returns: the mark; `nil` if there is none any more.
    /// - Throws: ``Refusal``.
    func set(
        _ museum: MuseumID, isFavourite: Bool?, isVisited: Bool?, of account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> MuseumMark? {
        let key: NamedParameters = ["account": account, "museum": museum]
        return try await changes.announcing(.marks(account: account)) {
            try await client.withTransaction(deadline: deadline) { transaction in
                // Serializes changes of an account, whose number spans several rows.
                _ = try await transaction.query(Self.lock, ["account": account])
                let now = Instant(milliseconds: try await transaction.now())
                let old = try await transaction.query(Self.read, key).first.map(MuseumMark.init)
                let mark = MuseumMark(
                    museum: museum, isFavourite: isFavourite ?? old?.isFavourite ?? false,
                    isVisited: isVisited ?? old?.isVisited ?? false, changedAt: old?.changedAt ?? now)
                guard mark.isFavourite || mark.isVisited else {
                    _ = try await transaction.query(Self.delete, key)
                    return nil
                }
                if mark == old { return old }
                let state = try await transaction.query(Self.state, key).only
                guard try state.read("is_known") else { throw Refusal.unknownMuseum }
                guard try old != nil || state.read("marks", as: Int.self) < limit else { throw Refusal.limitReached }
                return try await transaction.query(
                    Self.save,
                    key + ["favourite": mark.isFavourite, "visited": mark.isVisited, "now": now]
                ).first.map(MuseumMark.init)
            }
        }
    }

    /// Removes all marks of an account.
    func removeAll(of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        try await changes.announcing(.marks(account: account)) {
            _ = try await client.query(Self.deleteAll, ["account": account], deadline: deadline)
        }
    }

    private static let columns = """
        museum_marks.museum_id, museum_marks.is_favourite, museum_marks.is_visited, museum_marks.changed_at
        """
    private static let isOfKey = "account_id = :account::uuid AND museum_id = :museum"

    private static let list = PreparedStatement(
        "museums.marks",
        """
        SELECT \(columns), 1 AS band, 0::double precision AS place, \(FoundMuseumRow.columns)
        FROM museum_marks LEFT JOIN museums ON museums.id = museum_marks.museum_id \(PictureColumns.join)
        WHERE account_id = :account::uuid ORDER BY changed_at DESC, museum_marks.museum_id
        """)
    private static let card = PreparedStatement(
        "museums.markedMuseum",
        """
        SELECT 1 AS band, 0::double precision AS place, \(FoundMuseumRow.columns)
        FROM museums \(PictureColumns.join) WHERE museums.id = :museum
        """)
    private static let lock = PreparedStatement(
        "museums.marksLock", "SELECT pg_advisory_xact_lock(hashtextextended('museums/marks/' || :account::text, 0))")
    private static let read = PreparedStatement(
        "museums.mark", "SELECT \(columns) FROM museum_marks WHERE \(isOfKey)")
    private static let state = PreparedStatement(
        "museums.marksState",
        """
        SELECT EXISTS (SELECT FROM museums WHERE id = :museum) AS is_known,
            (SELECT count(*) FROM museum_marks WHERE account_id = :account::uuid) AS marks
        """)
    private static let save = PreparedStatement(
        "museums.saveMark",
        """
        INSERT INTO museum_marks (account_id, museum_id, is_favourite, is_visited, changed_at)
        VALUES (:account::uuid, :museum, :favourite::boolean, :visited::boolean, :now::bigint)
        ON CONFLICT (account_id, museum_id) DO UPDATE
        SET is_favourite = excluded.is_favourite, is_visited = excluded.is_visited, changed_at = excluded.changed_at
        RETURNING \(columns)
        """)
    private static let delete = PreparedStatement("museums.removeMark", "DELETE FROM museum_marks WHERE \(isOfKey)")
    private static let deleteAll = PreparedStatement(
        "museums.removeMarks", "DELETE FROM museum_marks WHERE account_id = :account::uuid")
}

extension MuseumMark {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        museum = try row.read("museum_id")
        isFavourite = try row.read("is_favourite")
        isVisited = try row.read("is_visited")
        changedAt = try row.read("changed_at")
    }
}
