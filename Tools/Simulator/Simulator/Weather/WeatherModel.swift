import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Invented weather: plausible for the season, and determined by place, hour and seed.
struct WeatherModel: Sendable {
    /// The weather of one hour, in metric units.
    struct Conditions: Sendable {
        var temperature: Double
        var apparent: Double
        /// The relative humidity in percent.
        var humidity: Double
        /// The pressure at sea level in hectopascals.
        var pressure: Double
        /// The cloud cover in percent.
        var cloudCover: Double
        /// The precipitation in millimetres.
        var precipitation: Double
        /// The probability of precipitation in percent.
        var probability: Double
        /// The wind speed in metres per second.
        var wind: Double
        var gust: Double
        /// The direction that the wind comes from, in degrees.
        var direction: Double
        var isDay: Bool

        /// The ultraviolet index: less under clouds, none at night.
        var uvIndex: Double { isDay ? (1 + 4 * (1 - cloudCover / 100)).rounded(digits: 1) : 0 }

        /// True if precipitation falls as snow.
        var isSnow: Bool { precipitation > 0 && temperature < 0.5 }

        /// The WMO code of present weather, as used by Open-Meteo.
        var code: Int {
            if precipitation > 0 {
                if isSnow { return precipitation < 0.4 ? 71 : precipitation < 1.5 ? 73 : 75 }
                if temperature > 18, precipitation > 3 { return 95 }
                if precipitation < 0.3 { return precipitation < 0.2 ? 51 : 53 }
                return precipitation < 1 ? 61 : precipitation < 4 ? 63 : 65
            }
            if humidity > 96, wind < 2 { return 45 }
            return cloudCover < 12 ? 0 : cloudCover < 40 ? 1 : cloudCover < 75 ? 2 : 3
        }
    }

    let seed: UInt64
    private let fronts: Noise
    private let clouds: Noise
    private let showers: Noise
    private let winds: Noise
    private let directions: Noise
    private let pressures: Noise

    init(seed: UInt64) {
        self.seed = seed
        fronts = Noise(seed: seed, field: 1, degrees: 8, hours: 42)
        clouds = Noise(seed: seed, field: 2, degrees: 4, hours: 11)
        showers = Noise(seed: seed, field: 3, degrees: 2, hours: 5)
        winds = Noise(seed: seed, field: 4, degrees: 6, hours: 14)
        directions = Noise(seed: seed, field: 5, degrees: 12, hours: 60)
        pressures = Noise(seed: seed, field: 6, degrees: 15, hours: 72)
    }

    func conditions(_ point: Point, at instant: Instant) -> Conditions {
        let hour = Double(instant.milliseconds) / 3_600_000
        let cloud = min(1, max(0, clouds.value(point, hour: hour) * 1.5 - 0.25))
        let wet = max(0, cloud - 0.7) * max(0, showers.value(point, hour: hour) - 0.35)
        let precipitation = (wet * 30).rounded(digits: 1)
        let temperature = climate(point, hour: hour, cloud: cloud) + (fronts.value(point, hour: hour) - 0.5) * 14
        let wind = (1 + winds.value(point, hour: hour) * 9).rounded(digits: 1)
        let humidity = min(100, max(25, 72 + cloud * 25 - max(0, temperature - 10) * 1.4)).rounded()
        let chill = temperature < 10 ? wind * 0.45 : wind * 0.15
        return Conditions(
            temperature: temperature.rounded(digits: 1), apparent: (temperature - chill).rounded(digits: 1),
            humidity: humidity,
            pressure: (1013 + (pressures.value(point, hour: hour) - 0.5) * 50).rounded(digits: 1),
            cloudCover: (cloud * 100).rounded(), precipitation: precipitation,
            probability: min(100, (max(0, cloud - 0.35) * 150).rounded()), wind: wind,
            gust: (wind * 1.7).rounded(digits: 1),
            direction: (directions.value(point, hour: hour) * 719).rounded()
                .truncatingRemainder(dividingBy: 360), isDay: Sun.isUp(point, at: instant))
    }

    /// Returns the usual temperature for a latitude, day of the year and hour.
    private func climate(_ point: Point, hour: Double, cloud: Double) -> Double {
        let latitude = abs(point.latitude)
        let year = 2 * Double.pi * (hour / 24 - 200) / 365.25
        let season = 0.23 * latitude * cos(year) * (point.latitude < 0 ? -1 : 1)
        let day = 2 * Double.pi * (hour + point.longitude / 15 - 15) / 24
        return 27 - 0.0067 * latitude * latitude + season + (4.5 - 3 * cloud) * cos(day)
    }
}
