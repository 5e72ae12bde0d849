public import Contract
public import Values

/// The weather: now, and over the next five days; everything is metric.
public enum Weather {
    /// Where: coordinates, or a place that `places.search` gave.
    public struct Where: Codable, Sendable {
        /// Requires `lon`; an alternative to `placeId`.
        public var lat: Latitude?
        /// Requires `lat`; an alternative to `placeId`.
        public var lon: Longitude?
        /// An alternative to `lat` and `lon`.
        public var placeId: PlaceID?
    }

    static let unavailable = ErrorReason(
        .unavailable, "weather-unavailable", "No provider answers, and nothing recent enough is kept")

    /// The weather at this moment.
    public enum Current: Method {
        public typealias Params = Where
        public struct Result: Codable, Sendable, Equatable {
            public var location: Location
            public var timeZone: TimeZoneName?
            /// Seconds east of UTC at the place, at the moment of the observation.
            public var utcOffset: Int
            /// The moment that the values are of.
            public var observedAt: Instant
            public var condition: WeatherCondition
            /// The condition in words, in the caller's language.
            public var text: String
            /// The language of `text`.
            public var language: Language
            public var isDay: Bool
            /// Degrees Celsius.
            public var temperature: Double
            /// Degrees Celsius.
            public var feelsLike: Double?
            /// Percent.
            public var humidity: Int?
            /// Hectopascals, reduced to sea level.
            public var pressure: Double?
            /// Metres a second.
            public var windSpeed: Double?
            /// Metres a second.
            public var windGust: Double?
            /// Degrees from which it blows; 0 is north.
            public var windDirection: Int?
            /// Percent.
            public var cloudCover: Int?
            /// Millimetres in the last hour or less.
            public var precipitation: Double?
            /// Metres.
            public var visibility: Int?
            public var sunrise: Instant?
            public var sunset: Instant?
            /// The time of the provider's data; of several parts, the oldest.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var stale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// Present if the simulator made the data up.
            public var source: AnswerSource?
        }
        public static let declaration = MethodDeclaration(
            "weather.current", service: .aggregator, access: .openable,
            http: .get("/v1/weather"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: [unavailable])
    }

    /// Three hours of a forecast.
    public struct Step: Codable, Sendable, Equatable {
        /// The beginning of the three hours.
        public var at: Instant
        /// The day on the place's calendar at their beginning.
        public var date: LocalDate
        public var condition: WeatherCondition
        /// The condition in words, in the caller's language.
        public var text: String
        public var isDay: Bool
        /// Degrees Celsius.
        public var temperature: Double
        /// Degrees Celsius.
        public var feelsLike: Double?
        /// Percent.
        public var humidity: Int?
        /// Hectopascals, reduced to sea level.
        public var pressure: Double?
        /// Metres a second.
        public var windSpeed: Double?
        /// Metres a second.
        public var windGust: Double?
        /// Degrees from which it blows; 0 is north.
        public var windDirection: Int?
        /// Percent.
        public var cloudCover: Int?
        /// Millimetres in the three hours.
        public var precipitation: Double?
        /// Percent.
        public var precipitationProbability: Int?
    }

    /// A day of a forecast, by the place's calendar.
    public struct Day: Codable, Sendable, Equatable {
        public var date: LocalDate
        /// Whether the forecast tells of a part of the day only: the values are that part's.
        public var isPartial: Bool
        /// The most severe of the day.
        public var condition: WeatherCondition
        /// The condition in words, in the caller's language.
        public var text: String
        /// Degrees Celsius.
        public var minimum: Double
        /// Degrees Celsius.
        public var maximum: Double
        /// Millimetres.
        public var precipitation: Double?
        /// Percent: the highest of the day.
        public var precipitationProbability: Int?
        /// Metres a second, without gusts.
        public var windMaximum: Double?
        public var sunrise: Instant?
        public var sunset: Instant?
    }

    /// Five days of weather, in steps of three hours and by days.
    ///
    /// Five days from now: steps of three hours, and the days that they touch.
    public enum Forecast: Method {
        public typealias Params = Where
        public struct Result: Codable, Sendable, Equatable {
            public var location: Location
            public var timeZone: TimeZoneName?
            /// The language of the texts.
            public var language: Language
            /// At most 40, from the three hours that hold this moment on.
            public var steps: [Step]
            /// The days on the place's calendar that the steps touch: five or six.
            public var days: [Day]
            /// The time of the provider's data; of several parts, the oldest.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var stale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// Present if the simulator made the data up.
            public var source: AnswerSource?
        }
        public static let declaration = MethodDeclaration(
            "weather.forecast", service: .aggregator,
            access: .openable,
            http: .get("/v1/weather/forecast"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: [unavailable])
    }
}
