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
    /// Creates an id that sorts by time.
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
            _ = try await transaction.query(HistoryStatements.lock, [account.text])
            let now = Instant(milliseconds: try await transaction.now())
            if let call,
                let row = try await transaction.query(HistoryStatements.byKey, [account.text, call.key]).first
            {
                return try Self.addition(row, by: call)
            }
            if let recent {
                let since = now.milliseconds - recent.wholeMilliseconds
                let location = lookUp.location
                let rows = try await transaction.query(
                    HistoryStatements.recent,
                    [account.text, since, location.latitude.value, location.longitude.value])
                if let row = rows.first { return .known(try HistoryRow(row)) }
            }
            let row = HistoryRow(id: makeID(now), savedAt: now, lookUp: lookUp)
            _ = try await transaction.query(HistoryStatements.insert, Self.parameters(row, account, call))
            _ = try await transaction.query(HistoryStatements.trim, [account.text, limit])
            return .added(row)
        }
    }

    /// Returns the outcome of an earlier call with the same key; `nil` for the first call.
    func addition(
        by call: HistoryCall, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Addition? {
        let rows = try await client.query(HistoryStatements.byKey, [account.text, call.key], deadline: deadline)
        return try rows.first.map { (row) throws(PostgresError) in try Self.addition(row, by: call) }
    }

    /// - Parameter row: a row of ``HistoryStatements/byKey``; the fingerprint follows the entry's columns.
    private static func addition(_ row: PostgresRow, by call: HistoryCall) throws(PostgresError) -> Addition {
        let isSame = try row.decode([UInt8].self, at: HistoryRow.columnCount) == call.fingerprint
        return isSame ? .known(try HistoryRow(row)) : .mismatch
    }

    /// Lists a page of an account's entries, newest first.
    /// - Parameter last: the last entry of the previous page.
    func list(
        of account: Identifier, after last: Identifier?, limit: Int, deadline: ContinuousClock.Instant
    ) async throws -> [HistoryRow] {
        let rows = try await client.query(
            HistoryStatements.page, [account.text, last?.text ?? Self.highest, limit], deadline: deadline)
        return try rows.map { (row) throws(PostgresError) in try HistoryRow(row) }
    }

    func entry(
        _ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> HistoryRow? {
        let rows = try await client.query(HistoryStatements.one, [account.text, id.text], deadline: deadline)
        return try rows.first.map { (row) throws(PostgresError) in try HistoryRow(row) }
    }

    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(HistoryStatements.removeOne, [account.text, id.text], deadline: deadline)
    }

    /// Removes all entries of an account; returns their number.
    func clear(_ account: Identifier, deadline: ContinuousClock.Instant) async throws -> Int {
        try await client.query(HistoryStatements.removeAll, [account.text], deadline: deadline).affectedRows
    }

    /// The parameters of ``HistoryStatements/insert``, in its order.
    private static func parameters(
        _ row: HistoryRow, _ account: Identifier, _ call: HistoryCall?
    ) -> [any PostgresEncodable] {
        let (lookUp, address, weather) = (row.lookUp, row.lookUp.address, row.lookUp.weather)
        return [
            row.id.text, account.text, row.savedAt.milliseconds, call?.key, call?.fingerprint,
            lookUp.location.latitude.value, lookUp.location.longitude.value, lookUp.label,
            address?.found.precision.rawValue, address?.found.street, address?.found.house, address?.found.city,
            address?.found.country, address?.found.countryCode, address?.attribution,
            weather?.observedAt.milliseconds, weather?.condition.rawValue, weather?.isDay, weather?.temperature,
            weather?.attribution, lookUp.isSimulated,
        ]
    }

    /// Sorts after every id.
    private static let highest = "ffffffff-ffff-ffff-ffff-ffffffffffff"
}
