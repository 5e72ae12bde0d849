import AggregatorContract
import RPC
import Upstream
import Values

extension AggregatorService {
    /// Answers `weather.current`.
    func current(
        at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async throws(NobodyAnswers) -> Weather.Current.Result {
        let told = try await weather.observation(in: WeatherCell(location), deadline: deadline)
        let value = told.value.value
        let zone = timeZone(value.timeZone, at: location)
        // The zone's own offset: that of a provider that names no zone may be another's.
        let calendar = zones.calendar(zone?.text, orOffset: value.utcOffset)
        return Weather.Current.Result(
            location: location, timeZone: zone, utcOffset: calendar.offset(at: value.observedAt),
            observedAt: value.observedAt, condition: value.condition,
            text: value.condition.words(in: language, isDay: value.isDay), language: language, isDay: value.isDay,
            temperature: value.temperature, feelsLike: value.feelsLike, humidity: value.humidity,
            pressure: value.pressure, windSpeed: value.windSpeed, windGust: value.windGust,
            windDirection: value.windDirection, cloudCover: value.cloudCover, precipitation: value.precipitation,
            visibility: value.visibility, sunrise: value.sunrise, sunset: value.sunset,
            fetchedAt: told.value.fetchedAt, stale: told.value.isStale, provider: told.provider.name,
            attribution: told.provider.attribution, source: source)
    }

    /// Answers `weather.forecast`.
    func forecast(
        at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async throws(NobodyAnswers) -> Weather.Forecast.Result {
        let told = try await weather.forecast(in: WeatherCell(location), deadline: deadline)
        let series = told.value.value
        let zone = timeZone(series.timeZone, at: location)
        let plan = ForecastPlan(
            series, calendar: zones.calendar(zone?.text, orOffset: series.utcOffset), now: now())
        return Weather.Forecast.Result(
            location: location, timeZone: zone, language: language, steps: plan.steps(in: language),
            days: plan.days(in: language), fetchedAt: told.value.fetchedAt, stale: told.value.isStale,
            provider: told.provider.name, attribution: told.provider.attribution, source: source)
    }

    /// The zone that the provider names, else that of the place; none that the system does not know.
    private func timeZone(_ name: String?, at location: Location) -> TimeZoneName? {
        if let name, let known = TimeZoneName(name), zones.zone(name) != nil { return known }
        let name = gazetteer.timeZone(at: location)
        return zones.zone(name) == nil ? nil : TimeZoneName(name)
    }
}
