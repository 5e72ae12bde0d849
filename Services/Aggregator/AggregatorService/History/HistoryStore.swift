import AggregatorContract
import Database
import Postgres
import ServiceRuntime
import Values

/// The history of accounts in PostgreSQL.
struct HistoryStore: Sendable {
    let client: PostgresClient
    /// The maximum number of entries of an account; the oldest are removed.
    let limit: Int
    /// Creates an id that sorts by time.
    let makeID: @Sendable (Instant) -> Identifier
    /// Announces committed changes to all replicas.
    let changes: ChangePublisher<AggregatorChange>

    /// Adds an entry, unless the same call added one or one was saved for the place within `recent`; returns that one
    /// then.
    ///
    /// - Parameters:
    ///   - call: present for calls with an idempotency key.
    ///   - recent: adds nothing if the same place was saved within this time.
    /// - Throws: `idempotency-mismatch` if another call used the key.
    func add(
        _ lookUp: SavedLookUp, of account: Identifier, call: KeyedCall<History.Add>?, recent: Duration? = nil,
        deadline: ContinuousClock.Instant
    ) async throws -> HistoryRow {
        try await changes.announcing(.history(account: account)) {
            try await store(lookUp, of: account, call: call, recent: recent, deadline: deadline)
        }
    }

    private func store(
        _ lookUp: SavedLookUp, of account: Identifier, call: KeyedCall<History.Add>?, recent: Duration?,
        deadline: ContinuousClock.Instant
    ) async throws -> HistoryRow {
        try await client.withTransaction(deadline: deadline) { transaction in
            _ = try await transaction.query(HistoryStatements.lock, ["account": account])
            let now = Instant(milliseconds: try await transaction.now())
            if let call,
                let row = try await transaction.query(
                    HistoryStatements.byKey, ["account": account, "key": call.key]
                ).first
            {
                return try Self.entry(row, by: call)
            }
            if let recent {
                let rows = try await transaction.query(
                    HistoryStatements.recent,
                    [
                        "account": account, "since": now.milliseconds - recent.wholeMilliseconds,
                        "latitude": lookUp.location.latitude, "longitude": lookUp.location.longitude,
                    ])
                if let row = rows.first { return try HistoryRow(row) }
            }
            let row = HistoryRow(id: makeID(now), savedAt: now, lookUp: lookUp)
            _ = try await transaction.query(
                HistoryStatements.insert,
                row.values + ["account": account, "key": call?.key, "fingerprint": call?.fingerprint])
            _ = try await transaction.query(HistoryStatements.trim, ["account": account, "limit": limit])
            return row
        }
    }

    /// Returns the entry that an earlier call with the same key added, or `nil` for the first call.
    ///
    /// - Throws: `idempotency-mismatch` if another call used the key.
    func addition(by call: KeyedCall<History.Add>, deadline: ContinuousClock.Instant) async throws -> HistoryRow? {
        let rows = try await client.query(
            HistoryStatements.byKey, ["account": call.account, "key": call.key], deadline: deadline)
        return try rows.first.map { try Self.entry($0, by: call) }
    }

    /// Reads the entry of an earlier call.
    ///
    /// - Parameter row: a row of ``HistoryStatements/byKey``.
    private static func entry(_ row: PostgresRow, by call: KeyedCall<History.Add>) throws -> HistoryRow {
        try call.check(try row.read("fingerprint"))
        return try HistoryRow(row)
    }

    /// Lists a page of an account's entries, newest first.
    ///
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
        try await changes.announcing(.history(account: account)) {
            _ = try await client.query(
                HistoryStatements.removeOne, ["account": account, "id": id], deadline: deadline)
        }
    }

    /// Removes all entries of an account; returns their number.
    func clear(_ account: Identifier, deadline: ContinuousClock.Instant) async throws -> Int {
        try await changes.announcing(.history(account: account)) {
            try await client.query(HistoryStatements.removeAll, ["account": account], deadline: deadline).affectedRows
        }
    }

    /// An id that sorts after all others.
    private static let highest = Identifier(unchecked: "ffffffff-ffff-ffff-ffff-ffffffffffff")
}
