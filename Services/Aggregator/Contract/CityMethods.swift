public import Contract
public import Values

/// The cities that an account has saved, and the weather of several cities in one answer.
public enum Cities {
    /// The maximum number of saved cities of an account, and of cities in one answer.
    public static let limit = 12

    public static let tooMany = ErrorReason(
        .conflict, "too-many-cities",
        UserText(
            "You have the maximum number of saved cities. Remove one first.",
            ru: "Сохранено максимальное число городов. Сначала удалите один из них.",
            be: "Захавана максімальная колькасць гарадоў. Спачатку выдаліце адзін з іх."))

    /// A saved city.
    public struct City: Codable, Sendable, Equatable {
        /// The city's id, for weather and places.
        public var placeId: PlaceID
        /// The time at which the city was saved.
        public var addedAt: Instant
    }

    /// Lists the caller's saved cities.
    ///
    /// Saved cities belong to the account, so that every device shows the same.
    public enum List: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The cities, at most 12, in the order in which they were saved.
            public var items: [City]
        }
        public static let declaration = MethodDeclaration(
            "cities.list", service: .aggregator, access: .signedIn, http: .get("/v1/cities"), idempotency: .idempotent)
    }

    /// Saves a city, to see its weather beside that of others.
    ///
    /// Saving a saved city changes nothing.
    public enum Add: Method {
        public struct Params: Codable, Sendable {
            /// The city's id, from `places.search`.
            public var placeId: PlaceID
        }
        public typealias Result = City
        public static let declaration = MethodDeclaration(
            "cities.add", service: .aggregator, access: .signedIn, http: .post("/v1/cities"), idempotency: .idempotent,
            reasons: [tooMany])
    }

    /// Removes a saved city.
    ///
    /// Succeeds even if it is no longer saved.
    public enum Remove: Method {
        public struct Params: Codable, Sendable {
            /// The city's id.
            public var placeId: PlaceID
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "cities.remove", service: .aggregator, access: .signedIn,
            http: .delete("/v1/cities/{placeId}", .noContent), idempotency: .idempotent)
    }

    /// Returns the current weather of several cities, each with its own status.
    ///
    /// Without `placeIds`, the cities are those that the caller has saved, which requires sign-in.
    public enum CityWeather: Method {
        public struct Params: Codable, Sendable {
            /// The cities, at most 12; the saved ones by default.
            public var placeIds: [PlaceID]?
            /// The units of the values; `metric` by default.
            public var units: WeatherUnits?
        }
        /// The weather of one city.
        public struct Entry: Codable, Sendable {
            /// The city's id.
            public var placeId: PlaceID
            /// The current weather.
            public var weather: Briefing.Part<Weather.Current.Result>
        }
        public struct Result: Codable, Sendable {
            /// The cities in the order of `placeIds`, or in the order in which they were saved.
            public var items: [Entry]
        }
        // A POST because of the list in its parameters.
        public static let declaration = MethodDeclaration(
            "cities.weather", service: .aggregator, access: .openable, http: .post("/v1/cities/weather"), cost: 2,
            timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}

extension Cities.CityWeather.Params: RefinedType {
    public static var refinements: [String: JSONNode] { ["placeIds": ["maxItems": 12]] }
}

extension Cities.List: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: ["items": [["placeId": "minsk-by@53.9,27.5667", "addedAt": "2026-07-11T09:00:00Z"]]])
    }
}

extension Cities.Add: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["placeId": "minsk-by@53.9,27.5667"],
            result: ["placeId": "minsk-by@53.9,27.5667", "addedAt": "2026-07-11T09:00:00Z"])
    }
}

extension Cities.Remove: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["placeId": "minsk-by@53.9,27.5667"], result: .object([]))
    }
}

extension Cities.CityWeather: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["placeIds": ["minsk-by@53.9,27.5667"]],
            result: [
                "items": [
                    [
                        "placeId": "minsk-by@53.9,27.5667",
                        "weather": ["status": "ok", "value": AggregatorExample.current],
                    ]
                ]
            ])
    }
}
