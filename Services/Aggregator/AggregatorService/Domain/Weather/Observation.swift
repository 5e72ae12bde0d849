import AggregatorContract
import Values

/// The weather at one moment from any provider, in metric units.
struct Observation: Codable, Sendable, Equatable {
    /// The age in seconds beyond which an observation says nothing about the weather now.
    static let maximumAge: Int64 = 6 * 3_600

    var observedAt: Instant
    /// The place's offset at that moment, in seconds east of UTC.
    var utcOffset: Int
    var timeZone: String?
    var condition: WeatherCondition
    var isDay: Bool
    /// The air temperature in degrees Celsius.
    var temperature: Double
    var feelsLike: Double?
    /// The relative humidity in percent.
    var humidity: Int?
    /// The pressure at sea level in hectopascals.
    var pressure: Double?
    /// The wind speed in metres per second.
    var windSpeed: Double?
    var windGust: Double?
    /// The direction the wind blows from, in degrees.
    var windDirection: Int?
    /// The cloud cover in percent.
    var cloudCover: Int?
    /// The precipitation in millimetres.
    var precipitation: Double?
    /// The visibility in metres.
    var visibility: Int?
    var sunrise: Instant?
    var sunset: Instant?

    /// Returns true if the observation is recent enough to tell about the weather at an instant.
    func isCurrent(at now: Instant) -> Bool { observedAt >= now.advanced(bySeconds: -Self.maximumAge) }
}

/// A provider's forecast, in steps of one or three hours.
struct ForecastSeries: Codable, Sendable, Equatable {
    /// The weather at a moment, and the precipitation since the previous point.
    struct Point: Codable, Sendable, Equatable {
        var at: Instant
        var condition: WeatherCondition
        var isDay: Bool
        /// The air temperature in degrees Celsius.
        var temperature: Double
        var feelsLike: Double?
        /// The relative humidity in percent.
        var humidity: Int?
        /// The pressure at sea level in hectopascals.
        var pressure: Double?
        /// The wind speed in metres per second.
        var windSpeed: Double?
        var windGust: Double?
        /// The direction the wind blows from, in degrees.
        var windDirection: Int?
        /// The cloud cover in percent.
        var cloudCover: Int?
        /// The precipitation since the previous point, in millimetres.
        var precipitation: Double?
        /// The probability of precipitation since the previous point, in percent.
        var probability: Int?
        var uvIndex: Double?
    }

    struct Sun: Codable, Sendable, Equatable {
        /// The maximum distance of a day's sunrise and sunset from an observation of that day, in milliseconds.
        private static let reach: Int64 = 36 * 3_600_000

        var rise: Instant?
        var set: Instant?

        /// The times without those of a day on which the sun stays below or above the horizon.
        ///
        /// For such a day providers give the same moment twice, or both midnights.
        var plausible: Sun {
            guard let rise, let set else { return self }
            let length = (set.milliseconds - rise.milliseconds).magnitude
            return length > 0 && length < 86_400_000 ? self : Sun(rise: nil, set: nil)
        }

        /// The plausible times that are of the day of an observation.
        func plausible(near time: Instant) -> Sun {
            func near(_ instant: Instant?) -> Instant? {
                instant.flatMap { ($0.milliseconds - time.milliseconds).magnitude <= Self.reach ? $0 : nil }
            }
            return Sun(rise: near(plausible.rise), set: near(plausible.set))
        }
    }

    /// Returns true if the forecast tells about the weather after an instant.
    func isCurrent(at now: Instant) -> Bool { points.last.map { $0.at > now } == true }

    /// The maximum number of points: eight days of hours, one of them with a clock change.
    static let maximumPoints = 193

    /// The points in chronological order, one per moment.
    var points: [Point]
    /// The hours between two points: 1 or 3.
    var hours: Int
    /// The place's current offset, in seconds east of UTC.
    var utcOffset: Int
    var timeZone: String?
    var sun: [Sun]
}

extension ForecastSeries {
    /// Decodes a cached forecast.
    ///
    /// - Throws: `DecodingError`, also if `hours` is neither 1 nor 3: another version may have written the file.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let hours = try container.decode(Int.self, forKey: .hours)
        guard hours == 1 || hours == 3 else {
            throw DecodingError.dataCorruptedError(forKey: .hours, in: container, debugDescription: "not 1 or 3")
        }
        self.init(
            points: try container.decode([Point].self, forKey: .points), hours: hours,
            utcOffset: try container.decode(Int.self, forKey: .utcOffset),
            timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
            sun: try container.decode([Sun].self, forKey: .sun))
    }
}
