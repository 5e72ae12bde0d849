import AggregatorContract
import Upstream
import Values

/// A client for Open-Meteo's weather, which needs no key.
struct OpenMeteoClient: WeatherProvider {
    let host: any RemoteHost
    let name = WeatherProviderName.openMeteo.rawValue
    let attribution = "Weather data by Open-Meteo.com (CC BY 4.0)"

    private static let currentFields = [
        "temperature_2m", "apparent_temperature", "relative_humidity_2m", "precipitation", "weather_code",
        "cloud_cover", "pressure_msl", "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m", "visibility", "is_day",
    ]
    private static let hourlyFields = [
        "temperature_2m", "apparent_temperature", "relative_humidity_2m", "precipitation", "precipitation_probability",
        "weather_code", "cloud_cover", "pressure_msl", "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m",
        "is_day", "uv_index",
    ]

    func current(at location: Location) async throws(UpstreamFailure) -> Loaded<Observation> {
        try await host.load(
            Self.request(
                location,
                [
                    ("current", Self.currentFields.joined(separator: ",")), ("daily", "sunrise,sunset"),
                    ("forecast_days", "1"),
                ]), read: Self.observation)
    }

    func forecast(at location: Location) async throws(UpstreamFailure) -> Loaded<ForecastSeries> {
        try await host.load(
            Self.request(
                location,
                [
                    ("hourly", Self.hourlyFields.joined(separator: ",")), ("daily", "sunrise,sunset"),
                    // The precipitation of the seventh day's last hour is told at the midnight after it.
                    ("forecast_days", "8"),
                ]), read: Self.series)
    }

    private static func request(_ location: Location, _ fields: [(name: String, value: String)]) -> UpstreamRequest {
        UpstreamRequest(
            path: "/v1/forecast",
            query: [
                ("latitude", location.latitude.value.fixed(2)), ("longitude", location.longitude.value.fixed(2)),
            ] + fields + [("timezone", "auto"), ("wind_speed_unit", "ms")])
    }

    // MARK: Reading

    /// Reads the current weather, also under the names that fields had until 2023, which older servers still use.
    static func observation(_ json: UntrustedJSON) throws(UpstreamFailure) -> Observation? {
        try refuse(json)
        guard let current = json["current"] ?? json["current_weather"] else { return nil }
        let clock = LocalTimes(json)
        guard let at = clock.instant(current["time"]),
            let temperature = Plausible.temperature((current["temperature_2m"] ?? current["temperature"])?.number)
        else { return nil }
        let sun = sun(json["daily"], clock).first?.plausible(near: at)
        return Observation(
            observedAt: at, utcOffset: clock.offset(at: at), timeZone: json["timezone"]?.text,
            condition: condition(current["weather_code"] ?? current["weathercode"]),
            isDay: (current["is_day"]?.number ?? 1) != 0, temperature: temperature,
            feelsLike: Plausible.temperature(current["apparent_temperature"]?.number),
            humidity: Plausible.percent((current["relative_humidity_2m"] ?? current["relativehumidity_2m"])?.number),
            pressure: Plausible.pressure(current["pressure_msl"]?.number),
            windSpeed: Plausible.wind((current["wind_speed_10m"] ?? current["windspeed"])?.number),
            windGust: Plausible.wind(current["wind_gusts_10m"]?.number),
            windDirection: Plausible.direction((current["wind_direction_10m"] ?? current["winddirection"])?.number),
            cloudCover: Plausible.percent(current["cloud_cover"]?.number),
            precipitation: Plausible.amount(current["precipitation"]?.number),
            visibility: Plausible.visibility(current["visibility"]?.number), sunrise: sun?.rise, sunset: sun?.set)
    }

