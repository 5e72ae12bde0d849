import AggregatorContract
import Contract
import RPC
import Upstream
import Values

/// The use cases of weather: current weather and the forecast for seven days.
struct WeatherAnswers: Sendable {
    let sources: WeatherSources
    let places: PlaceNames
    let gazetteer: Gazetteer
    let zones: ZoneCache
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let now: @Sendable () -> Instant

    /// Implements `weather.current`.
    func current(_ params: Weather.Where, _ context: CallContext) async throws -> Weather.Current.Result {
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        return try await current(
            at: location, of: params.placeId, language: context.language, deadline: context.deadline
        ).converted(to: params.units ?? .metric)
    }

    /// Implements `weather.forecast`.
    func forecast(
        _ params: Weather.Forecast.Params, _ context: CallContext
    ) async throws -> Weather.Forecast.Result {
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: params.placeId)
        let units = params.units ?? .metric
        var forecast = try await forecast(
            at: location, of: params.placeId, isHourly: params.isHourly ?? false, language: context.language,
            deadline: context.deadline)
        forecast.units = OpenEnum(units)
        forecast.steps = forecast.steps.map { $0.converted(to: units) }
        forecast.days = forecast.days.map { $0.converted(to: units) }
        return forecast
    }

    /// Returns the current weather at a location, in metric units.
    ///
    /// - Parameter id: the place that was asked for; `nil` if it was asked for by coordinates.
    func current(
        at location: Location, of id: PlaceID? = nil, language: Language, deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Weather.Current.Result {
        async let name = places.place(id, at: location, language: language, deadline: deadline)
        let sourced = try await sources.observation(in: WeatherCell(location), deadline: deadline)
        let named = await name
        var answer = answer(
            sourced.value.value, origin(of: sourced, named), at: location, place: named?.place, in: language)
        answer.source = source.map { OpenEnum($0) }
        return answer
    }

    /// Returns the forecast for a location, in metric units.
    ///
    /// - Parameter id: the place that was asked for; `nil` if it was asked for by coordinates.
    func forecast(
        at location: Location, of id: PlaceID? = nil, isHourly: Bool = false, language: Language,
        deadline: ContinuousClock.Instant
    ) async throws(SourcesUnavailable) -> Weather.Forecast.Result {
        async let name = places.place(id, at: location, language: language, deadline: deadline)
        let sourced = try await sources.forecast(in: WeatherCell(location), deadline: deadline)
        let named = await name
        let series = sourced.value.value
        let zone = timeZone(series.timeZone, at: location)
        let plan = ForecastPlan(
            series, calendar: zones.calendar(zone?.text, orOffset: series.utcOffset), now: now(),
            isHourly: isHourly)
        let origin = origin(of: sourced, named)
        return Weather.Forecast.Result(
            location: location, place: named?.place, timeZone: zone, language: language, units: .metric,
            stepHours: plan.stepHours, steps: plan.steps(in: language), days: plan.days(in: language),
            fetchedAt: origin.fetchedAt,
            isStale: origin.isStale, provider: origin.provider, attribution: origin.attribution, source: source)
    }

    /// Returns an observation as an answer.
    func answer(
        _ value: Observation, _ origin: DataOrigin, at location: Location, place: Places.Place?, in language: Language
    ) -> Weather.Current.Result {
        let zone = timeZone(value.timeZone, at: location)
        // The zone's offset takes precedence: a provider that names no zone may send another zone's offset.
        let calendar = zones.calendar(zone?.text, orOffset: value.utcOffset)
        return Weather.Current.Result(
            location: location, place: place, timeZone: zone, utcOffset: calendar.offset(at: value.observedAt),
            observedAt: value.observedAt, condition: value.condition,
            text: value.condition.words(in: language, isDay: value.isDay), language: language,
            units: .metric, isDay: value.isDay, temperature: value.temperature, feelsLike: value.feelsLike,
            humidity: value.humidity,
            pressure: value.pressure, windSpeed: value.windSpeed, windGust: value.windGust,
            windDirection: value.windDirection, cloudCover: value.cloudCover, precipitation: value.precipitation,
            visibility: value.visibility, sunrise: value.sunrise, sunset: value.sunset, fetchedAt: origin.fetchedAt,
            isStale: origin.isStale, provider: origin.provider, attribution: origin.attribution, source: nil)
    }

    private func origin<Value>(of sourced: WeatherSources.Sourced<Value>, _ named: PlaceNames.Named?) -> DataOrigin {
        DataOrigin(
            provider: sourced.provider.name,
            attribution: places.attribution(sourced.provider.attribution, with: named),
            fetchedAt: sourced.value.fetchedAt, isStale: sourced.value.isStale)
    }

    /// Returns the zone that the provider names, or else that of the place, or `nil` if the system knows neither.
    private func timeZone(_ name: String?, at location: Location) -> TimeZoneName? {
        if let name, let known = TimeZoneName(name), zones.zone(name) != nil { return known }
        let name = gazetteer.timeZone(at: location)
        return zones.zone(name) == nil ? nil : TimeZoneName(name)
    }
}
