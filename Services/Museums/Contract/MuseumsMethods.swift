public import Contract
public import Values

/// The catalogue of museums: search, map, details.
public enum Museums {
    /// A museum in a list.
    public struct Card: Codable, Sendable, Equatable {
        /// The museum's id, for museums.get.
        public var id: MuseumID
        /// The museum's name.
        public var name: String
        /// The city's name.
        public var city: String
        /// The country.
        public var countryCode: CountryCode
        /// The country's name in the caller's language; absent for a code that no country has.
        public var country: String?
        /// The museum's subject.
        public var category: OpenEnum<MuseumCategory>
        /// The subject's name in the caller's language.
        public var categoryName: String
        /// The museum's location.
        public var location: Location
        /// A picture of the museum.
        public var picture: Picture?
        /// Metres from `near`; absent without it.
        public var distance: Int?
        /// The parts of `name` that match the query; absent if none does.
        public var nameMatches: [TextRange]?
        /// The language of the texts: the caller's if available, or else the next best.
        public var language: OpenEnum<Language>
    }

    /// A part of a text, to highlight.
    public struct TextRange: Codable, Sendable, Equatable {
        /// The number of UTF-16 code units before it.
        public var start: Int
        /// Its length in UTF-16 code units.
        public var length: Int
    }

    /// A city and its museums.
    public struct CityCount: Codable, Sendable, Equatable {
        /// The city's name, for the parameter `city`.
        public var city: String
        /// The city's country.
        public var countryCode: CountryCode
        /// The number of its museums.
        public var count: Int
    }

    /// A country and its museums.
    public struct CountryCount: Codable, Sendable, Equatable {
        /// The country, for the parameter `countryCode`.
        public var countryCode: CountryCode
        /// The country's name in the caller's language; absent for a code that no country has.
        public var country: String?
        /// The number of its museums.
        public var count: Int
    }

    /// The museums of a search, counted by their properties.
    ///
    /// Each list leaves out the filter by its own property: with `category`, the other subjects have counts, too.
    public struct Facets: Codable, Sendable, Equatable {
        /// The subjects, those with the most museums first.
        public var categories: [Categories.Entry]?
        /// The twenty cities with the most museums.
        public var cities: [CityCount]?
        /// The fifty countries with the most museums.
        public var countries: [CountryCount]?
        /// The number of museums that are open now, as far as their hours are known.
        public var openNow: Int?
        /// False if more museums match than are counted, so that counts may be higher.
        public var isExact: Bool
    }

    /// The likely meaning of a query.
    public struct Correction: Codable, Sendable, Equatable {
        /// The corrected query.
        public var query: String
        /// True if no museum matches the query as typed, so that the list contains those of the corrected one only.
        public var isUsed: Bool
    }

    /// Finds museums by text, place and category.
    ///
    /// Results are sorted by relevance; without a text by popularity, and with `near` by distance.
    ///
    /// Relevance depends on the best match: the whole name (not with `near`); words of the names; words of city and
    /// category; words of the description; parts of words; and likely corrections, such as another alphabet (`muzei`).
    /// Equally relevant museums are sorted by distance or popularity. If more than a thousand match, only matches in
    /// the names are ranked above the others. Distances are great-circle distances. A cursor is valid only with its
    /// `near` and its `bbox`: even if the user moves, or moves the map, a client keeps sending those of the first page
    /// until it starts a new list. With the same `query`, filters and `bbox`, museums.map shows the museums of
    /// the list.
    public enum Search: Method {
        public struct Params: Codable, Sendable {
            /// Words to find in names, cities, categories and descriptions.
            public var query: SearchText?
            /// Restricts the search to a city.
            public var city: CityName?
            /// Restricts the search to a country.
            public var countryCode: CountryCode?
            /// Restricts the search to a subject.
            public var category: MuseumCategory?
            /// The caller's position; adds the distance to each card and sorts by it.
            ///
            /// With a query, only equally relevant museums are sorted by distance. Must be the same on every page.
            public var near: Location?
            /// Restricts the search to the museums at most this far from `near`; must be the same on every page.
            public var radius: SearchRadius?
            /// Restricts the search to a rectangle of the map; must be the same on every page.
            public var bbox: BoundingBox?
            /// True to return only museums that are open now; those whose hours are not known are left out.
            public var isOpen: Bool?
            /// The properties by which to count the museums found; only with the first page.
            public var facets: [MuseumFacet]?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        /// A page of the museums found.
        public struct Result: Codable, Sendable {
            /// The museums of the page, in the order of the search.
            public var items: [Card]
            /// The start of the next page; absent on the last page.
            public var nextCursor: Cursor?
            /// The number of museums found, counted up to 1,000; on the first page only.
            public var total: Int?
            /// False if more museums may match than `total` counts; present with `total`.
            public var isTotalExact: Bool?
            /// The counts that `facets` asks for; on the first page only.
            public var facets: Facets?
            /// The query that was searched for, too, because the one as typed finds few museums; on the first page
            /// only, and absent if it finds no museum.
            public var didYouMean: Correction?
        }
        public static let declaration = MethodDeclaration(
            "museums.search", service: .museums, access: .openable, http: .get("/v1/museums"), cost: 2,
            idempotency: .idempotent, isHedged: true, caching: .private(seconds: 60))
    }

