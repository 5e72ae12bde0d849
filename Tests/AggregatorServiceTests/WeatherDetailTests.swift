import AggregatorContract
import Contract
import RPC
import Simulator
import Testing
import Upstream
import Values

@testable import AggregatorService

/// Tests of hourly steps, units and the quality of the air, with simulated third parties.
@Suite(.serialized) struct WeatherDetailTests {
    private static let minsk = Weather.AirQuality.Params(placeId: PlaceID("minsk-by@53.9,27.56"))

    @Test func `A forecast has hourly steps on request, and both lengths come from one call of the provider`()
        async throws
    {
        try await TestAggregator.with { test in
            let coarse = try await test.forecast()
            let fine = try await test.forecast(hourly: true)
            #expect(fine.stepHours == 1 && fine.days == coarse.days)
            #expect(fine.steps.count == 7 * 24 - 13)
            #expect(fine.steps.first?.at == ManualTime.start)
            #expect(fine.steps.last?.precipitation != nil)
            // The steps of three hours begin at noon, an hour before the current one.
            #expect(fine.steps[2].temperature == coarse.steps[1].temperature)
            #expect(
                fine.days.allSatisfy { $0.windGustMaximum ?? 0 > 0 && $0.windDirection != nil && $0.uvMaximum != nil })
            #expect(test.simulator.requests(of: .openMeteo).count == 1)
        }
    }

    @Test func `A provider of three-hour steps has no hourly ones, and tells nothing of sunburn`() async throws {
        let flags = ["--weather-providers", "openweathermap", "--openweathermap-key", "key-of-a-test"]
        try await TestAggregator.with(flags: flags) { test in
            let forecast = try await test.forecast(hourly: true)
            #expect(forecast.stepHours == 3 && (39...40).contains(forecast.steps.count))
            #expect(forecast.days.count == 6 && forecast.days[1].uvMaximum == nil)
        }
    }

    @Test func `Imperial units are those of the metric answer, which is what the next caller gets`() async throws {
        try await TestAggregator.with { test in
            let metric = try await test.weather()
            var place = Weather.Where(placeId: PlaceID("minsk-by@53.9,27.56"))
            place.units = .imperial
            let imperial = try await test.call(Weather.Current.self, place)
            #expect(metric.units == .metric && imperial.units == .imperial)
            #expect(abs(imperial.temperature - (metric.temperature * 9 / 5 + 32)) <= 0.051)
            let forecast = try await test.call(
                Weather.Forecast.self, Weather.Forecast.Params(placeId: place.placeId, units: .imperial))
            let other = try await test.forecast()
            #expect(forecast.units == .imperial && other.units == .metric)
            #expect(forecast.days[0].minimum == WeatherUnits.imperial.temperature(other.days[0].minimum))
            #expect(forecast.steps[0].windSpeed == other.steps[0].windSpeed.map(WeatherUnits.imperial.speed))
            #expect(test.simulator.requests(of: .openMeteo).count == 2)
        }
    }

    @Test func `Units convert to what people write`() {
        let units = WeatherUnits.imperial
        #expect(units.temperature(-40) == -40 && units.temperature(20.5) == 68.9)
        #expect(units.speed(10) == 22.4 && units.depth(25.4) == 1 && units.pressure(1_013.2) == 29.92)
        #expect(units.distance(24_140) == 79_199)
        #expect(WeatherUnits.metric.temperature(20.55) == 20.55)
    }

    @Test func `The quality of the air is told with its level in words, and is kept for half an hour`() async throws {
        try await TestAggregator.with { test in
            let air = try await test.call(Weather.AirQuality.self, Self.minsk, locale: "be")
            let level = try #require(air.level?.known)
            #expect(air.text == level.words(in: .belarusian) && air.language == .belarusian)
            #expect(air.index != nil && air.pm25 != nil && air.ozone != nil && air.usIndex != nil)
            #expect(air.provider == "open-meteo" && air.attribution.contains("CAMS") && air.source == .simulator)
            #expect(air.observedAt == ManualTime.start && !air.isStale)
            test.time.advance(seconds: 1_500)
            _ = try await test.call(Weather.AirQuality.self, Self.minsk)
            #expect(test.simulator.requests(of: .openMeteoAir).count == 1)
        }
    }

    @Test func `Without an answer about the air only the air is missing`() async throws {
        try await TestAggregator.with { test in
            test.simulator.add(Fault(.status, of: .openMeteoAir).with { $0.status = 500 })
            let refused = await refusal { try await test.call(Weather.AirQuality.self, Self.minsk) }
            #expect(refused?.code == .unavailable && refused?.reason == "air-quality-unavailable")
            let weather = try await test.weather()
            #expect(weather.provider == "open-meteo")
        }
    }

    @Test func `Without Open-Meteo among the providers nobody is asked about the air`() async throws {
        let flags = ["--weather-providers", "openweathermap", "--openweathermap-key", "key-of-a-test"]
        try await TestAggregator.with(flags: flags) { test in
            let refused = await refusal { try await test.call(Weather.AirQuality.self, Self.minsk) }
            #expect(refused?.reason == "air-quality-unavailable")
            #expect(test.simulator.requests(of: .openMeteoAir).isEmpty)
        }
    }

    @Test func `Values that the air's provider leaves out are absent, and without any there is no reading`() throws {
        let some = try OpenMeteoAirClient.reading(
            json(
                """
                {"utc_offset_seconds":0,"current":{"time":"2026-11-21T10:00","european_aqi":41,"pm2_5":null,"ozone":-3}}
                """))
        #expect(some?.level == .moderate && some?.pm25 == nil && some?.ozone == nil)
        let none = try OpenMeteoAirClient.reading(json(#"{"current":{"time":"2026-11-21T10:00","pm10":null}}"#))
        #expect(none == nil)
        #expect(throws: UpstreamFailure.self) { try OpenMeteoAirClient.reading(json(#"{"error":true}"#)) }
    }

    @Test(arguments: [
        (0, "good"), (20, "good"), (21, "fair"), (80, "poor"), (100, "very-poor"), (101, "extremely-poor"),
    ])
    func `Levels are those of the European index`(index: Int, level: String) {
        #expect(AirReading(observedAt: ManualTime.start, europeanIndex: index).level?.rawValue == level)
    }

    @Test(arguments: [
        ([(350, 4.0), (10, 4.0)], 0), ([(90, 1.0), (270, 6.0)], 270), ([(0, 3.0), (90, 3.0)], 45),
    ])
    func `The prevailing wind is the mean by strength`(winds: [(Int, Double)], direction: Int) {
        #expect(PrevailingWind(winds.map(Self.point)).direction == direction)
    }

    @Test func `Winds from all sides, and no wind, have no direction`() {
        #expect(PrevailingWind([(0, 2), (180, 2)].map(Self.point)).direction == nil)
        #expect(PrevailingWind([]).direction == nil)
    }

    private static func point(_ direction: Int, _ speed: Double) -> ForecastSeries.Point {
        ForecastSeries.Point(
            at: ManualTime.start, condition: .clear, isDay: true, temperature: 0, windSpeed: speed,
            windDirection: direction)
    }
}
