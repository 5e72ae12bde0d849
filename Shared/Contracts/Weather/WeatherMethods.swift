/// The weather: now, and over the next five days; everything is metric.
public enum Weather {
    /// Where: coordinates, or a place that `places.search` gave.
    public struct Where: Codable, Sendable, DocumentedMembers {
        public var lat: Latitude?
        public var lon: Longitude?
        public var placeId: PlaceID?

        public init(lat: Latitude? = nil, lon: Longitude? = nil, placeId: PlaceID? = nil) {
            self.lat = lat
            self.lon = lon
            self.placeId = placeId
        }

        public static let memberSummaries = whereSummaries
    }

    static let whereSummaries = [
        "lat": "With `lon`; or else `placeId`", "lon": "With `lat`; or else `placeId`",
        "placeId": "In the place of `lat` and `lon`",
    ]

    static let unavailable = ErrorReason(
        .unavailable, "weather-unavailable", "No provider answers, and nothing recent enough is kept")

    /// The weather at this moment.
    public enum Current: Method {
        public typealias Params = Where
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var location: Location
            public var timeZone: TimeZoneName?
            public var utcOffset: Int
            public var observedAt: Instant
            public var condition: WeatherCondition
            public var text: String
            public var language: Language
            public var isDay: Bool
            public var temperature: Double
            public var feelsLike: Double?
            public var humidity: Int?
            public var pressure: Double?
            public var windSpeed: Double?
            public var windGust: Double?
            public var windDirection: Int?
            public var cloudCover: Int?
            public var precipitation: Double?
            public var visibility: Int?
            public var sunrise: Instant?
            public var sunset: Instant?
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                location: Location, timeZone: TimeZoneName?, utcOffset: Int, observedAt: Instant,
                condition: WeatherCondition, text: String, language: Language, isDay: Bool, temperature: Double,
                feelsLike: Double?, humidity: Int?, pressure: Double?, windSpeed: Double?, windGust: Double?,
                windDirection: Int?, cloudCover: Int?, precipitation: Double?, visibility: Int?, sunrise: Instant?,
                sunset: Instant?, fetchedAt: Instant, stale: Bool, provider: String, attribution: String,
                source: AnswerSource?
            ) {
                self.location = location
                self.timeZone = timeZone
                self.utcOffset = utcOffset
                self.observedAt = observedAt
                self.condition = condition
                self.text = text
                self.language = language
                self.isDay = isDay
                self.temperature = temperature
                self.feelsLike = feelsLike
                self.humidity = humidity
                self.pressure = pressure
                self.windSpeed = windSpeed
                self.windGust = windGust
                self.windDirection = windDirection
                self.cloudCover = cloudCover
                self.precipitation = precipitation
                self.visibility = visibility
                self.sunrise = sunrise
                self.sunset = sunset
                self.fetchedAt = fetchedAt
                self.stale = stale
                self.provider = provider
                self.attribution = attribution
                self.source = source
            }

