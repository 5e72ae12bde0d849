public import Contract
public import Values

/// The catalogue of museums: search, map, details.
public enum Museums {
    /// A picture and its credit.
    public struct Picture: Codable, Sendable, Equatable {
        public var url: String
        /// Pixels.
        public var width: Int
        /// Pixels.
        public var height: Int
        public var author: String
        public var licence: String
    }

    /// A museum in a list.
    public struct Card: Codable, Sendable, Equatable {
        public var id: MuseumID
        public var name: String
        public var city: String
        public var country: CountryCode
        public var category: MuseumCategory
        public var location: Location
        public var picture: Picture?
        /// Metres from `near`; absent without it.
        public var distance: Int?
        /// The language of the texts: the caller's if available, or else the next best.
        public var language: Language
    }

    /// Finds museums by text, place and category.
    ///
    /// Results are sorted by relevance; without a text by popularity, and with `near` by distance.
    ///
    /// Relevance depends on the best match: the whole name (not with `near`); words of the names; words of city and
    /// category; words of the description; parts of words; and likely corrections, such as another alphabet (`muzei`).
    /// Equally relevant museums are sorted by distance or popularity. If more than a thousand match, only matches in
    /// the names are ranked above the others. Distances are great-circle distances. A cursor is valid only with its
    /// `near`: a moving client keeps sending the first position until it starts a new list.
    public enum Search: Method {
        public struct Params: Codable, Sendable {
            public var query: SearchText?
            public var city: CityName?
            public var country: CountryCode?
            public var category: MuseumCategory?
            /// The caller's position; adds the distance to each card and sorts by it.
            ///
            /// With a query, only equally relevant museums are sorted by distance. Must be the same on every page.
            public var near: Location?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Card>
        public static let declaration = MethodDeclaration(
            "museums.search", service: .museums, access: .openable, http: .get("/v1/museums"), idempotency: .idempotent,
            caching: .private(seconds: 60))
    }

    /// Returns one museum.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var id: MuseumID
        }
        public struct Result: Codable, Sendable, Equatable {
            public var id: MuseumID
            public var name: String
            public var description: String?
            public var city: String
            public var address: String?
            public var country: CountryCode
            public var category: MuseumCategory
            public var location: Location
            public var website: String?
            /// The year of foundation.
            public var founded: Int?
            public var picture: Picture?
            /// The language of the texts: the caller's if available, or else the next best.
            public var language: Language
        }
        public static let declaration = MethodDeclaration(
            "museums.get", service: .museums, access: .openable,
            http: .get("/v1/museums/{id}"), idempotency: .idempotent, caching: .private(seconds: 300))
    }

    /// Suggests museums as the user types.
    ///
    /// Matches names that begin with the prefix or are close to it.
    public enum Suggest: Method {
        public struct Params: Codable, Sendable {
            public var prefix: SearchText
        }
        public struct Suggestion: Codable, Sendable, Equatable {
            public var id: MuseumID
            public var name: String
            public var city: String
            public var language: Language
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most ten.
            public var items: [Suggestion]
        }
        public static let declaration = MethodDeclaration(
            "museums.suggest", service: .museums, access: .openable,
            http: .get("/v1/museums/suggestions"), idempotency: .idempotent, caching: .private(seconds: 60))
    }

    /// Returns the museums in a rectangle of the map, clustered where they are dense.
    ///
    /// Counts of clusters are exact.
    public enum Map: Method {
        public struct Params: Codable, Sendable {
            public var bbox: BoundingBox
            public var zoom: Zoom
        }
        public struct Point: Codable, Sendable, Equatable {
            public var id: MuseumID
            public var name: String
            public var category: MuseumCategory
            public var location: Location
            public var language: Language
        }
        public struct Cluster: Codable, Sendable, Equatable {
            /// The centroid of its museums.
            public var location: Location
            /// The number of museums in the cluster: 2 or more.
            public var count: Int
            /// The smallest rectangle that contains its museums.
            public var bbox: BoundingBox
        }
        public struct Result: Codable, Sendable, Equatable {
            public var points: [Point]
            public var clusters: [Cluster]
            /// The number of museums in the rectangle, those in clusters included.
            public var total: Int
        }
        public static let declaration = MethodDeclaration(
            "museums.map", service: .museums, access: .openable,
            http: .get("/v1/museums/map"), idempotency: .idempotent, caching: .private(seconds: 60))
    }
}
