public import Contract
public import Values

/// How precisely an address is known.
public enum AddressPrecision: String, CaseIterable, Codable, Hashable, Sendable {
    case house, street, city, country
    /// Nothing is known of the place: the open sea, say.
    case none
}

/// Cities, and what lies at coordinates.
public enum Places {
    /// A city to pick.
    public struct Place: Codable, Sendable, Equatable {
        public var id: PlaceID
        public var name: String
        /// The part of the country, where it is known.
        public var region: String?
        public var country: CountryCode
        public var location: Location
        public var timeZone: TimeZoneName?
        /// Inhabitants, where they are known.
        public var population: Int?
        /// The language of `name`, where it is one of ours.
        public var language: Language?
    }

    /// Finds cities by name.
    ///
    /// Finds cities by their name in any of our languages.
    public enum Search: Method {
        public struct Params: Codable, Sendable {
            public var query: SearchText
            /// Only cities of this country.
            public var country: CountryCode?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most ten, the best match first.
            public var items: [Place]
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
            "places.search", service: .aggregator, access: .openable,
            http: .get("/v1/places"), timeoutMilliseconds: 5_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }

    /// The address at coordinates.
    public enum Reverse: Method {
        public struct Params: Codable, Sendable {
            public var lat: Latitude
            public var lon: Longitude
        }
        public struct Result: Codable, Sendable, Equatable {
            public var location: Location
            /// The most precise part that is known.
            public var precision: AddressPrecision
            public var street: String?
            public var house: String?
            public var city: String?
            public var region: String?
            /// Its name; in the caller's language where that is known.
            public var country: String?
            public var countryCode: CountryCode?
            /// Metres to the middle of `city`, where that is the nearest city and not known to hold the place.
            public var distance: Int?
            public var timeZone: TimeZoneName?
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
            "places.reverse", service: .aggregator, access: .openable,
            http: .get("/v1/places/address"), cost: 2, timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }
}
