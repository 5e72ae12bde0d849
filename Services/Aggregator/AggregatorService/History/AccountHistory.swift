import AggregatorContract
import Contract
import RPC
import Values
import Wire

/// Who calls, for what belongs to an account.
struct Caller: Sendable {
    var account: Identifier
    var language: Language
    var idempotencyKey: String?
    var deadline: ContinuousClock.Instant
}

extension AggregatorService {
    /// How long adding waits for address and weather.
    private static let patience: Duration = .seconds(4)
    private static let reserve: Duration = .seconds(1)

    /// Answers `history.add`; without address or weather where nobody tells them in time.
    func add(_ params: History.Add.Params, _ caller: Caller) async throws -> History.Entry {
        try admitHistory()
        let location = try Self.location(lat: params.lat, lon: params.lon, placeID: params.placeId)
        guard let key = caller.idempotencyKey else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "needs an idempotency key")])
        }
        let call = HistoryCall(key: key, fingerprint: try JSONCoding.encode(params))
        // A call that was answered before is answered again without asking anybody.
        if let known = try await history.addition(by: call, of: caller.account, deadline: caller.deadline) {
            return try entry(known, caller.language)
        }
        let deadline = min(caller.deadline - Self.reserve, .now + Self.patience)
        async let address = reverse(location, language: caller.language, isToBeKept: true, deadline: deadline)
        async let weather = try? current(at: location, language: caller.language, deadline: deadline)
        let lookUp = lookUp(at: location, label: params.label, await address, await weather)
        return try entry(
            try await history.add(lookUp, of: caller.account, call: call, deadline: caller.deadline), caller.language)
    }

    private func entry(_ addition: HistoryStore.Addition, _ language: Language) throws(RPCError) -> History.Entry {
        switch addition {
        case .added(let row), .known(let row): return entry(row, language)
        case .mismatch: throw RPCError(.idempotencyMismatch)
        }
    }

    /// Answers `history.list`.
    func list(_ params: History.List.Params, _ caller: Caller) async throws -> Page<History.Entry> {
        try admitHistory()
        let limit = (params.limit ?? .standard).value
        let last = try params.cursor.map(Self.lastEntry)
        let rows = try await history.list(
            of: caller.account, after: last, limit: limit + 1, deadline: caller.deadline)
        let shown = rows.prefix(limit)
        return Page(
            items: shown.map { entry($0, caller.language) },
            nextCursor: rows.count > limit ? shown.last.map { Self.cursor(after: $0.id) } : nil)
    }

    /// Answers `history.get`.
    func entry(_ params: History.Get.Params, _ caller: Caller) async throws -> History.Entry {
        try admitHistory()
        guard let row = try await history.entry(params.id, of: caller.account, deadline: caller.deadline) else {
            throw RPCError(.notFound, reason: "no-such-entry")
        }
        return entry(row, caller.language)
    }

    /// Answers `history.remove`.
    func remove(_ params: History.Remove.Params, _ caller: Caller) async throws {
        try admitHistory()
        try await history.remove(params.id, of: caller.account, deadline: caller.deadline)
    }

    /// Answers `history.clear`.
    func clear(_ caller: Caller) async throws -> History.Clear.Result {
        try admitHistory()
        return History.Clear.Result(removed: try await history.clear(caller.account, deadline: caller.deadline))
    }

    private func admitHistory() throws(RPCError) {
        guard isHistoryReady() else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the database has not been reached yet")
        }
    }

    // MARK: Entries

    /// What is kept of a look-up.
    func lookUp(
        at location: Location, label: PlaceLabel?, _ address: Places.Reverse.Result?, _ weather: Weather.Current.Result?
    ) -> SavedLookUp {
        var lookUp = SavedLookUp(
            location: location, label: label?.text,
            isSimulated: address?.source == .simulator || weather?.source == .simulator)
        if let address, address.precision != .none {
            let found = FoundAddress(
                street: address.street, house: address.house, city: address.city, country: address.country,
                countryCode: address.countryCode?.text)
            lookUp.address = SavedLookUp.Address(found: found, attribution: address.attribution)
        }
        if let weather {
            lookUp.weather = SavedLookUp.Weather(
                observedAt: weather.observedAt, condition: weather.condition, isDay: weather.isDay,
                temperature: weather.temperature, attribution: weather.attribution)
        }
        return lookUp
    }

    private func entry(_ row: HistoryRow, _ language: Language) -> History.Entry {
        let address = row.lookUp.address.map { address in
            History.Address(
                precision: address.found.precision, street: address.found.street, house: address.found.house,
                city: address.found.city,
                // Its name of today, for whoever reads it.
                country: address.found.countryCode.flatMap { gazetteer.countries[$0]?.name(in: language) }
                    ?? address.found.country,
                countryCode: address.found.countryCode.flatMap(CountryCode.init), attribution: address.attribution)
        }
        let weather = row.lookUp.weather.map { weather in
            History.Weather(
                observedAt: weather.observedAt, condition: weather.condition,
                text: weather.condition.words(in: language, isDay: weather.isDay), isDay: weather.isDay,
                temperature: weather.temperature, attribution: weather.attribution)
        }
        return History.Entry(
            id: row.id, savedAt: row.savedAt, location: row.lookUp.location,
            label: row.lookUp.label.flatMap(PlaceLabel.init), address: address, weather: weather,
            source: row.lookUp.isSimulated ? .simulator : nil)
    }

    // MARK: Pages

    /// Grows when what a cursor holds changes.
    private static let cursorVersion: UInt8 = 1

    private static func cursor(after id: Identifier) -> Cursor {
        Cursor(unchecked: Base64URL.encode([cursorVersion] + Array("history.list\n\(id.text)".utf8)))
    }

    private static func lastEntry(_ cursor: Cursor) throws(RPCError) -> Identifier {
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == cursorVersion,
            case let parts = String(decoding: bytes.dropFirst(), as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false),
            parts.count == 2, parts[0] == "history.list", let id = Identifier(String(parts[1]))
        else { throw missing("/cursor", "is not a cursor of this list") }
        return id
    }
}
