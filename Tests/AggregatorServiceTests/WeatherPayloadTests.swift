import AggregatorContract
import Testing
import Upstream
import Values

@testable import AggregatorService

@Suite struct WeatherPayloadTests {
    private static let current = """
        {"latitude":53.875,"longitude":27.5,"utc_offset_seconds":10800,"timezone":"Europe/Minsk",
        "current":{"time":"2026-12-31T23:45","interval":900,"temperature_2m":-3.14,"apparent_temperature":-8,
        "relative_humidity_2m":93,"precipitation":0.2,"weather_code":71.0,"cloud_cover":100,"pressure_msl":1021.3,
        "wind_speed_10m":4.1,"wind_direction_10m":360,"wind_gusts_10m":9,"visibility":4000,"is_day":0},
        "daily":{"time":["2026-12-31"],"sunrise":["2026-12-31T09:27"],"sunset":["2026-12-31T16:46"]}}
        """

    @Test func `Open-Meteo's local times become instants and a fractional code is a code`() throws {
        let now = try #require(try OpenMeteoClient.observation(json(Self.current)))
        #expect(now.observedAt == .of("2026-12-31T20:45:00Z"))
        #expect(now.condition == .lightSnow)
        #expect(!now.isDay)
        #expect(now.temperature == -3.1)
        #expect(now.windDirection == 0)
        #expect(now.sunrise == .of("2026-12-31T06:27:00Z"))
        #expect(now.timeZone == "Europe/Minsk")
    }

