import AggregatorContract
import Contract
import RPC
import Upstream
import Values

/// The quality of the air: its provider, the cached answers, and the use case.
struct AirQualityAnswers: Sendable {
    static let freshness = Freshness(
        fresh: .seconds(1_800), revalidate: .seconds(3_600), ifError: .seconds(6 * 3_600), absent: .seconds(3_600))

    /// The provider; `nil` if the settings leave it out.
    let provider: OpenMeteoAirClient?
    let cache: UpstreamCache<AirReading>
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let now: @Sendable () -> Instant

    /// Implements `weather.airQuality`.
    func get(_ params: Weather.AirQuality.Params, _ context: CallContext) async throws -> Weather.AirQuality.Result {
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        let found = try await reading(in: WeatherCell(location), deadline: context.deadline)
        let (reading, language) = (found.value, context.language)
        return Weather.AirQuality.Result(
            location: location, observedAt: reading.observedAt, index: reading.europeanIndex, level: reading.level,
            text: reading.level?.words(in: language), language: language, usIndex: reading.usIndex, pm25: reading.pm25,
            pm10: reading.pm10, nitrogenDioxide: reading.nitrogenDioxide, ozone: reading.ozone,
            sulphurDioxide: reading.sulphurDioxide, fetchedAt: found.fetchedAt, isStale: found.isStale,
            provider: OpenMeteoAirClient.name, attribution: OpenMeteoAirClient.attribution, source: source)
    }

    private func reading(
        in cell: WeatherCell, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Cached<AirReading> {
        let reason = Weather.airQualityUnavailable
        guard let provider else { throw SourcesUnavailable(reason: reason, failure: nil) }
        let found: Cached<AirReading>?
        do throws(UpstreamFailure) {
            found = try await cache.value(for: cell.key, deadline: deadline) { (_) throws(UpstreamFailure) in
                let loaded = try await provider.reading(at: cell.location)
                if case .value(let reading, _) = loaded, !reading.isCurrent(at: now()) {
                    throw .unreadable("a reading of the air that is hours old")
                }
                return loaded
            }
        } catch {
            throw SourcesUnavailable(reason: reason, failure: error)
        }
        guard let found else { throw SourcesUnavailable(reason: reason, failure: nil) }
        return found
    }
}
