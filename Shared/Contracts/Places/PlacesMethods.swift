/// How precisely an address is known.
public enum AddressPrecision: String, CaseIterable, Codable, Hashable, Sendable {
    case house, street, city, country
    /// Nothing is known of the place: the open sea, say.
    case none
}

/// Cities, and what lies at coordinates.
public enum Places {
    /// A city to pick.
    public struct Place: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: PlaceID
        public var name: String
        public var region: String?
        public var country: CountryCode
        public var location: Location
        public var timeZone: TimeZoneName?
        public var population: Int?
        public var language: Language?

        public init(
            id: PlaceID, name: String, region: String?, country: CountryCode, location: Location,
            timeZone: TimeZoneName?, population: Int?, language: Language?
        ) {
            self.id = id
            self.name = name
            self.region = region
            self.country = country
            self.location = location
            self.timeZone = timeZone
            self.population = population
            self.language = language
        }

        public static let memberSummaries = [
            "region": "The part of the country, where it is known",
            "population": "Inhabitants, where they are known",
            "language": "The language of `name`, where it is one of ours",
        ]
    }

    /// Finds cities by their name in any of our languages.
    public enum Search: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var query: SearchText
            public var country: CountryCode?

            public init(query: SearchText, country: CountryCode? = nil) {
                self.query = query
                self.country = country
            }

            public static let memberSummaries = ["country": "Only cities of this country"]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var items: [Place]
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                items: [Place], fetchedAt: Instant, stale: Bool, provider: String, attribution: String,
                source: AnswerSource?
            ) {
                self.items = items
                self.fetchedAt = fetchedAt
                self.stale = stale
                self.provider = provider
                self.attribution = attribution
                self.source = source
            }

            public static let memberSummaries = AnswerWords.with(["items": "At most ten, the best match first"])
        }
        public static let declaration = MethodDeclaration(
            "places.search", service: .aggregator, summary: "Finds cities by name", access: .openable,
            http: .get("/v1/places"), timeoutMilliseconds: 5_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }

    /// The address at coordinates.
    public enum Reverse: Method {
        public struct Params: Codable, Sendable {
            public var lat: Latitude
            public var lon: Longitude

            public init(lat: Latitude, lon: Longitude) {
                self.lat = lat
                self.lon = lon
            }
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var location: Location
            public var precision: AddressPrecision
            public var street: String?
            public var house: String?
            public var city: String?
            public var region: String?
            public var country: String?
            public var countryCode: CountryCode?
            public var distance: Int?
            public var timeZone: TimeZoneName?
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                location: Location, precision: AddressPrecision, street: String?, house: String?, city: String?,
                region: String?, country: String?, countryCode: CountryCode?, distance: Int?, timeZone: TimeZoneName?,
                fetchedAt: Instant, stale: Bool, provider: String, attribution: String, source: AnswerSource?
            ) {
                self.location = location
                self.precision = precision
                self.street = street
                self.house = house
                self.city = city
                self.region = region
                self.country = country
                self.countryCode = countryCode
                self.distance = distance
                self.timeZone = timeZone
                self.fetchedAt = fetchedAt
                self.stale = stale
                self.provider = provider
                self.attribution = attribution
                self.source = source
            }

            public static let memberSummaries = AnswerWords.with([
                "precision": "The most precise part that is known",
                "country": "Its name; in the caller's language where that is known",
                "distance":
                    "Metres to the middle of `city`, where that is the nearest city and not known to hold the place",
            ])
        }
        public static let declaration = MethodDeclaration(
            "places.reverse", service: .aggregator, summary: "The address at coordinates", access: .openable,
            http: .get("/v1/places/address"), cost: 2, timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300))
    }
}
