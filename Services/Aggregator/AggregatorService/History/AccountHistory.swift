import AggregatorContract
import Contract
import Database
import RPC
import ServiceRuntime
import Values

/// The use cases of an account's history: look-ups of places with their address and current weather.
struct AccountHistory: Sendable {
    /// The maximum time for which adding waits for address and weather: longer than a briefing, because an entry
    /// without them stays so.
    private static let patience: Duration = .seconds(4)
    /// The time reserved for storing the entry.
    private static let reserve: Duration = .seconds(1)
    /// The time within which a briefing saves the same place only once.
    private static let recent: Duration = .seconds(60)

    let store: HistoryStore
    let addresses: ReverseGeocoding
    let weather: WeatherAnswers
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool

    private var entries: HistoryEntries { HistoryEntries(addresses: addresses, weather: weather) }

    /// Implements `history.add`.
    ///
    /// If no provider answers in time, the address comes from the bundled tables and the weather is missing.
    func add(_ params: History.Add.Params, _ context: CallContext) async throws -> History.Entry {
        let account = try context.account(whenReady: isReady)
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        let call = try KeyedCall(History.Add.self, params, of: account, key: context.idempotencyKey)
        // A repeated call is answered as before, without asking any provider.
        if let known = try await store.addition(by: call, deadline: context.deadline) {
            return entries.entry(known, in: context.language)
        }
        let deadline = min(context.deadline - Self.reserve, .now + Self.patience)
        async let address = addresses.reverse(
            location, language: context.language, isForStorage: true, deadline: deadline)
        async let weather = try? weather.current(
            at: location, of: params.placeId, language: context.language, deadline: deadline)
        let lookUp = SavedLookUp(
            at: location, label: params.label, await address, await weather, in: context.language)
        return entries.entry(
            try await store.add(lookUp, of: account, call: call, deadline: context.deadline), in: context.language)
    }

    /// Saves a briefing, and returns its id, or `nil` if the database fails.
    func save(_ lookUp: SavedLookUp, of account: Identifier, deadline: ContinuousClock.Instant) async -> Identifier? {
        try? await store.add(lookUp, of: account, call: nil, recent: Self.recent, deadline: deadline).id
    }

    /// Implements `history.list`.
    func list(_ params: History.List.Params, _ context: CallContext) async throws -> Page<History.Entry> {
        let account = try context.account(whenReady: isReady)
        let limit = (params.limit ?? .standard).value
        let list = PagedList("history")
        let last = try list.start(params.cursor) { $0.count == 1 ? Identifier($0[0]) : nil }
        let rows = try await store.list(of: account, after: last, limit: limit + 1, deadline: context.deadline)
        return list.page(rows, limit: limit, place: { [$0.id.text] }, item: { entries.entry($0, in: context.language) })
    }

    /// Implements `history.get`.
    func get(_ params: History.Get.Params, _ context: CallContext) async throws -> History.Entry {
        let account = try context.account(whenReady: isReady)
        guard let row = try await store.entry(params.id, of: account, deadline: context.deadline) else {
            throw RPCError(History.noSuchEntry)
        }
        return entries.entry(row, in: context.language)
    }

    /// Implements `history.export`.
    func export(_ params: ExportParams, _ context: CallContext) async throws -> Page<ExportedRow> {
        let account = try context.account(whenReady: isReady)
        return try await PersonalExport(
            service: .aggregator, tables: AggregatorPersonalData.tables, client: store.client
        ).page(params, of: account, deadline: context.deadline)
    }

    /// Implements `history.remove`.
    func remove(_ params: History.Remove.Params, _ context: CallContext) async throws -> Empty {
        let account = try context.account(whenReady: isReady)
        try await store.remove(params.id, of: account, deadline: context.deadline)
        return Empty()
    }

    /// Implements `history.clear`.
    func clear(_ params: History.Clear.Params, _ context: CallContext) async throws -> History.Clear.Result {
        let account = try context.account(whenReady: isReady)
        return History.Clear.Result(removed: try await store.clear(account, deadline: context.deadline))
    }
}
