public import Contract
public import Values

/// The catalogue of museums: search, map, details.
public enum Museums {
    /// A picture and whom to thank for it.
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
        /// Metres from `near`, where the caller gave it.
        public var distance: Int?
        /// The language of the texts: the caller's where we have it, else the next best.
        public var language: Language
    }

    /// Finds museums by text, place and category.
    ///
    /// The most relevant first, without a text the most popular, and with `near` the nearest.
    ///
    /// With a text how a museum was found goes before where it is or how popular: by its whole name (not with `near`),
    /// by words of its names, of city and category, of the description, within words, by words as they were probably
    /// meant, for instance in another alphabet (`muzei`); within each of these the nearest or the most popular comes
    /// first. Where more than a thousand match, those with the words in their names are told from all others, and no
    /// more. Distances are of a great circle. A cursor belongs to its `near`: who moves keeps on sending the first
    /// place until the list begins anew.
    public enum Search: Method {
        public struct Params: Codable, Sendable {
            public var query: SearchText?
            public var city: CityName?
            public var country: CountryCode?
            public var category: MuseumCategory?
            /// The caller's position: cards contain the distance, and the nearest come first.
            ///
            /// With a query, equally good matches are sorted by distance. Must be the same on every page.
            public var near: Location?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Card>
        public static let declaration = MethodDeclaration(
            "museums.search", service: .museums, access: .openable, http: .get("/v1/museums"), idempotency: .idempotent,
            caching: .private(seconds: 60))
    }

    /// Everything about one museum.
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
            /// The year.
            public var founded: Int?
            public var picture: Picture?
            /// The language of the texts: the caller's where we have it, else the next best.
            public var language: Language
        }
        public static let declaration = MethodDeclaration(
            "museums.get", service: .museums, access: .openable,
            http: .get("/v1/museums/{id}"), idempotency: .idempotent, caching: .private(seconds: 300))
    }

    /// Names that match what is being typed.
    ///
    /// Names that begin with, or are close to, what is being typed.
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

    /// Museums in a rectangle of the map, clustered.
    ///
    /// What lies in a rectangle of the map: single museums, and clusters with exact counts where there are too many.
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
            /// The middle of its museums.
            public var location: Location
            /// How many museums it stands for: 2 or more, exact.
            public var count: Int
            /// The rectangle that holds them all.
            public var bbox: BoundingBox
        }
        public struct Result: Codable, Sendable, Equatable {
            public var points: [Point]
            public var clusters: [Cluster]
            /// How many museums lie in the rectangle: the points and the counts of the clusters together.
            public var total: Int
        }
        public static let declaration = MethodDeclaration(
            "museums.map", service: .museums, access: .openable,
            http: .get("/v1/museums/map"), idempotency: .idempotent, caching: .private(seconds: 60))
    }
}
