import AggregatorContract
import Postgres
import Values

/// The history of accounts in PostgreSQL.
struct HistoryStore: Sendable {
    /// The outcome of adding an entry.
    enum Addition: Sendable {
        case added(HistoryRow)
        /// The entry exists: the call was repeated, or the place was saved a moment ago.
        case known(HistoryRow)
        /// Another call used the idempotency key.
        case mismatch
    }

    let client: PostgresClient
    /// The most entries of an account; the oldest are removed.
    let limit: Int
    /// Makes an id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier

    /// Adds an entry.
    /// - Parameters:
    ///   - call: present for calls with an idempotency key.
    ///   - recent: adds nothing if the same place was saved within this time.
    func add(
        _ lookUp: SavedLookUp, of account: Identifier, call: HistoryCall?, recent: Duration? = nil,
        deadline: ContinuousClock.Instant
    ) async throws -> Addition {
        try await client.withTransaction(deadline: deadline) { transaction in
            _ = try await transaction.query(HistoryStatements.lock, ["account": account])
            let now = Instant(milliseconds: try await transaction.now())
            if let call,
                let row = try await transaction.query(
                    HistoryStatements.byKey, ["account": account, "key": call.key]
                ).first
            {
                return try Self.addition(row, by: call)
            }
            if let recent {
                let rows = try await transaction.query(
                    HistoryStatements.recent,
                    [
                        "account": account, "since": now.milliseconds - recent.wholeMilliseconds,
                        "latitude": lookUp.location.latitude, "longitude": lookUp.location.longitude,
                    ])
                if let row = rows.first { return .known(try HistoryRow(row)) }
            }
            let row = HistoryRow(id: makeID(now), savedAt: now, lookUp: lookUp)
            _ = try await transaction.query(
                HistoryStatements.insert,
                row.values + ["account": account, "key": call?.key, "fingerprint": call?.fingerprint])
            _ = try await transaction.query(HistoryStatements.trim, ["account": account, "limit": limit])
            return .added(row)
        }
    }

    /// The outcome of an earlier call with the same key; `nil` for the first call.
    func addition(
        by call: HistoryCall, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Addition? {
        let rows = try await client.query(
            HistoryStatements.byKey, ["account": account, "key": call.key], deadline: deadline)
        return try rows.first.map { try Self.addition($0, by: call) }
    }

    /// - Parameter row: a row of ``HistoryStatements/byKey``.
    private static func addition(_ row: PostgresRow, by call: HistoryCall) throws(PostgresError) -> Addition {
        let isSame = try row.read("fingerprint") == call.fingerprint
        return isSame ? .known(try HistoryRow(row)) : .mismatch
    }

    /// Lists a page of an account's entries, newest first.
    /// - Parameter last: the last entry of the previous page.
    func list(
        of account: Identifier, after last: Identifier?, limit: Int, deadline: ContinuousClock.Instant
    ) async throws -> [HistoryRow] {
        try await client.query(
            HistoryStatements.page, ["account": account, "after_id": last ?? Self.highest, "limit": limit],
            deadline: deadline
        ).map(HistoryRow.init)
    }

    func entry(
        _ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> HistoryRow? {
        try await client.query(HistoryStatements.one, ["account": account, "id": id], deadline: deadline)
            .first.map(HistoryRow.init)
    }

    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(
            HistoryStatements.removeOne, ["account": account, "id": id], deadline: deadline)
    }

    /// Removes all entries of an account; returns their number.
    func clear(_ account: Identifier, deadline: ContinuousClock.Instant) async throws -> Int {
        try await client.query(HistoryStatements.removeAll, ["account": account], deadline: deadline).affectedRows
    }

    /// Sorts after every id.
    private static let highest = Identifier(unchecked: "ffffffff-ffff-ffff-ffff-ffffffffffff")
}
