import AggregatorContract
import Contract
import Database
import RPC
import Values

/// The use cases of saved cities, and of the weather of several.
struct AccountCities: Sendable {
    /// The part of a call's time reserved for assembling the answer.
    private static let reserve: Duration = .milliseconds(500)

    let store: CityStore
    let weather: WeatherAnswers
    /// The time limit of the weather.
    let patience: Duration
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool

    /// Implements `cities.list`.
    func list(_ params: Cities.List.Params, _ context: CallContext) async throws -> Cities.List.Result {
        let account = try context.account(whenReady: isReady)
        return Cities.List.Result(items: try await store.all(of: account, deadline: context.deadline))
    }

    /// Implements `cities.add`.
    func add(_ params: Cities.Add.Params, _ context: CallContext) async throws -> Cities.City {
        let account = try context.account(whenReady: isReady)
        do {
            return try await store.add(params.placeId, of: account, deadline: context.deadline)
        } catch is CityStore.LimitReached {
            throw RPCError(Cities.tooMany)
        }
    }

    /// Implements `cities.remove`.
    func remove(_ params: Cities.Remove.Params, _ context: CallContext) async throws -> Empty {
        let account = try context.account(whenReady: isReady)
        try await store.remove(params.placeId, of: account, deadline: context.deadline)
        return Empty()
    }

    /// Implements `cities.weather`.
    func weather(
        _ params: Cities.CityWeather.Params, _ context: CallContext
    ) async throws -> Cities.CityWeather.Result {
        let places = try await places(params, context)
        let deadline = min(context.deadline - Self.reserve, .now + patience)
        let (language, units, weather) = (context.language, params.units ?? .metric, weather)
        let parts = await withTaskGroup(of: (Int, Briefing.Part<Weather.Current.Result>).self) { group in
            for (index, place) in places.enumerated() {
                group.addTask {
                    let part = await Briefing.Part(isStale: \.isStale) {
                        try await weather.current(
                            at: place.location, of: place, language: language, deadline: deadline
                        ).converted(to: units)
                    }
                    return (index, part)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return Cities.CityWeather.Result(
            items: places.enumerated().compactMap { index, place in
                parts[index].map { Cities.CityWeather.Entry(placeId: place, weather: $0) }
            })
    }

    /// Returns the places that a call names, or else those that its account has saved.
    private func places(_ params: Cities.CityWeather.Params, _ context: CallContext) async throws -> [PlaceID] {
        if let places = params.placeIds {
            guard places.count <= Cities.limit else {
                throw RPCError(.tooMany(maximum: Cities.limit), at: "/placeIds")
            }
            return places
        }
        let account = try context.account(whenReady: isReady)
        return try await store.all(of: account, deadline: context.deadline).map(\.placeId)
    }
}
