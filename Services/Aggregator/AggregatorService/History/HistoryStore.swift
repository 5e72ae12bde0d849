import AggregatorContract
import Postgres
import Values

/// A look-up as it is kept.
struct SavedLookUp: Sendable, Equatable {
    struct Address: Sendable, Equatable {
        var found: FoundAddress
        var attribution: String
    }

    struct Weather: Sendable, Equatable {
        var observedAt: Instant
        var condition: WeatherCondition
        var isDay: Bool
        var temperature: Double
        var attribution: String
    }

    var location: Location
    var label: String?
    var address: Address?
    var weather: Weather?
    var isSimulated: Bool
}

/// A kept look-up, with what the database knows of it.
struct HistoryRow: Sendable, Equatable {
    var id: Identifier
    var savedAt: Instant
    var lookUp: SavedLookUp
}

/// How a call that adds is known when it comes again.
struct HistoryCall: Sendable {
    var key: String
    /// Of the parameters.
    var fingerprint: [UInt8]
}

/// The look-ups that people saved.
struct HistoryStore: Sendable {
    /// What adding led to.
    enum Addition: Sendable {
        case added(HistoryRow)
        /// It was there: the call came twice, or the place was saved a moment ago.
        case known(HistoryRow)
        /// Another call had the key.
        case mismatch
    }

    let client: PostgresClient
    /// The most entries of an account; the oldest go.
    let limit: Int
    let makeID: @Sendable (Instant) -> Identifier

    /// Adds an entry.
    /// - Parameters:
    ///   - call: for calls with an idempotency key.
    ///   - recent: the same place is not added again if it was within this time.
    func add(
        _ lookUp: SavedLookUp, of account: Identifier, call: HistoryCall?, recent: Duration? = nil,
        deadline: ContinuousClock.Instant
    ) async throws -> Addition {
        try await client.withTransaction(deadline: deadline) { transaction in
            _ = try await transaction.query(Self.lock, [account.text])
            let now = Instant(milliseconds: try await transaction.now())
            if let call, let row = try await transaction.query(Self.byKey, [account.text, call.key]).first {
                return try Self.addition(row, by: call)
            }
            if let recent {
                let since = now.milliseconds - recent.wholeMilliseconds
                let location = lookUp.location
                let rows = try await transaction.query(
                    Self.recent, [account.text, since, location.latitude.value, location.longitude.value])
                if let row = rows.first { return .known(try HistoryRow(row)) }
            }
            let row = HistoryRow(id: makeID(now), savedAt: now, lookUp: lookUp)
            _ = try await transaction.query(Self.insert, Self.parameters(row, account, call))
            _ = try await transaction.query(Self.trim, [account.text, limit])
            return .added(row)
        }
    }

