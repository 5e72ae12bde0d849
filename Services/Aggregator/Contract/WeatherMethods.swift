public import Contract
public import Values

/// Weather: current conditions, a forecast for seven days, and the quality of the air.
public enum Weather {
    /// A location: coordinates, or a place from `places.search`.
    public struct Where: Codable, Sendable {
        /// The latitude, together with `longitude`; an alternative to `placeId`.
        public var latitude: Latitude?
        /// The longitude, together with `latitude`; an alternative to `placeId`.
        public var longitude: Longitude?
        /// The place's id; an alternative to `latitude` and `longitude`.
        public var placeId: PlaceID?
        /// The units of the values; `metric` by default.
        public var units: WeatherUnits?
    }

    public static let unavailable = ErrorReason(
        .unavailable, "weather-unavailable",
        UserText(
            "No weather service is available at the moment. Try again later.",
            ru: "Сейчас ни один сервис погоды не отвечает. Попробуйте позже.",
            be: "Цяпер ніводзін сэрвіс надвор’я не адказвае. Паспрабуйце пазней."))

    /// Returns the current weather.
    ///
    /// Members that the provider does not measure are absent.
    public enum Current: Method {
        public typealias Params = Where
        public struct Result: Codable, Sendable, Equatable {
            /// The coordinates that were asked for, or those of the place.
            public var location: Location
            /// The place that was asked for, or the known city nearest to the coordinates.
            ///
            /// Absent if the place is unknown, or no city is known within 50 km of the coordinates.
            public var place: Places.Place?
            /// The time zone of the place.
            public var timeZone: TimeZoneName?
            /// The place's offset from UTC in seconds, east positive, at `observedAt`.
            public var utcOffset: Int
            /// The time of the observation.
            public var observedAt: Instant
            /// The condition.
            public var condition: OpenEnum<WeatherCondition>
            /// The condition in words, in the caller's language.
            public var text: String
            /// The language of `text`.
            public var language: OpenEnum<Language>
            /// The units of the values.
            public var units: OpenEnum<WeatherUnits>
            /// True between sunrise and sunset.
            public var isDay: Bool
            /// The temperature in degrees Celsius; imperial: Fahrenheit.
            public var temperature: Double
            /// The apparent temperature in degrees Celsius; imperial: Fahrenheit.
            public var feelsLike: Double?
            /// The relative humidity in percent.
            public var humidity: Int?
            /// The air pressure in hectopascals, reduced to sea level; imperial: inches of mercury.
            public var pressure: Double?
            /// The wind speed in metres per second; imperial: miles per hour.
            public var windSpeed: Double?
            /// The speed of gusts in metres per second; imperial: miles per hour.
            public var windGust: Double?
            /// The direction the wind blows from, in degrees; 0 is north.
            public var windDirection: Int?
            /// The cloud cover in percent.
            public var cloudCover: Int?
            /// The precipitation in millimetres over the last hour or less; imperial: inches.
            public var precipitation: Double?
            /// The visibility in metres; imperial: feet.
            public var visibility: Int?
            /// The time of today's sunrise.
            public var sunrise: Instant?
            /// The time of today's sunset.
            public var sunset: Instant?
            /// The time of the provider's data; if there are several providers, the oldest.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var isStale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// `simulator` if the data is simulated; otherwise absent.
            public var source: OpenEnum<AnswerSource>?
        }
        public static let declaration = MethodDeclaration(
            "weather.current", service: .aggregator, access: .openable,
            http: .get("/v1/weather"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: [unavailable])
    }

    /// A step of a forecast: three hours, or one.
    public struct Step: Codable, Sendable, Equatable {
        /// The beginning of the step.
        public var at: Instant
        /// The date at `at` in the place's time zone.
        public var date: LocalDate
        /// The condition.
        public var condition: OpenEnum<WeatherCondition>
        /// The condition in words, in the caller's language.
        public var text: String
        /// True between sunrise and sunset.
        public var isDay: Bool
        /// The temperature in degrees Celsius; imperial: Fahrenheit.
        public var temperature: Double
        /// The apparent temperature in degrees Celsius; imperial: Fahrenheit.
        public var feelsLike: Double?
        /// The relative humidity in percent.
        public var humidity: Int?
        /// The air pressure in hectopascals, reduced to sea level; imperial: inches of mercury.
        public var pressure: Double?
        /// The wind speed in metres per second; imperial: miles per hour.
        public var windSpeed: Double?
        /// The speed of gusts in metres per second; imperial: miles per hour.
        public var windGust: Double?
        /// The direction the wind blows from, in degrees; 0 is north.
        public var windDirection: Int?
        /// The cloud cover in percent.
        public var cloudCover: Int?
        /// The precipitation in millimetres over the step; imperial: inches.
        public var precipitation: Double?
        /// The probability of precipitation in percent.
        public var precipitationProbability: Int?
        /// The highest ultraviolet index of the step: 0 to about 16; from 3 on, skin needs protection.
        public var uvIndex: Double?
    }

