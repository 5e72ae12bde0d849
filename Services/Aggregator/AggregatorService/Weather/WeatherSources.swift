import AggregatorContract
import Resilience
import Upstream
import Values

/// The weather providers in order of preference, and the cached answers.
struct WeatherSources: Sendable {
    /// A value and its provider.
    struct Sourced<Value: Sendable>: Sendable {
        var value: Cached<Value>
        var provider: any WeatherProvider
    }

    static let observationFreshness = Freshness(
        fresh: .seconds(600), revalidate: .seconds(1_200), ifError: .seconds(3 * 3_600), absent: .seconds(3_600))
    static let forecastFreshness = Freshness(
        fresh: .seconds(3_600), revalidate: .seconds(3 * 3_600), ifError: .seconds(12 * 3_600), absent: .seconds(3_600))

    let providers: [any WeatherProvider]
    let observations: UpstreamCache<Observation>
    let forecasts: UpstreamCache<ForecastSeries>
    let now: @Sendable () -> Instant
    /// Asks the next provider soon enough that one that hangs costs at most a second and a half, and half a second
    /// before a briefing ends.
    var failover = HedgedFailover(hedgeDelay: .milliseconds(900))

    func observation(
        in cell: WeatherCell, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Sourced<Observation> {
        try await first(deadline) { (provider, deadline) throws(UpstreamFailure) in
            try await observations.value(for: "\(provider.name):\(cell.key)", deadline: deadline) {
                (_) throws(UpstreamFailure) in
                let loaded = try await provider.current(at: cell.location)
                if case .value(let observation, _) = loaded, !observation.isCurrent(at: now()) {
                    throw .unreadable("an observation that is hours old")
                }
                return loaded
            }
        }
    }

    func forecast(
        in cell: WeatherCell, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Sourced<ForecastSeries> {
        try await first(deadline) { (provider, deadline) throws(UpstreamFailure) in
            try await forecasts.value(for: "\(provider.name):\(cell.key)", deadline: deadline) {
                (_) throws(UpstreamFailure) in
                let loaded = try await provider.forecast(at: cell.location)
                if case .value(let series, _) = loaded, !series.isCurrent(at: now()) {
                    throw .unreadable("a forecast of days that have passed")
                }
                return loaded
            }
        }
    }

    /// Returns the first fresh value, or else the newest stale one.
    private func first<Value: Sendable>(
        _ deadline: ContinuousClock.Instant,
        _ ask:
            @escaping @Sendable (any WeatherProvider, ContinuousClock.Instant) async throws(UpstreamFailure)
            -> Cached<Value>?
    ) async throws(SourcesUnavailable) -> Sourced<Value> {
        let providers = providers
        let outcomes = await failover.answers(of: providers.count, grade: Self.grade) { index in
            await Self.outcome(of: providers[index], deadline, ask)
        }
        var old: Sourced<Value>?
        var failure: UpstreamFailure?
        for outcome in outcomes {
            switch outcome {
            case .success(let sourced?):
                if !sourced.value.isStale { return sourced }
                if sourced.value.fetchedAt > old?.value.fetchedAt ?? Instant(milliseconds: .min) { old = sourced }
            case .success(nil): break
            case .failure(let error): failure = error
            }
        }
        guard let old else { throw SourcesUnavailable(reason: Weather.unavailable, failure: failure) }
        return old
    }

    private static func outcome<Value: Sendable>(
        of provider: any WeatherProvider, _ deadline: ContinuousClock.Instant,
        _ ask: (any WeatherProvider, ContinuousClock.Instant) async throws(UpstreamFailure) -> Cached<Value>?
    ) async -> Result<Sourced<Value>?, UpstreamFailure> {
        do throws(UpstreamFailure) {
            return .success(try await ask(provider, deadline).map { Sourced(value: $0, provider: provider) })
        } catch {
            return .failure(error)
        }
    }

    @Sendable
    private static func grade<Value>(_ outcome: Result<Sourced<Value>?, UpstreamFailure>) -> HedgedFailover.Grade {
        guard case .success(let sourced?) = outcome else { return .none }
        return sourced.value.isStale ? .usable : .conclusive
    }
}
