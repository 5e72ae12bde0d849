public import Contract
public import Values

/// The precision of an address.
public enum AddressPrecision: String, CaseIterable, Codable, Hashable, Sendable {
    case house, street, city, country
    /// No component is known, for example at sea.
    case none
}

/// Cities, and the addresses at coordinates.
public enum Places {
    /// A city to choose from.
    public struct Place: Codable, Sendable, Equatable {
        /// The id of the place, for weather and history.
        public var id: PlaceID
        /// The city's name.
        public var name: String
        /// The state or province, if known.
        public var region: String?
        /// The country's code.
        public var countryCode: CountryCode
        /// The country's name in the caller's language, if known.
        public var country: String?
        /// The city's centre.
        public var location: Location
        /// The city's time zone.
        public var timeZone: TimeZoneName?
        /// The number of inhabitants, if known.
        public var population: Int?
        /// The language of `name`, if it is one that the API supports.
        public var language: OpenEnum<Language>?
    }

    /// Finds cities by name.
    ///
    /// Matches the names in every supported language.
    public enum Search: Method {
        public struct Params: Codable, Sendable {
            /// The city's name or its beginning.
            public var query: SearchText
            /// Restricts the search to one country.
            public var countryCode: CountryCode?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The cities, at most ten, best match first.
            public var items: [Place]
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
            "places.search", service: .aggregator, priority: .low, access: .openable,
            http: .get("/v1/places"), cost: 2, timeoutMilliseconds: 5_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }

    public static let noSuchPlace = ErrorReason(
        .notFound, "no-such-place",
        UserText(
            "This place is unknown. Search for it again.",
            ru: "Такое место неизвестно. Найдите его заново.",
            be: "Такое месца невядомае. Знайдзіце яго нанова."))

    /// Returns one place, named in the caller's language.
    ///
    /// Keep the id of a place and call this when the language changes.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            /// The id of the place.
            public var id: PlaceID
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The place.
            public var place: Place
            /// The time of the provider's data; if there are several providers, the oldest.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var isStale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// `simulator` if the data is simulated; otherwise absent.
            public var source: AnswerSource?
        }
        public static let declaration = MethodDeclaration(
            "places.get", service: .aggregator, access: .openable,
            http: .get("/v1/places/{id}"), timeoutMilliseconds: 5_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: [noSuchPlace])
    }

    /// Returns the address at coordinates.
    ///
    /// The `precision` is `none` if no address is known, for example at sea.
    public enum Reverse: Method {
        public struct Params: Codable, Sendable {
            /// The latitude of the place.
            public var latitude: Latitude
            /// The longitude of the place.
            public var longitude: Longitude
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The coordinates that were asked for.
            public var location: Location
            /// The most precise component that is known.
            public var precision: OpenEnum<AddressPrecision>
            /// The street.
            public var street: String?
            /// The house number.
            public var house: String?
            /// The city.
            public var city: String?
            /// The state or province.
            public var region: String?
            /// The country's name, in the caller's language if known.
            public var country: String?
            /// The country's code.
            public var countryCode: CountryCode?
            /// Metres to the centre of `city`; present if `city` is the nearest one and may not contain the place.
            public var distance: Int?
            /// The time zone of the place.
            public var timeZone: TimeZoneName?
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
            "places.reverse", service: .aggregator, access: .openable,
            http: .get("/v1/places/address"), cost: 2, timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }
}
