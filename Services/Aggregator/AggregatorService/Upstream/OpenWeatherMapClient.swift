import AggregatorContract
import Upstream
import Values

/// A client for OpenWeatherMap, which needs a key.
struct OpenWeatherMapClient: WeatherProvider {
    let host: any RemoteHost
    /// The key, sent in the query and never logged.
    let key: String
    let name = WeatherProviderName.openWeatherMap.rawValue
    let attribution = "Weather data provided by OpenWeather (openweathermap.org)"

    func current(at location: Location) async throws(UpstreamFailure) -> Loaded<Observation> {
        try await host.load(request("/data/2.5/weather", location), read: Self.observation)
    }

    func forecast(at location: Location) async throws(UpstreamFailure) -> Loaded<ForecastSeries> {
        try await host.load(request("/data/2.5/forecast", location), read: Self.series)
    }

    private func request(_ path: String, _ location: Location) -> UpstreamRequest {
        // Always metric and in one language, so that all callers share one answer; conditions are translated here.
        UpstreamRequest(
            path: path,
            query: [
                ("lat", location.latitude.value.fixed(2)), ("lon", location.longitude.value.fixed(2)),
                ("units", "metric"), ("lang", "en"),
            ], secrets: [("appid", key)])
    }

    // MARK: Reading

    static func observation(_ json: UntrustedJSON) throws(UpstreamFailure) -> Observation? {
        try refuse(json)
        guard let main = json["main"], let temperature = Plausible.temperature(main["temp"]?.number),
            let at = Plausible.instant(json["dt"]?.number)
        else { return nil }
        let weather = json["weather"]?.elements.first
        let rise = Plausible.instant(json["sys"]?["sunrise"]?.number)
        let set = Plausible.instant(json["sys"]?["sunset"]?.number)
        let sun = ForecastSeries.Sun(rise: rise, set: set).plausible(near: at)
        return Observation(
            observedAt: at, utcOffset: Plausible.offset(json["timezone"]?.number) ?? 0, timeZone: nil,
            condition: condition(weather), isDay: isDay(weather) ?? between(at, rise, set), temperature: temperature,
            feelsLike: Plausible.temperature(main["feels_like"]?.number),
            humidity: Plausible.percent(main["humidity"]?.number), pressure: pressure(main),
            windSpeed: Plausible.wind(json["wind"]?["speed"]?.number),
            windGust: Plausible.wind(json["wind"]?["gust"]?.number),
            windDirection: Plausible.direction(json["wind"]?["deg"]?.number),
            cloudCover: Plausible.percent(json["clouds"]?["all"]?.number),
            precipitation: precipitation(json, "1h") ?? precipitation(json, "3h") ?? 0,
            visibility: Plausible.visibility(json["visibility"]?.number), sunrise: sun.rise, sunset: sun.set)
    }

    static func series(_ json: UntrustedJSON) throws(UpstreamFailure) -> ForecastSeries? {
        try refuse(json)
        guard let list = json["list"]?.elements else { return nil }
        var points: [ForecastSeries.Point] = []
        for step in list.prefix(ForecastSeries.maximumPoints) {
            guard let at = Plausible.instant(step["dt"]?.number), at > points.last?.at ?? Instant(milliseconds: .min),
                let temperature = Plausible.temperature(step["main"]?["temp"]?.number)
            else { continue }
            let weather = step["weather"]?.elements.first
            let daylight = step["sys"]?["pod"]?.text.map { $0 == "d" }
            points.append(
                ForecastSeries.Point(
                    at: at, condition: condition(weather), isDay: daylight ?? isDay(weather) ?? true,
                    temperature: temperature, feelsLike: Plausible.temperature(step["main"]?["feels_like"]?.number),
                    humidity: Plausible.percent(step["main"]?["humidity"]?.number),
                    pressure: step["main"].flatMap(pressure), windSpeed: Plausible.wind(step["wind"]?["speed"]?.number),
                    windGust: Plausible.wind(step["wind"]?["gust"]?.number),
                    windDirection: Plausible.direction(step["wind"]?["deg"]?.number),
                    cloudCover: Plausible.percent(step["clouds"]?["all"]?.number),
                    precipitation: precipitation(step, "3h") ?? 0,
                    probability: Plausible.probability(fraction: step["pop"]?.number)))
        }
        guard !points.isEmpty else { return nil }
        let city = json["city"]
        return ForecastSeries(
            points: points, hours: 3, utcOffset: Plausible.offset(city?["timezone"]?.number) ?? 0, timeZone: nil,
            sun: [
                ForecastSeries.Sun(
                    rise: Plausible.instant(city?["sunrise"]?.number), set: Plausible.instant(city?["sunset"]?.number)
                ).plausible
            ])
    }

    /// Throws if the answer is an error with a success status; `cod` is a number or a text, 200 for success.
    private static func refuse(_ json: UntrustedJSON) throws(UpstreamFailure) {
        if let code = json["cod"]?.integer, code != 200 { throw .unreadable("an error instead of an answer") }
    }

    private static func condition(_ weather: UntrustedJSON?) -> WeatherCondition {
        weather?["id"]?.integer.map(WeatherCondition.init(openWeatherMap:)) ?? .unknown
    }

    /// Reads day or night from the icon's name, which ends with `d` or `n`.
    private static func isDay(_ weather: UntrustedJSON?) -> Bool? {
        switch weather?["icon"]?.text?.last {
        case "d": true
        case "n": false
        default: nil
        }
    }

    private static func between(_ at: Instant, _ rise: Instant?, _ set: Instant?) -> Bool {
        guard let rise, let set else { return true }
        return rise <= at && at < set
    }

    /// Reads the pressure at sea level; `sea_level` takes precedence, because the meaning of `pressure` differs from
    /// place to place.
    private static func pressure(_ main: UntrustedJSON) -> Double? {
        Plausible.pressure((main["sea_level"] ?? main["pressure"])?.number)
    }

    /// Adds rain and snow; their objects are absent in dry weather.
    private static func precipitation(_ json: UntrustedJSON, _ hours: String) -> Double? {
        let parts = [json["rain"]?[hours]?.number, json["snow"]?[hours]?.number].compactMap { $0 }
        return parts.isEmpty ? nil : Plausible.amount(parts.reduce(0, +))
    }
}