            public static let memberSummaries = AnswerWords.with([
                "utcOffset": "Seconds east of UTC at the place, at the moment of the observation",
                "observedAt": "The moment that the values are of",
                "text": "The condition in words, in the caller's language",
                "language": "The language of `text`",
                "temperature": "Degrees Celsius", "feelsLike": "Degrees Celsius", "humidity": "Percent",
                "pressure": "Hectopascals, reduced to sea level", "windSpeed": "Metres a second",
                "windGust": "Metres a second", "windDirection": "Degrees from which it blows; 0 is north",
                "cloudCover": "Percent", "precipitation": "Millimetres in the last hour or less",
                "visibility": "Metres",
            ])
        }
        public static let declaration = MethodDeclaration(
            "weather.current", service: .aggregator, summary: "The weather at this moment", access: .openable,
            http: .get("/v1/weather"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: [unavailable])
    }

    /// Three hours of a forecast.
    public struct Step: Codable, Sendable, Equatable, DocumentedMembers {
        public var at: Instant
        public var date: LocalDate
        public var condition: WeatherCondition
        public var text: String
        public var isDay: Bool
        public var temperature: Double
        public var feelsLike: Double?
        public var humidity: Int?
        public var pressure: Double?
        public var windSpeed: Double?
        public var windGust: Double?
        public var windDirection: Int?
        public var cloudCover: Int?
        public var precipitation: Double?
        public var precipitationProbability: Int?

        public init(
            at: Instant, date: LocalDate, condition: WeatherCondition, text: String, isDay: Bool, temperature: Double,
            feelsLike: Double?, humidity: Int?, pressure: Double?, windSpeed: Double?, windGust: Double?,
            windDirection: Int?, cloudCover: Int?, precipitation: Double?, precipitationProbability: Int?
        ) {
            self.at = at
            self.date = date
            self.condition = condition
            self.text = text
            self.isDay = isDay
            self.temperature = temperature
            self.feelsLike = feelsLike
            self.humidity = humidity
            self.pressure = pressure
            self.windSpeed = windSpeed
            self.windGust = windGust
            self.windDirection = windDirection
            self.cloudCover = cloudCover
            self.precipitation = precipitation
            self.precipitationProbability = precipitationProbability
        }

        public static let memberSummaries = [
            "at": "The beginning of the three hours", "date": "The day on the place's calendar at their beginning",
            "text": "The condition in words, in the caller's language",
            "temperature": "Degrees Celsius", "feelsLike": "Degrees Celsius", "humidity": "Percent",
            "pressure": "Hectopascals, reduced to sea level", "windSpeed": "Metres a second",
            "windGust": "Metres a second", "windDirection": "Degrees from which it blows; 0 is north",
            "cloudCover": "Percent", "precipitation": "Millimetres in the three hours",
            "precipitationProbability": "Percent",
        ]
    }

    /// A day of a forecast, by the place's calendar.
    public struct Day: Codable, Sendable, Equatable, DocumentedMembers {
        public var date: LocalDate
        public var isPartial: Bool
        public var condition: WeatherCondition
        public var text: String
        public var minimum: Double
        public var maximum: Double
        public var precipitation: Double?
        public var precipitationProbability: Int?
        public var windMaximum: Double?
        public var sunrise: Instant?
        public var sunset: Instant?

        public init(
            date: LocalDate, isPartial: Bool, condition: WeatherCondition, text: String, minimum: Double,
            maximum: Double, precipitation: Double?, precipitationProbability: Int?, windMaximum: Double?,
            sunrise: Instant?, sunset: Instant?
        ) {
            self.date = date
            self.isPartial = isPartial
            self.condition = condition
            self.text = text
            self.minimum = minimum
            self.maximum = maximum
            self.precipitation = precipitation
            self.precipitationProbability = precipitationProbability
            self.windMaximum = windMaximum
            self.sunrise = sunrise
            self.sunset = sunset
        }

        public static let memberSummaries = [
            "isPartial": "Whether the forecast tells of a part of the day only: the values are that part's",
            "condition": "The most severe of the day",
            "text": "The condition in words, in the caller's language",
            "minimum": "Degrees Celsius", "maximum": "Degrees Celsius", "precipitation": "Millimetres",
            "precipitationProbability": "Percent: the highest of the day",
            "windMaximum": "Metres a second, without gusts",
        ]
    }

    /// Five days from now: steps of three hours, and the days that they touch.
    public enum Forecast: Method {
        public typealias Params = Where
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var location: Location
            public var timeZone: TimeZoneName?
            public var language: Language
            public var steps: [Step]
            public var days: [Day]
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                location: Location, timeZone: TimeZoneName?, language: Language, steps: [Step], days: [Day],
                fetchedAt: Instant, stale: Bool, provider: String, attribution: String, source: AnswerSource?
            ) {
                self.location = location
                self.timeZone = timeZone
                self.language = language
                self.steps = steps
                self.days = days
                self.fetchedAt = fetchedAt
                self.stale = stale
                self.provider = provider
                self.attribution = attribution
                self.source = source
            }

            public static let memberSummaries = AnswerWords.with([
                "language": "The language of the texts",
                "steps": "At most 40, from the three hours that hold this moment on",
                "days": "The days on the place's calendar that the steps touch: five or six",
            ])
        }
        public static let declaration = MethodDeclaration(
            "weather.forecast", service: .aggregator,
            summary: "Five days of weather, in steps of three hours and by days", access: .openable,
            http: .get("/v1/weather/forecast"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: [unavailable])
    }
}

/// What every answer about the outside world says of itself, in the words of the documentation.
enum AnswerWords {
    static func with(_ members: [String: String]) -> [String: String] {
        members.merging([
            "fetchedAt": "When the provider gave it; of several parts the oldest",
            "stale": "Whether it is older than it should be, because nothing newer was to be had",
            "provider": "Who gave it",
            "attribution": "Whom to thank, in words to show beside the answer",
            "source": "Given if the answer is invented by the simulator",
        ]) { own, _ in own }
    }
}
