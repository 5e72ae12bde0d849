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
        public var precision: AddressPrecision
        public var street: String?
        public var house: String?
        public var city: String?
        public var country: String?
        public var countryCode: CountryCode?
        /// The credit to show beside the address.
        public var attribution: String
    }

    /// The weather when the entry was saved.
    public struct Weather: Codable, Sendable, Equatable {
        public var observedAt: Instant
        public var condition: WeatherCondition
        /// The condition in words, in the reader's language.
        public var text: String
        public var isDay: Bool
        /// Degrees Celsius.
        public var temperature: Double
        /// The credit to show beside the weather.
        public var attribution: String
    }

    /// A saved look-up.
    public struct Entry: Codable, Sendable, Equatable {
        public var id: Identifier
        public var savedAt: Instant
        public var location: Location
        public var label: PlaceLabel?
        /// Absent if no address was known.
        public var address: Address?
        /// Absent if no provider answered in time.
        public var weather: Weather?
        /// Present if the simulator made up the address or the weather.
        public var source: AnswerSource?
    }

    static let noSuchEntry = ErrorReason(.notFound, "no-such-entry", "The caller's history has no entry with this id")

    /// Saves a place with its address and current weather.
    ///
    /// If the history is full, the oldest entry is dropped.
    public enum Add: Method {
        public struct Params: Codable, Sendable {
            /// Requires `lon`; an alternative to `placeId`.
            public var lat: Latitude?
            /// Requires `lat`; an alternative to `placeId`.
            public var lon: Longitude?
            /// An alternative to `lat` and `lon`.
            public var placeId: PlaceID?
            public var label: PlaceLabel?
        }
        public typealias Result = Entry
        public static let declaration = MethodDeclaration(
            "history.add", service: .aggregator, access: .signedIn,
            http: .post("/v1/history", .created(location: "/v1/history/{id}")), cost: 3,
            timeoutMilliseconds: 10_000, idempotency: .keyed)
    }

    /// Lists the caller's saved look-ups, newest first.
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
    public enum Get: Method {
        public struct Params: Codable, Sendable {
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
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "history.remove", service: .aggregator, access: .signedIn, http: .delete("/v1/history/{id}", .noContent),
            idempotency: .idempotent)
    }

    /// Removes all saved look-ups of the caller.
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