    @Test func `Local times without an offset are read in the zone that the answer names`() throws {
        let text = Self.current.replacing("\"utc_offset_seconds\":10800,", with: "")
            .replacing("2026-12-31T", with: "2026-07-01T").replacing("Europe/Minsk", with: "Europe/Paris")
        let now = try #require(try OpenMeteoClient.observation(json(text)))
        #expect(now.observedAt == .of("2026-07-01T21:45:00Z") && now.utcOffset == 7_200)
        #expect(now.sunrise == .of("2026-07-01T07:27:00Z"))
        let series = try #require(
            try OpenMeteoClient.series(
                json(
                    """
                    {"timezone":"Europe/Paris","hourly":{"time":["2026-03-29T01:00","2026-03-29T03:00"],
                    "temperature_2m":[1,2]}}
                    """)))
        // The clocks change between the two.
        #expect(series.points.map(\.at) == [.of("2026-03-29T00:00:00Z"), .of("2026-03-29T01:00:00Z")])
    }

    @Test(arguments: [
        ("2026-12-31T00:00", "2026-12-31T00:00"), ("2026-12-31T00:00", "2027-01-01T00:00"),
        ("2026-08-01T05:00", "2026-08-01T21:00"),
    ])
    func `Sunrise and sunset of the polar night, the polar day or another season are omitted`(
        rise: String, set: String
    ) throws {
        let text = Self.current.replacing("2026-12-31T09:27", with: rise).replacing("2026-12-31T16:46", with: set)
        let now = try #require(try OpenMeteoClient.observation(json(text)))
        #expect(now.sunrise == nil && now.sunset == nil)
    }

    @Test func `An observation is current for six hours`() throws {
        let now = try #require(try OpenMeteoClient.observation(json(Self.current)))
        #expect(now.isCurrent(at: .of("2027-01-01T02:45:00Z")))
        #expect(!now.isCurrent(at: .of("2027-01-01T02:45:01Z")))
    }

    @Test func `Broken clouds are mostly cloudy, in all languages`() {
        #expect(WeatherCondition(openWeatherMap: 803) == .mostlyCloudy)
        #expect(WeatherCondition(openWeatherMap: 804) == .overcast)
        #expect(WeatherCondition.mostlyCloudy.severity > WeatherCondition.partlyCloudy.severity)
        #expect(WeatherCondition.mostlyCloudy.severity < WeatherCondition.overcast.severity)
        #expect(WeatherCondition.mostlyCloudy.words(in: .russian, isDay: true) == "Облачно с прояснениями")
    }

    @Test
    func `Implausible values are treated as missing, and without a temperature there is no weather`()
        throws
    {
        let odd = """
            {"current":{"time":"2026-01-01T00:00","temperature_2m":"1.5","relative_humidity_2m":140,"pressure_msl":null,
            "wind_speed_10m":{},"weather_code":"x"}}
            """
        let now = try #require(try OpenMeteoClient.observation(json(odd)))
        #expect(now.temperature == 1.5)
        #expect(now.humidity == nil && now.pressure == nil && now.windSpeed == nil)
        #expect(now.condition == .unknown)
        let none = try OpenMeteoClient.observation(
            json(#"{"current":{"time":"2026-01-01T00:00","temperature_2m":null}}"#))
        #expect(none == nil)
        let old = try OpenMeteoClient.observation(
            json(#"{"current_weather":{"time":"2026-01-01T00:00","temperature":4,"weathercode":3,"windspeed":2}}"#))
        #expect(old?.condition == .overcast)
        #expect(UntrustedJSON.read(Array(#"{"current":{"weather_code":nan}}"#.utf8)) == nil)
    }

    @Test func `Open-Meteo's hours without a temperature are left out, and unequal arrays are refused`() throws {
        let series = try #require(
            try OpenMeteoClient.series(
                json(
                    """
                    {"utc_offset_seconds":7200,"hourly":{"time":["2026-07-26T00:00","2026-07-26T01:00","2026-07-26T02:00"],
                    "temperature_2m":[16.1,null,15],"precipitation":[0,1,2],"weather_code":[0,61,95]}}
                    """)))
        #expect(series.points.map(\.at) == [.of("2026-07-25T22:00:00Z"), .of("2026-07-26T00:00:00Z")])
        // A series that has passed tells nothing.
        #expect(series.isCurrent(at: .of("2026-07-25T23:59:59Z")) && !series.isCurrent(at: .of("2026-07-26T00:00:00Z")))
        #expect(series.points.map(\.condition) == [.clear, .thunderstorm])
        #expect(throws: UpstreamFailure.self) {
            try OpenMeteoClient.series(
                json(#"{"hourly":{"time":["2026-07-26T00:00"],"temperature_2m":[1,2]}}"#))
        }
        #expect(throws: UpstreamFailure.self) {
            try OpenMeteoClient.series(json(#"{"error":true,"reason":"Minutely API request limit exceeded"}"#))
        }
    }

    @Test(
        arguments: [
            (
                #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one minute."}"#,
                .minute
            ),
            (
                #"{"reason":"Hourly API request limit exceeded. Please try again in the next hour.","error":true}"#,
                .hour
            ),
            (#"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#, .day),
            (#"{"error":true,"reason":"Too many concurrent requests"}"#, nil), ("{}", nil), ("<html>", nil), ("", nil),
        ] as [(String, LimitWindow?)])
    func `Open-Meteo's 429 names the exceeded limit`(body: String, window: LimitWindow?) {
        #expect(OpenMeteoClient.limitWindow(Array(body.utf8)) == window)
    }

    @Test func `OpenWeatherMap's rain and snow are added, and wind direction and sun may be missing`() throws {
        let now = try #require(
            try OpenWeatherMapClient.observation(
                json(
                    """
                    {"weather":[{"id":616,"icon":"13n"}],"main":{"temp":-3,"feels_like":-8.41,"pressure":1021,
                    "sea_level":1019,"humidity":93},"visibility":10000,"wind":{"speed":4.1,"deg":null},
                    "clouds":{"all":100},"rain":{"1h":1.27},"snow":{"1h":0.2},"dt":1700000000,"timezone":10800,
                    "sys":{"sunrise":0,"sunset":0},"cod":200}
                    """)))
        #expect(now.condition == .sleet && !now.isDay)
        #expect(now.precipitation == 1.47)
        #expect(now.pressure == 1019)
        #expect(now.windDirection == nil && now.sunrise == nil)
        #expect(now.utcOffset == 10_800)
        let bare = try OpenWeatherMapClient.observation(json(#"{"weather":[],"main":{"temp":1},"dt":1700000000}"#))
        #expect(bare?.condition == .unknown)
        #expect(bare?.precipitation == 0)
    }

    @Test(arguments: [#""404""#, "401"]) func `Both forms of OpenWeatherMap's errors are read`(code: String)
        throws
    {
        #expect(throws: UpstreamFailure.self) {
            try OpenWeatherMapClient.observation(json(#"{"cod":\#(code),"message":"no"}"#))
        }
    }

    @Test func `Every code of both providers has a condition, and conditions have words in all languages`() {
        let wmo = [
            0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
        ]
        #expect(wmo.allSatisfy { WeatherCondition(wmo: $0) != .unknown })
        #expect(WeatherCondition(wmo: 4) == .unknown)
        let owm = [
            200, 232, 300, 321, 500, 504, 511, 520, 531, 600, 602, 616, 622, 701, 741, 762, 771, 781, 800, 801, 804,
        ]
        #expect(owm.allSatisfy { WeatherCondition(openWeatherMap: $0) != .unknown })
        #expect(WeatherCondition(openWeatherMap: 900) == .unknown)
        for condition in WeatherCondition.allCases {
            let words = Language.allCases.map { condition.words(in: $0, isDay: true) }
            #expect(words.allSatisfy { !$0.isEmpty }, "\(condition)")
        }
        #expect(WeatherCondition.clear.words(in: .belarusian, isDay: true) == "Сонечна")
        #expect(WeatherCondition.clear.words(in: .belarusian, isDay: false) == "Ясна")
        #expect(Set(WeatherCondition.allCases.map(\.severity)).count == WeatherCondition.allCases.count)
    }

    // MARK: Captured payloads

    @Test func `Captured answers of Open-Meteo are read`() throws {
        guard let bytes = ReferenceFiles.payload("open-meteo/forecast_copenhagen_2026-07-26.json") else { return }
        let read = payload(bytes)
        let now = try #require(try OpenMeteoClient.observation(read))
        #expect(now.condition == .drizzle && now.temperature == 16.8 && !now.isDay)
        #expect(now.observedAt == .of("2026-07-26T21:00:00Z"))
        let series = try #require(try OpenMeteoClient.series(read))
        #expect(series.points.count >= 120 && series.timeZone == "Europe/Copenhagen")
        #expect(series.points.first?.at == .of("2026-07-25T22:00:00Z"))
    }

    @Test(arguments: ["open-meteo/synthetic_error_400.json", "open-meteo/synthetic_error_429_minutely.json"])
    func `Captured errors of Open-Meteo are failures`(name: String) throws {
        guard let bytes = ReferenceFiles.payload(name) else { return }
        let read = payload(bytes)
        #expect(throws: UpstreamFailure.self) { try OpenMeteoClient.observation(read) }
        #expect(throws: UpstreamFailure.self) { try OpenMeteoClient.series(read) }
        #expect(throws: UpstreamFailure.self) { try OpenMeteoGeocodingClient.read(read) }
    }

    @Test(arguments: [
        ("weather_lisbon_2023_clear.json", WeatherCondition.clear), ("weather_rain_1h.json", .rain),
        ("weather_berlin_2020.json", nil), ("rx_current-weather-full.json", nil),
    ])
    func `Captured answers of OpenWeatherMap are read`(name: String, condition: WeatherCondition?) throws {
        guard let bytes = ReferenceFiles.payload("openweathermap/\(name)") else { return }
        let now = try #require(try OpenWeatherMapClient.observation(payload(bytes)))
        #expect((-60...60).contains(now.temperature))
        #expect(now.condition != .unknown)
        if let condition { #expect(now.condition == condition) }
        #expect(now.sunrise != nil && now.windSpeed != nil)
    }

    @Test(arguments: [("forecast_moscow_2023_40.json", 40), ("forecast_lisbon_2023_cnt1.json", 1)])
    func `Captured forecasts of OpenWeatherMap are read`(name: String, steps: Int) throws {
        guard let bytes = ReferenceFiles.payload("openweathermap/\(name)") else { return }
        let series = try #require(try OpenWeatherMapClient.series(payload(bytes)))
        #expect(series.points.count == steps && series.hours == 3)
        #expect(series.points.allSatisfy { $0.condition != .unknown })
    }

    @Test(arguments: [
        "error_401_invalid_key.json", "error_404_not_found.json", "error_404_short.json", "error_429_rate_limit.json",
    ])
    func `Captured errors of OpenWeatherMap are failures`(name: String) throws {
        guard let bytes = ReferenceFiles.payload("openweathermap/\(name)") else { return }
        let read = payload(bytes)
        #expect(throws: UpstreamFailure.self) { try OpenWeatherMapClient.observation(read) }
        #expect(throws: UpstreamFailure.self) { try OpenWeatherMapClient.series(read) }
    }
}
