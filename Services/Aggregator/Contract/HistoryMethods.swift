public import Contract
public import Values

/// The caller's own name for a place, 1 to 100 characters.
public struct PlaceLabel: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Home"
    public static let fieldName: UserText? = UserText(
        "Name of the place", ru: "Название места", be: "Назва месца")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The caller's saved look-ups: a place, its address, and the weather there at that moment.
public enum History {
    /// A saved look-up, to be shown as it was.
    ///
    /// Conditions, countries and cities are named in the reader's language; names that are known in the language of the
    /// look-up only stay as they were saved.
    public struct Entry: Codable, Sendable, Equatable {
        /// The id of the entry.
        public var id: Identifier
        /// The time at which the entry was saved.
        public var savedAt: Instant
        /// The place.
        public var location: Location
        /// The caller's name for the place.
        public var label: PlaceLabel?
        /// The address; absent if none was known.
        public var address: Places.Reverse.Result?
        /// The weather at that moment; absent if no provider answered in time.
        public var weather: Weather.Current.Result?
        /// `simulator` if the address or the weather is simulated; otherwise absent.
        public var source: OpenEnum<AnswerSource>?
    }

    public static let noSuchEntry = ErrorReason(
        .notFound, "no-such-entry",
        UserText(
            "There is no such saved entry.",
            ru: "Такой сохранённой записи нет.",
            be: "Такога захаванага запісу няма."))

    /// Saves a place with its address and current weather.
    ///
    /// If the history is full, the oldest entry is dropped.
    public enum Add: Method {
        public struct Params: Codable, Sendable {
            /// The latitude, together with `longitude`; an alternative to `placeId`.
            public var latitude: Latitude?
            /// The longitude, together with `latitude`; an alternative to `placeId`.
            public var longitude: Longitude?
            /// The place's id; an alternative to `latitude` and `longitude`.
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
    /// Texts are in the reader's language where they can be translated.
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
