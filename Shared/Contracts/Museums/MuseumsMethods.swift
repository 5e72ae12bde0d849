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

        public init(url: String, width: Int, height: Int, author: String, licence: String) {
            self.url = url
            self.width = width
            self.height = height
            self.author = author
            self.licence = licence
        }
    }

    /// A museum in a list.
    public struct Card: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: MuseumID
        public var name: String
        public var city: String
        public var country: CountryCode
        public var category: MuseumCategory
        public var location: Location
        public var picture: Picture?
        /// Metres from `near`, where the caller gave it.
        public var distance: Int?
        /// The language of `name` and `city`.
        public var language: Language

        public init(
            id: MuseumID, name: String, city: String, country: CountryCode, category: MuseumCategory,
            location: Location, picture: Picture?, distance: Int?, language: Language
        ) {
            self.id = id
            self.name = name
            self.city = city
            self.country = country
            self.category = category
            self.location = location
            self.picture = picture
            self.distance = distance
            self.language = language
        }

        public static let memberSummaries = [
            "distance": "Metres from `near`, where the caller gave it",
            "language": "The language of the texts: the caller's where we have it, else the next best",
        ]
    }

    /// Finds museums by text, place and category: the most relevant first, without a text the most popular, and with
    /// `near` the nearest.
    ///
    /// With a text how a museum was found goes before where it is or how popular: by its whole name (not with `near`), by
    /// words of its names, of city and category, of the description, within words, by words as they were probably meant,
    /// for instance in another alphabet (`muzei`); within each of these the nearest or the most popular comes first. Where more than a thousand match, those with the words in their names are told
    /// from all others, and no more. Distances are of a great circle. A cursor belongs to its `near`: who moves keeps
    /// on sending the first place until the list begins anew.
    public enum Search: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var query: SearchText?
            public var city: CityName?
            public var country: CountryCode?
            public var category: MuseumCategory?
            public var near: Location?
            public var cursor: Cursor?
            public var limit: PageLimit?

            public init(
                query: SearchText? = nil, city: CityName? = nil, country: CountryCode? = nil,
                category: MuseumCategory? = nil, near: Location? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil
            ) {
                self.query = query
                self.city = city
                self.country = country
                self.category = category
                self.near = near
                self.cursor = cursor
                self.limit = limit
            }

            public static let memberSummaries = [
                "near":
                    "Where the caller is: cards then tell the distance, and the nearest come first; with a query, of those that match alike. The same on every page"
            ]
        }
        public typealias Result = Page<Card>
        public static let declaration = MethodDeclaration(
            "museums.search", service: .museums, summary: "Finds museums by text, place and category",
            access: .openable, http: .get("/v1/museums"), idempotency: .idempotent, caching: .private(seconds: 60))
    }

    /// Everything about one museum.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var id: MuseumID
            public init(id: MuseumID) { self.id = id }
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var id: MuseumID
            public var name: String
            public var description: String?
            public var city: String
            public var address: String?
            public var country: CountryCode
            public var category: MuseumCategory
            public var location: Location
            public var website: String?
            public var founded: Int?
            public var picture: Picture?
            public var language: Language

            public init(
                id: MuseumID, name: String, description: String?, city: String, address: String?, country: CountryCode,
                category: MuseumCategory, location: Location, website: String?, founded: Int?, picture: Picture?,
                language: Language
            ) {
                self.id = id
                self.name = name
                self.description = description
                self.city = city
                self.address = address
                self.country = country
                self.category = category
                self.location = location
                self.website = website
                self.founded = founded
                self.picture = picture
                self.language = language
            }

            public static let memberSummaries = [
                "founded": "The year",
                "language": "The language of the texts: the caller's where we have it, else the next best",
            ]
        }
        public static let declaration = MethodDeclaration(
            "museums.get", service: .museums, summary: "Everything about one museum", access: .openable,
            http: .get("/v1/museums/{id}"), idempotency: .idempotent, caching: .private(seconds: 300))
    }

    /// Names that begin with, or are close to, what is being typed.
    public enum Suggest: Method {
        public struct Params: Codable, Sendable {
            public var prefix: SearchText
            public init(prefix: SearchText) { self.prefix = prefix }
        }
        public struct Suggestion: Codable, Sendable, Equatable {
            public var id: MuseumID
            public var name: String
            public var city: String
            public var language: Language
            public init(id: MuseumID, name: String, city: String, language: Language) {
                self.id = id
                self.name = name
                self.city = city
                self.language = language
            }
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most ten.
            public var items: [Suggestion]
            public init(items: [Suggestion]) { self.items = items }
        }
        public static let declaration = MethodDeclaration(
            "museums.suggest", service: .museums, summary: "Names that match what is being typed", access: .openable,
            http: .get("/v1/museums/suggestions"), idempotency: .idempotent, caching: .private(seconds: 60))
    }

    /// What lies in a rectangle of the map: single museums, and clusters with exact counts where there are too many.
    public enum Map: Method {
        public struct Params: Codable, Sendable {
            public var bbox: BoundingBox
            public var zoom: Zoom
            public init(bbox: BoundingBox, zoom: Zoom) {
                self.bbox = bbox
                self.zoom = zoom
            }
        }
        public struct Point: Codable, Sendable, Equatable {
            public var id: MuseumID
            public var name: String
            public var category: MuseumCategory
            public var location: Location
            public var language: Language
            public init(id: MuseumID, name: String, category: MuseumCategory, location: Location, language: Language) {
                self.id = id
                self.name = name
                self.category = category
                self.location = location
                self.language = language
            }
        }
        public struct Cluster: Codable, Sendable, Equatable {
            /// The middle of its museums.
            public var location: Location
            /// How many museums it stands for: 2 or more, exact.
            public var count: Int
            /// The rectangle that holds them all.
            public var bbox: BoundingBox
            public init(location: Location, count: Int, bbox: BoundingBox) {
                self.location = location
                self.count = count
                self.bbox = bbox
            }
        }
        public struct Result: Codable, Sendable, Equatable {
            public var points: [Point]
            public var clusters: [Cluster]
            /// How many museums lie in the rectangle: the points and the counts of the clusters together.
            public var total: Int
            public init(points: [Point], clusters: [Cluster], total: Int) {
                self.points = points
                self.clusters = clusters
                self.total = total
            }
        }
        public static let declaration = MethodDeclaration(
            "museums.map", service: .museums, summary: "Museums in a rectangle of the map, clustered",
            access: .openable,
            http: .get("/v1/museums/map"), idempotency: .idempotent, caching: .private(seconds: 60))
    }
}
