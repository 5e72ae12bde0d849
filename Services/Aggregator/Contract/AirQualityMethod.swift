public import Contract
public import Values

/// A level of the European air quality index.
public enum AirQualityLevel: String, CaseIterable, Codable, Hashable, Sendable {
    case good
    case fair
    case moderate
    case poor
    case veryPoor = "very-poor"
    case extremelyPoor = "extremely-poor"
}

extension Weather {
    public static let airQualityUnavailable = ErrorReason(
        .unavailable, "air-quality-unavailable",
        UserText(
            "The quality of the air is not known at the moment. Try again later.",
            ru: "Сейчас качество воздуха неизвестно. Попробуйте позже.",
            be: "Цяпер якасць паветра невядомая. Паспрабуйце пазней."))

    /// Returns the current quality of the air.
    ///
    /// The values are those of a model, in micrograms per cubic metre. Members that the provider does not have are
    /// absent.
    public enum AirQuality: Method {
        public struct Params: Codable, Sendable {
            /// The latitude, together with `longitude`; an alternative to `placeId`.
            public var latitude: Latitude?
            /// The longitude, together with `latitude`; an alternative to `placeId`.
            public var longitude: Longitude?
            /// The place's id; an alternative to `latitude` and `longitude`.
            public var placeId: PlaceID?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The coordinates that were asked for, or those of the place.
            public var location: Location
            /// The hour that the values are for.
            public var observedAt: Instant
            /// The European air quality index: 0 to 20 is good, more than 100 extremely poor.
            public var index: Int?
            /// The level of `index`.
            public var level: OpenEnum<AirQualityLevel>?
            /// The level in words, in the caller's language.
            public var text: String?
            /// The language of `text`.
            public var language: OpenEnum<Language>
            /// The air quality index of the United States: 0 to 500.
            public var usIndex: Int?
            /// Particles of at most 2.5 micrometres.
            public var pm25: Double?
            /// Particles of at most 10 micrometres.
            public var pm10: Double?
            /// Nitrogen dioxide.
            public var nitrogenDioxide: Double?
            /// Ozone.
            public var ozone: Double?
            /// Sulphur dioxide.
            public var sulphurDioxide: Double?
            /// The time of the provider's data.
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
            "weather.airQuality", service: .aggregator, access: .openable,
            http: .get("/v1/weather/air-quality"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: [airQualityUnavailable])
    }
}
