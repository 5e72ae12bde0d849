/// What somebody calls a place that was saved.
public struct PlaceLabel: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Home"
    public static let summary: String? = "What the caller calls the place"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The caller's saved look-ups: a place, its address, and its weather at that moment.
public enum History {
    /// An address as it was known when it was saved.
    public struct Address: Codable, Sendable, Equatable, DocumentedMembers {
        public var precision: AddressPrecision
        public var street: String?
        public var house: String?
        public var city: String?
        public var country: String?
        public var countryCode: CountryCode?
        public var attribution: String

        public init(
            precision: AddressPrecision, street: String?, house: String?, city: String?, country: String?,
            countryCode: CountryCode?, attribution: String
        ) {
            self.precision = precision
            self.street = street
            self.house = house
            self.city = city
            self.country = country
            self.countryCode = countryCode
            self.attribution = attribution
        }

        public static let memberSummaries = [
            "precision": "The most precise part that is known",
            "attribution": "Whom to thank, in words to show beside the address",
        ]
    }

    /// The weather at the moment of saving.
    public struct Weather: Codable, Sendable, Equatable, DocumentedMembers {
        public var observedAt: Instant
        public var condition: WeatherCondition
        public var text: String
        public var isDay: Bool
        public var temperature: Double
        public var attribution: String

        public init(
            observedAt: Instant, condition: WeatherCondition, text: String, isDay: Bool, temperature: Double,
            attribution: String
        ) {
            self.observedAt = observedAt
            self.condition = condition
            self.text = text
            self.isDay = isDay
            self.temperature = temperature
            self.attribution = attribution
        }

        public static let memberSummaries = [
            "text": "The condition in words, in the language of whoever reads it", "temperature": "Degrees Celsius",
            "attribution": "Whom to thank, in words to show beside the weather",
        ]
    }

    /// A saved look-up.
    public struct Entry: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: Identifier
        public var savedAt: Instant
        public var location: Location
        public var label: PlaceLabel?
        public var address: Address?
        public var weather: Weather?
        public var source: AnswerSource?

        public init(
            id: Identifier, savedAt: Instant, location: Location, label: PlaceLabel?, address: Address?,
            weather: Weather?, source: AnswerSource?
        ) {
            self.id = id
            self.savedAt = savedAt
            self.location = location
            self.label = label
            self.address = address
            self.weather = weather
            self.source = source
        }

        public static let memberSummaries = [
            "address": "Absent if none was known", "weather": "Absent if nobody told it in time",
            "source": "Given if address or weather were invented by the simulator",
        ]
    }

    static let noSuchEntry = ErrorReason(.notFound, "no-such-entry", "The caller's history has no such entry")

    /// Saves a place with its address and its weather of this moment; of too many entries the oldest goes.
    public enum Add: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var lat: Latitude?
            public var lon: Longitude?
            public var placeId: PlaceID?
            public var label: PlaceLabel?

            public init(
                lat: Latitude? = nil, lon: Longitude? = nil, placeId: PlaceID? = nil, label: PlaceLabel? = nil
            ) {
                self.lat = lat
                self.lon = lon
                self.placeId = placeId
                self.label = label
            }

            public static let memberSummaries = Contracts.Weather.whereSummaries
        }
        public typealias Result = Entry
        public static let declaration = MethodDeclaration(
            "history.add", service: .aggregator, summary: "Saves a place with its address and its weather",
            access: .signedIn, http: .post("/v1/history", .created(location: "/v1/history/{id}")), cost: 3,
            timeoutMilliseconds: 10_000, idempotency: .keyed)
    }

    /// The caller's saved look-ups, newest first.
    public enum List: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?

            public init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
                self.cursor = cursor
                self.limit = limit
            }
        }
        public typealias Result = Page<Entry>
        public static let declaration = MethodDeclaration(
            "history.list", service: .aggregator, summary: "The caller's saved look-ups, newest first",
            access: .signedIn, http: .get("/v1/history"), idempotency: .idempotent)
    }

    /// One saved look-up of the caller.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) { self.id = id }
        }
        public typealias Result = Entry
        public static let declaration = MethodDeclaration(
            "history.get", service: .aggregator, summary: "One saved look-up of the caller", access: .signedIn,
            http: .get("/v1/history/{id}"), idempotency: .idempotent, reasons: [noSuchEntry])
    }

    /// Removes one saved look-up; that it is gone already is well too.
    public enum Remove: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) { self.id = id }
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "history.remove", service: .aggregator, summary: "Removes one saved look-up of the caller",
            access: .signedIn, http: .delete("/v1/history/{id}", .noContent), idempotency: .idempotent)
    }

    /// Removes all of the caller's saved look-ups.
    public enum Clear: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var removed: Int

            public init(removed: Int) { self.removed = removed }

            public static let memberSummaries = ["removed": "How many entries there were"]
        }
        public static let declaration = MethodDeclaration(
            "history.clear", service: .aggregator, summary: "Removes all saved look-ups of the caller",
            access: .signedIn, http: .delete("/v1/history"), idempotency: .idempotent)
    }
}