    /// Returns one museum.
    ///
    /// Find ids with museums.search, museums.suggest or museums.map.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            /// The museum's id.
            public var id: MuseumID
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The museum's id.
            public var id: MuseumID
            /// The museum's name.
            public var name: String
            /// A short description.
            public var description: String?
            /// The city's name.
            public var city: String
            /// The street and house number.
            public var address: String?
            /// The country.
            public var countryCode: CountryCode
            /// The country's name in the caller's language; absent for a code that no country has.
            public var country: String?
            /// The museum's subject.
            public var category: OpenEnum<MuseumCategory>
            /// The subject's name in the caller's language.
            public var categoryName: String
            /// The museum's location.
            public var location: Location
            /// The URL of the museum's website.
            public var website: String?
            /// The opening hours; absent unless a source states them and they are understood as a whole.
            public var hours: OpeningHours?
            /// The telephone number.
            public var telephone: Fact?
            /// Access by wheelchair: `yes`, `limited` or `no`.
            public var wheelchair: Fact?
            /// The price of admission: `free`, or an amount with its currency, such as `12.50 BYN`.
            public var price: Fact?
            /// The year of foundation.
            public var founded: Int?
            /// A picture of the museum.
            public var picture: Picture?
            /// The credit that the source of the texts asks for, to show beside them.
            public var credit: SourceCredit?
            /// The language of the texts: the caller's if available, or else the next best.
            public var language: OpenEnum<Language>
        }
        public static let declaration = MethodDeclaration(
            "museums.get", service: .museums, access: .openable,
            http: .get("/v1/museums/{id}"), idempotency: .idempotent, isHedged: true,
            caching: .public(seconds: 300))
    }

    /// Suggests museums as the user types.
    ///
    /// Matches names that begin with the prefix or are close to it.
    public enum Suggest: Method {
        public struct Params: Codable, Sendable {
            /// The text typed so far.
            public var prefix: SearchText
        }
        /// A suggested museum.
        public struct Suggestion: Codable, Sendable, Equatable {
            /// The museum's id, for museums.get.
            public var id: MuseumID
            /// The museum's name.
            public var name: String
            /// The city's name.
            public var city: String
            /// The language of the texts.
            public var language: OpenEnum<Language>
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The suggestions, at most ten.
            public var items: [Suggestion]
        }
        public static let declaration = MethodDeclaration(
            "museums.suggest", service: .museums, priority: .low, access: .openable,
            http: .get("/v1/museums/suggestions"), idempotency: .idempotent, isHedged: true,
            caching: .private(seconds: 60))
    }

    /// Returns the museums in a rectangle of the map, clustered where they are dense.
    ///
    /// Counts of clusters are exact. With `query` or filters, the map shows the museums that museums.search finds
    /// with the same parameters. Museums are clustered if their pins would overlap at `zoom`, and wherever the map
    /// would have more than 500 pins and clusters.
    public enum Map: Method {
        public struct Params: Codable, Sendable {
            /// Restricts the map to the museums that museums.search finds for this query.
            public var query: SearchText?
            /// Restricts the map to a city.
            public var city: CityName?
            /// Restricts the map to a country.
            public var countryCode: CountryCode?
            /// Restricts the map to a subject.
            public var category: MuseumCategory?
            /// The middle of a circle; must be given together with `radius`.
            public var near: Location?
            /// Restricts the map to the museums at most this far from `near`.
            public var radius: SearchRadius?
            /// True to show only museums that are open now.
            public var isOpen: Bool?
            /// The part of the map that is shown.
            public var bbox: BoundingBox
            /// The zoom level of the map.
            public var zoom: Zoom
        }
        /// A museum on the map.
        public struct Point: Codable, Sendable, Equatable {
            /// The museum's id, for museums.get.
            public var id: MuseumID
            /// The museum's name.
            public var name: String
            /// The museum's subject.
            public var category: OpenEnum<MuseumCategory>
            /// The subject's name in the caller's language.
            public var categoryName: String
            /// The museum's location.
            public var location: Location
            /// The language of the name.
            public var language: OpenEnum<Language>
        }
        /// A group of museums close to each other.
        public struct Cluster: Codable, Sendable, Equatable {
            /// The centroid of its museums.
            public var location: Location
            /// The number of museums in the cluster: 2 or more.
            public var count: Int
            /// The smallest rectangle that contains its museums.
            public var bbox: BoundingBox
            /// The lowest zoom level at which a map of `bbox` shows the museums apart; absent if they are at one place.
            public var opensAt: Zoom?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The museums outside clusters.
            public var points: [Point]
            /// The clusters.
            public var clusters: [Cluster]
            /// The number of museums shown, including those in clusters.
            public var total: Int
        }
        public static let declaration = MethodDeclaration(
            "museums.map", service: .museums, access: .openable,
            http: .get("/v1/museums/map"), cost: 2, idempotency: .idempotent, isHedged: true,
            caching: .private(seconds: 60))
    }

    /// Lists the subjects of museums with their names.
    ///
    /// Subjects without museums are left out.
    public enum Categories: Method {
        public typealias Params = Empty
        /// A subject and its museums.
        public struct Entry: Codable, Sendable, Equatable {
            /// The subject, for museums.search and museums.map.
            public var category: OpenEnum<MuseumCategory>
            /// The subject's name in the caller's language.
            public var categoryName: String
            /// The number of its museums.
            public var count: Int
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The subjects, those with the most museums first; `general` is the last.
            public var items: [Entry]
        }
        public static let declaration = MethodDeclaration(
            "museums.categories", service: .museums, access: .openable,
            http: .get("/v1/museums/categories"), idempotency: .idempotent, isHedged: true,
            caching: .private(seconds: 300))
    }
}