    /// One day of a forecast, in the place's time zone.
    public struct Day: Codable, Sendable, Equatable {
        /// The date.
        public var date: LocalDate
        /// True if the forecast covers only part of the day; the values are those of that part.
        public var isPartial: Bool
        /// The prevailing condition: that of most of the day's daylight hours.
        ///
        /// Only hours that the forecast covers count, and those of the night only if it covers no daylight. Of
        /// conditions that last equally long, the most severe one prevails. `unknown` prevails only if none of these
        /// hours has a known condition.
        public var condition: OpenEnum<WeatherCondition>
        /// The prevailing condition in words, in the caller's language.
        public var text: String
        /// The most severe condition of the day, by day or by night.
        public var worst: OpenEnum<WeatherCondition>
        /// The most severe condition in words, in the caller's language.
        public var worstText: String
        /// The lowest temperature in degrees Celsius; imperial: Fahrenheit.
        public var minimum: Double
        /// The highest temperature in degrees Celsius; imperial: Fahrenheit.
        public var maximum: Double
        /// The precipitation in millimetres; imperial: inches.
        public var precipitation: Double?
        /// The highest probability of precipitation of the day in percent.
        public var precipitationProbability: Int?
        /// The highest wind speed in metres per second, without gusts; imperial: miles per hour.
        public var windMaximum: Double?
        /// The highest speed of gusts in metres per second; imperial: miles per hour.
        public var windGustMaximum: Double?
        /// The prevailing direction the wind blows from, in degrees; 0 is north.
        ///
        /// Strong wind counts for more than weak wind.
        public var windDirection: Int?
        /// The highest ultraviolet index: 0 to about 16.
        public var uvMaximum: Double?
        /// The time of sunrise.
        public var sunrise: Instant?
        /// The time of sunset.
        public var sunset: Instant?
    }

    /// Returns a forecast for seven days in steps, with a summary of each day.
    ///
    /// A provider may forecast fewer days. Members that it does not forecast are absent.
    public enum Forecast: Method {
        public struct Params: Codable, Sendable {
            /// The latitude, together with `longitude`; an alternative to `placeId`.
            public var latitude: Latitude?
            /// The longitude, together with `latitude`; an alternative to `placeId`.
            public var longitude: Longitude?
            /// The place's id; an alternative to `latitude` and `longitude`.
            public var placeId: PlaceID?
            /// The units of the values; `metric` by default.
            public var units: WeatherUnits?
            /// True for steps of one hour if the provider has them; otherwise steps have three hours.
            public var isHourly: Bool?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The coordinates that were asked for, or those of the place.
            public var location: Location
            /// The place that was asked for, or the known city nearest to the coordinates.
            ///
            /// Absent if the place is unknown, or no city is known within 50 km of the coordinates.
            public var place: Places.Place?
            /// The time zone of the place.
            public var timeZone: TimeZoneName?
            /// The language of the texts.
            public var language: OpenEnum<Language>
            /// The units of the values.
            public var units: OpenEnum<WeatherUnits>
            /// The length of a step in hours: 3, or 1.
            public var stepHours: Int
            /// The steps, starting with the one that contains the current time: at most 56, or 168 of one hour.
            public var steps: [Step]
            /// The dates that the steps cover in the place's time zone: at most seven, starting with the current one.
            public var days: [Day]
            /// The time of the provider's data; if there are several providers, the oldest.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var isStale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// `simulator` if the data is simulated; otherwise absent.
            public var source: OpenEnum<AnswerSource>?
        }
        public static let declaration = MethodDeclaration(
            "weather.forecast", service: .aggregator,
            access: .openable,
            http: .get("/v1/weather/forecast"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: [unavailable])
    }
}
