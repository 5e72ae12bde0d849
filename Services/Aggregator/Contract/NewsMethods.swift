public import Contract
public import Values

/// The subject that the articles have in common.
public enum NewsScope: String, CaseIterable, Codable, Hashable, Sendable {
    case city, country
    /// No article of today matches the city or the country; the list is empty.
    case none
}

/// Today's news about a place.
public enum News {
    /// An article published elsewhere; `link` leads to it.
    public struct Article: Codable, Sendable, Equatable {
        /// As published.
        public var title: String
        /// As published, without markup.
        public var summary: String?
        /// The URL of the article.
        public var link: String
        public var publisher: String
        public var publishedAt: Instant
        /// The URL of a thumbnail.
        public var picture: String?
    }

    /// Returns today's news about a city, or about its country if there is none.
    public enum Local: Method {
        public struct Params: Codable, Sendable {
            /// Requires `lon`; an alternative to `city` and `country`.
            public var lat: Latitude?
            /// Requires `lat`; an alternative to `city` and `country`.
            public var lon: Longitude?
            public var city: CityName?
            public var country: CountryCode?
            /// The time zone that defines today; defaults to the place's.
            public var timeZone: TimeZoneName?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most ten, newest first; may be empty.
            public var items: [Article]
            public var scope: NewsScope
            /// The city whose name was searched for.
            public var city: String?
            /// The country whose name was searched for.
            public var country: CountryCode?
            /// Today's date in `timeZone`.
            public var date: LocalDate
            public var timeZone: TimeZoneName
            /// Publishers that did not answer or returned an unreadable feed.
            public var missing: [String]
            /// The time of the provider's data; if there are several providers, the oldest.
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
            "news.local", service: .aggregator, access: .openable, http: .get("/v1/news"), cost: 2,
            timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 60),
            reasons: [
                ErrorReason(
                    .unavailable, "news-unavailable", "No publisher answered and no recent copy exists"),
                ErrorReason(.notFound, "no-such-city", "The city is unknown and no country was given"),
            ])
    }
}
