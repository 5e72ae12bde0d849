public import Contract
public import Values

/// The caller's own name for a place, 1 to 100 characters.
public struct PlaceLabel: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Home"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The caller's saved look-ups: a place, its address, and the weather there at that moment.
public enum History {
    /// The address as it was when it was saved.
    public struct Address: Codable, Sendable, Equatable {
        /// The most precise component that is known.
        public var precision: OpenEnum<AddressPrecision>
        /// The street.
        public var street: String?
        /// The house number.
        public var house: String?
        /// The city.
        public var city: String?
        /// The country's name.
        public var country: String?
        /// The country's code.
        public var countryCode: CountryCode?
        /// The credit to show beside the address.
        public var attribution: String
    }

    /// The weather when the entry was saved.
    public struct Weather: Codable, Sendable, Equatable {
        /// The time of the observation.
        public var observedAt: Instant
        /// The condition.
        public var condition: OpenEnum<WeatherCondition>
        /// The condition in words, in the reader's language.
        public var text: String
        /// True between sunrise and sunset.
        public var isDay: Bool
        /// Degrees Celsius.
        public var temperature: Double
        /// The credit to show beside the weather.
        public var attribution: String
    }

    /// A saved look-up.
    public struct Entry: Codable, Sendable, Equatable {
        /// The id of the entry.
        public var id: Identifier
        /// The time at which the entry was saved.
        public var savedAt: Instant
        /// The place.
        public var location: Location
        /// The caller's name for the place.
        public var label: PlaceLabel?
        /// Absent if no address was known.
        public var address: Address?
        /// Absent if no provider answered in time.
        public var weather: Weather?
        /// Present if the simulator made up the address or the weather.
        public var source: OpenEnum<AnswerSource>?
    }

    public static let noSuchEntry = ErrorReason(
        .notFound, "no-such-entry",
        UserText(
            "Your history has no such entry.",
            ru: "В вашей истории нет такой записи.",
            be: "У вашай гісторыі няма такога запісу."))

    /// Saves a place with its address and current weather.
    ///
    /// If the history is full, the oldest entry is dropped.
    public enum Add: Method {
        public struct Params: Codable, Sendable {
            /// Requires `longitude`; an alternative to `placeId`.
            public var latitude: Latitude?
            /// Requires `latitude`; an alternative to `placeId`.
            public var longitude: Longitude?
            /// An alternative to `latitude` and `longitude`.
            public var placeId: PlaceID?
            /// The caller's name for the place.
            public var label: PlaceLabel?
        }
        public typealias Result = Entry
        public static let declaration = MethodDeclaration(
            "history.add", service: .aggregator, access: .signedIn,
            http: .post("/v1/history", .created(location: "/v1/history/{id}")), cost: 3,
            timeoutMilliseconds: 10_000, idempotency: .keyed)
    }

    /// Lists the caller's saved look-ups, newest first.
    ///
    /// Texts are in the language of the reader where they can be translated.
    public enum List: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Entry>
        public static let declaration = MethodDeclaration(
            "history.list", service: .aggregator, access: .signedIn, http: .get("/v1/history"), idempotency: .idempotent
        )
    }

    /// Returns one saved look-up of the caller.
    ///
    /// Shows the place, the address and the weather as they were when the entry was saved.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            /// The id of the entry.
            public var id: Identifier
        }
        public typealias Result = Entry
        public static let declaration = MethodDeclaration(
            "history.get", service: .aggregator, access: .signedIn,
            http: .get("/v1/history/{id}"), idempotency: .idempotent, reasons: [noSuchEntry])
    }

    /// Removes one saved look-up of the caller.
    ///
    /// Succeeds even if the entry no longer exists.
    public enum Remove: Method {
        public struct Params: Codable, Sendable {
            /// The id of the entry.
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "history.remove", service: .aggregator, access: .signedIn, http: .delete("/v1/history/{id}", .noContent),
            idempotency: .idempotent)
    }

    /// Removes all saved look-ups of the caller.
    ///
    /// Cannot be undone.
    public enum Clear: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The number of entries removed.
            public var removed: Int
        }
        public static let declaration = MethodDeclaration(
            "history.clear", service: .aggregator, access: .signedIn, http: .delete("/v1/history"),
            idempotency: .idempotent)
    }
}
