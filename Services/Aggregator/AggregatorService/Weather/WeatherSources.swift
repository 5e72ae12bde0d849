import AggregatorContract
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

    func observation(
        in cell: WeatherCell, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Sourced<Observation> {
        try await first(deadline) { (provider, deadline) throws(UpstreamFailure) in
            try await observations.value(for: "\(provider.name):\(cell.key)", deadline: deadline) {
                (_) throws(UpstreamFailure) in try await provider.current(at: cell.location)
            }
        }
    }

    func forecast(
        in cell: WeatherCell, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Sourced<ForecastSeries> {
        try await first(deadline) { (provider, deadline) throws(UpstreamFailure) in
            try await forecasts.value(for: "\(provider.name):\(cell.key)", deadline: deadline) {
                (_) throws(UpstreamFailure) in try await provider.forecast(at: cell.location)
            }
        }
    }

    /// Returns the first fresh value, or else the newest stale one.
    ///
    /// Each provider gets an equal share of the remaining time, so that one that hangs leaves some for the next.
    private func first<Value: Sendable>(
        _ deadline: ContinuousClock.Instant,
        _ ask: (any WeatherProvider, ContinuousClock.Instant) async throws(UpstreamFailure) -> Cached<Value>?
    ) async throws(SourcesUnavailable) -> Sourced<Value> {
        var old: Sourced<Value>?
        var failure: UpstreamFailure?
        for (index, provider) in providers.enumerated() {
            let now = ContinuousClock.now
            let share = now + (deadline - now) / (providers.count - index)
            do throws(UpstreamFailure) {
                guard let value = try await ask(provider, share) else { continue }
                let sourced = Sourced(value: value, provider: provider)
                if !value.isStale { return sourced }
                if value.fetchedAt > old?.value.fetchedAt ?? Instant(milliseconds: .min) { old = sourced }
            } catch {
                failure = error
                if error == .cancelled { break }
            }
        }
        guard let old else { throw SourcesUnavailable(reason: Weather.unavailable, failure: failure) }
        return old
    }
}
