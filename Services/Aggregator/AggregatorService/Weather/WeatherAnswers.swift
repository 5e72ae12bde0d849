import AggregatorContract
import Contract
import RPC
import Upstream
import Values

/// The use cases of weather: current weather and the forecast for five days.
struct WeatherAnswers: Sendable {
    let sources: WeatherSources
    let gazetteer: Gazetteer
    let zones: ZoneCache
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let now: @Sendable () -> Instant

    /// Implements `weather.current`.
    func current(_ params: Weather.Where, _ context: CallContext) async throws -> Weather.Current.Result {
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        return try await current(at: location, language: context.language, deadline: context.deadline)
    }

    /// Implements `weather.forecast`.
    func forecast(_ params: Weather.Where, _ context: CallContext) async throws -> Weather.Forecast.Result {
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        return try await forecast(at: location, language: context.language, deadline: context.deadline)
    }

    func current(
        at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Weather.Current.Result {
        let sourced = try await sources.observation(in: WeatherCell(location), deadline: deadline)
        let value = sourced.value.value
        let zone = timeZone(value.timeZone, at: location)
        // The zone's offset takes precedence: a provider that names no zone may send another zone's offset.
        let calendar = zones.calendar(zone?.text, orOffset: value.utcOffset)
        return Weather.Current.Result(
            location: location, timeZone: zone, utcOffset: calendar.offset(at: value.observedAt),
            observedAt: value.observedAt, condition: value.condition,
            text: value.condition.words(in: language, isDay: value.isDay), language: language, isDay: value.isDay,
            temperature: value.temperature, feelsLike: value.feelsLike, humidity: value.humidity,
            pressure: value.pressure, windSpeed: value.windSpeed, windGust: value.windGust,
            windDirection: value.windDirection, cloudCover: value.cloudCover, precipitation: value.precipitation,
            visibility: value.visibility, sunrise: value.sunrise, sunset: value.sunset,
            fetchedAt: sourced.value.fetchedAt, isStale: sourced.value.isStale, provider: sourced.provider.name,
            attribution: sourced.provider.attribution, source: source)
    }

    func forecast(
        at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Weather.Forecast.Result {
        let sourced = try await sources.forecast(in: WeatherCell(location), deadline: deadline)
        let series = sourced.value.value
        let zone = timeZone(series.timeZone, at: location)
        let plan = ForecastPlan(
            series, calendar: zones.calendar(zone?.text, orOffset: series.utcOffset), now: now())
        return Weather.Forecast.Result(
            location: location, timeZone: zone, language: language, steps: plan.steps(in: language),
            days: plan.days(in: language), fetchedAt: sourced.value.fetchedAt, isStale: sourced.value.isStale,
            provider: sourced.provider.name, attribution: sourced.provider.attribution, source: source)
    }

    /// Returns the zone that the provider names, or else that of the place, or `nil` if the system knows neither.
    private func timeZone(_ name: String?, at location: Location) -> TimeZoneName? {
        if let name, let known = TimeZoneName(name), zones.zone(name) != nil { return known }
        let name = gazetteer.timeZone(at: location)
        return zones.zone(name) == nil ? nil : TimeZoneName(name)
    }
}
