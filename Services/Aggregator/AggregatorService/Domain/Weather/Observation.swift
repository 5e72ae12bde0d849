import AggregatorContract
import Values

/// The weather at one moment, whoever told it: metric, in UTC.
struct Observation: Codable, Sendable, Equatable {
    var observedAt: Instant
    /// Seconds east of UTC at the place.
    var utcOffset: Int
    var timeZone: String?
    var condition: WeatherCondition
    var isDay: Bool
    /// Degrees Celsius.
    var temperature: Double
    var feelsLike: Double?
    /// Percent.
    var humidity: Int?
    /// Hectopascals at sea level.
    var pressure: Double?
    /// Metres a second.
    var windSpeed: Double?
    var windGust: Double?
    /// Degrees from which it blows.
    var windDirection: Int?
    /// Percent.
    var cloudCover: Int?
    /// Millimetres.
    var precipitation: Double?
    /// Metres.
    var visibility: Int?
    var sunrise: Instant?
    var sunset: Instant?
}

/// What a provider foretells, hour by hour or in steps of three.
struct ForecastSeries: Codable, Sendable, Equatable {
    /// The weather at a moment; what fell until then since the point before.
    struct Point: Codable, Sendable, Equatable {
        var at: Instant
        var condition: WeatherCondition
        var isDay: Bool
        /// Degrees Celsius.
        var temperature: Double
        var feelsLike: Double?
        /// Percent.
        var humidity: Int?
        /// Hectopascals at sea level.
        var pressure: Double?
        /// Metres a second.
        var windSpeed: Double?
        var windGust: Double?
        /// Degrees from which it blows.
        var windDirection: Int?
        /// Percent.
        var cloudCover: Int?
        /// Millimetres since the point before.
        var precipitation: Double?
        /// Percent: that something falls since the point before.
        var probability: Int?
    }

    struct Sun: Codable, Sendable, Equatable {
        var rise: Instant?
        var set: Instant?
    }

    /// The most points that are kept: a week of hours.
    static let maximumPoints = 168

    /// In the order of time, without two of the same.
    var points: [Point]
    /// Between two points: 1 or 3.
    var hours: Int
    /// Seconds east of UTC at the place, now.
    var utcOffset: Int
    var timeZone: String?
    var sun: [Sun]
}

extension ForecastSeries {
    /// - Throws: also for hours that no provider's steps have, as of a file that was written by another version.
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