    /// Reads a forecast from parallel arrays, each as long as that of the times; any element may be null.
    static func series(_ json: UntrustedJSON) throws(UpstreamFailure) -> ForecastSeries? {
        try refuse(json)
        guard let hourly = json["hourly"], let times = hourly["time"]?.elements, !times.isEmpty else { return nil }
        let clock = LocalTimes(json)
        func column(_ names: String...) throws(UpstreamFailure) -> [UntrustedJSON] {
            guard let column = names.lazy.compactMap({ hourly[$0] }).first else { return [] }
            let elements = column.elements
            guard elements.count == times.count else { throw .unreadable("arrays of unequal length") }
            return elements
        }
        let temperatures = try column("temperature_2m")
        let feelsLike = try column("apparent_temperature")
        let humidity = try column("relative_humidity_2m", "relativehumidity_2m")
        let amounts = try column("precipitation")
        let probabilities = try column("precipitation_probability")
        let codes = try column("weather_code", "weathercode")
        let clouds = try column("cloud_cover", "cloudcover")
        let pressures = try column("pressure_msl")
        let winds = try column("wind_speed_10m", "windspeed_10m")
        let directions = try column("wind_direction_10m", "winddirection_10m")
        let gusts = try column("wind_gusts_10m", "windgusts_10m")
        let days = try column("is_day")
        let uvs = try column("uv_index")
        func number(_ column: [UntrustedJSON], _ index: Int) -> Double? {
            index < column.count ? column[index].number : nil
        }

        var points: [ForecastSeries.Point] = []
        for (index, time) in times.prefix(ForecastSeries.maximumPoints).enumerated() {
            guard let at = clock.instant(time), at > points.last?.at ?? Instant(milliseconds: .min),
                let temperature = Plausible.temperature(number(temperatures, index))
            else { continue }
            points.append(
                ForecastSeries.Point(
                    at: at, condition: condition(index < codes.count ? codes[index] : nil),
                    isDay: (number(days, index) ?? 1) != 0, temperature: temperature,
                    feelsLike: Plausible.temperature(number(feelsLike, index)),
                    humidity: Plausible.percent(number(humidity, index)),
                    pressure: Plausible.pressure(number(pressures, index)),
                    windSpeed: Plausible.wind(number(winds, index)), windGust: Plausible.wind(number(gusts, index)),
                    windDirection: Plausible.direction(number(directions, index)),
                    cloudCover: Plausible.percent(number(clouds, index)),
                    precipitation: Plausible.amount(number(amounts, index)),
                    probability: Plausible.percent(number(probabilities, index)),
                    uvIndex: Plausible.uv(number(uvs, index))))
        }
        guard let first = points.first else { return nil }
        return ForecastSeries(
            points: points, hours: 1, utcOffset: clock.offset(at: first.at), timeZone: json["timezone"]?.text,
            sun: sun(json["daily"], clock).map(\.plausible))
    }

    /// Returns the limit that the body of a 429 names, such as `Hourly API request limit exceeded. …`.
    static func limitWindow(_ body: [UInt8]) -> LimitWindow? {
        switch UntrustedJSON.read(body)?["reason"]?.text?.lowercased().prefix(while: \.isLetter) {
        case "minutely": .minute
        case "hourly": .hour
        case "daily": .day
        default: nil
        }
    }

    /// Throws if the answer is an error with a success status.
    private static func refuse(_ json: UntrustedJSON) throws(UpstreamFailure) {
        if json["error"]?.bool == true { throw .unreadable("an error instead of an answer") }
    }

    private static func condition(_ code: UntrustedJSON?) -> WeatherCondition {
        code?.integer.map(WeatherCondition.init(wmo:)) ?? .unknown
    }

    private static func sun(_ daily: UntrustedJSON?, _ clock: LocalTimes) -> [ForecastSeries.Sun] {
        let rises = daily?["sunrise"]?.elements ?? []
        let sets = daily?["sunset"]?.elements ?? []
        return (0..<min(max(rises.count, sets.count), 16)).map { index in
            ForecastSeries.Sun(
                rise: index < rises.count ? clock.instant(rises[index]) : nil,
                set: index < sets.count ? clock.instant(sets[index]) : nil)
        }
    }
}