    /// What a call that came before led to; `nil` for one that comes for the first time.
    func addition(
        by call: HistoryCall, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Addition? {
        let rows = try await client.query(Self.byKey, [account.text, call.key], deadline: deadline)
        return try rows.first.map { (row) throws(PostgresError) in try Self.addition(row, by: call) }
    }

    /// - Parameter row: of the entry with the call's key.
    private static func addition(_ row: PostgresRow, by call: HistoryCall) throws(PostgresError) -> Addition {
        let isSame = try row.decode([UInt8].self, at: Self.columns) == call.fingerprint
        return isSame ? .known(try HistoryRow(row)) : .mismatch
    }

    /// A page of an account's entries, newest first.
    /// - Parameter last: the entry after which it begins.
    func list(
        of account: Identifier, after last: Identifier?, limit: Int, deadline: ContinuousClock.Instant
    ) async throws -> [HistoryRow] {
        let rows = try await client.query(
            Self.page, [account.text, last?.text ?? Self.highest, limit], deadline: deadline)
        return try rows.map { (row) throws(PostgresError) in try HistoryRow(row) }
    }

    func entry(
        _ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> HistoryRow? {
        let rows = try await client.query(Self.one, [account.text, id.text], deadline: deadline)
        return try rows.first.map { (row) throws(PostgresError) in try HistoryRow(row) }
    }

    func remove(_ id: Identifier, of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(Self.removeOne, [account.text, id.text], deadline: deadline)
    }

    /// Removes all; returns how many there were.
    func clear(_ account: Identifier, deadline: ContinuousClock.Instant) async throws -> Int {
        try await client.query(Self.removeAll, [account.text], deadline: deadline).affectedRows
    }

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

    /// After every id.
    private static let highest = "ffffffff-ffff-ffff-ffff-ffffffffffff"
}

extension HistoryStore {
    /// What a ``HistoryRow`` is read from.
    fileprivate static let columnNames = """
        id::text, saved_at, latitude, longitude, label, precision, street, house, city, country, country_code, \
        address_attribution, observed_at, condition, is_day, temperature, weather_attribution, is_simulated
        """
    /// How many columns that are.
    fileprivate static let columns = 18

    /// Entries of an account are added one after the other: their number is bounded, and ids grow with time.
    fileprivate static let lock = PreparedStatement(
        "historyLock", "SELECT pg_advisory_xact_lock(hashtextextended('history/' || $1, 0))")
    fileprivate static let byKey = PreparedStatement(
        "historyByKey",
        """
        SELECT \(columnNames), fingerprint
        FROM look_up WHERE account_id = $1::text::uuid AND call_key = $2
        """)
    fileprivate static let recent = PreparedStatement(
        "historyRecent",
        """
        SELECT \(columnNames)
        FROM look_up WHERE account_id = $1::text::uuid AND saved_at > $2 AND latitude = $3 AND longitude = $4
        ORDER BY id DESC LIMIT 1
        """)
    fileprivate static let insert = PreparedStatement(
        "historyInsert",
        """
        INSERT INTO look_up (id, account_id, saved_at, call_key, fingerprint, latitude, longitude, label, precision,
            street, house, city, country, country_code, address_attribution, observed_at, condition, is_day,
            temperature, weather_attribution, is_simulated)
        VALUES ($1::text::uuid, $2::text::uuid, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
            $18, $19, $20, $21)
        """)
    fileprivate static let trim = PreparedStatement(
        "historyTrim",
        """
        DELETE FROM look_up WHERE account_id = $1::text::uuid AND id IN (
            SELECT id FROM look_up WHERE account_id = $1::text::uuid ORDER BY id DESC OFFSET $2)
        """)
    fileprivate static let page = PreparedStatement(
        "historyPage",
        """
        SELECT \(columnNames)
        FROM look_up WHERE account_id = $1::text::uuid AND id < $2::text::uuid ORDER BY id DESC LIMIT $3
        """)
    fileprivate static let one = PreparedStatement(
        "historyOne",
        """
        SELECT \(columnNames)
        FROM look_up WHERE account_id = $1::text::uuid AND id = $2::text::uuid
        """)
    fileprivate static let removeOne = PreparedStatement(
        "historyRemove", "DELETE FROM look_up WHERE account_id = $1::text::uuid AND id = $2::text::uuid")
    fileprivate static let removeAll = PreparedStatement(
        "historyClear", "DELETE FROM look_up WHERE account_id = $1::text::uuid")
}

extension HistoryRow {
    init(_ row: PostgresRow) throws(PostgresError) {
        id = Identifier(unchecked: try row.decode(String.self, at: 0))
        savedAt = Instant(milliseconds: try row.decode(Int64.self, at: 1))
        lookUp = SavedLookUp(
            location: Location(
                latitude: Latitude(unchecked: try row.decode(Double.self, at: 2)),
                longitude: Longitude(unchecked: try row.decode(Double.self, at: 3))),
            label: try row.decode(String?.self, at: 4), isSimulated: try row.decode(Bool.self, at: 17))
        if let attribution = try row.decode(String?.self, at: 11) {
            lookUp.address = SavedLookUp.Address(
                found: FoundAddress(
                    street: try row.decode(String?.self, at: 6), house: try row.decode(String?.self, at: 7),
                    city: try row.decode(String?.self, at: 8), country: try row.decode(String?.self, at: 9),
                    countryCode: try row.decode(String?.self, at: 10)),
                attribution: attribution)
        }
        if let attribution = try row.decode(String?.self, at: 16) {
            lookUp.weather = SavedLookUp.Weather(
                observedAt: Instant(milliseconds: try row.decode(Int64.self, at: 12)),
                // Written by a newer program, perhaps.
                condition: WeatherCondition(rawValue: try row.decode(String.self, at: 13)) ?? .unknown,
                isDay: try row.decode(Bool.self, at: 14), temperature: try row.decode(Double.self, at: 15),
                attribution: attribution)
        }
    }
}
