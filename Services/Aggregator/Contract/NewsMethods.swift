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
    /// An article published elsewhere; `url` leads to it.
    public struct Article: Codable, Sendable, Equatable {
        /// The title, as published.
        public var title: String
        /// The summary, as published, without markup.
        public var summary: String?
        /// The URL of the article.
        public var url: String
        /// The publisher's name.
        public var publisher: String
        /// The time of publication.
        public var publishedAt: Instant
        /// A thumbnail.
        public var picture: Picture?
    }

    public static let unavailable = ErrorReason(
        .unavailable, "news-unavailable",
        UserText(
            "No news source is available at the moment. Try again later.",
            ru: "Сейчас ни одно издание не отвечает. Попробуйте позже.",
            be: "Цяпер ніводнае выданне не адказвае. Паспрабуйце пазней."))
    public static let noSuchCity = ErrorReason(
        .notFound, "no-such-city",
        UserText(
            "The city is unknown. Give its country as well.",
            ru: "Город неизвестен. Укажите и страну.",
            be: "Горад невядомы. Укажыце і краіну."))

    /// Returns today's news about a city, or about its country if there is none.
    ///
    /// `city` and `countryCode` can be given together.
    public enum Local: Method {
        public struct Params: Codable, Sendable {
            /// The latitude, together with `longitude`; an alternative to `city` and `countryCode`.
            public var latitude: Latitude?
            /// The longitude, together with `latitude`; an alternative to `city` and `countryCode`.
            public var longitude: Longitude?
            /// The city's name; an alternative to `latitude` and `longitude`.
            public var city: CityName?
            /// The country; tells cities with the same name apart.
            public var countryCode: CountryCode?
            /// The time zone that defines today; defaults to the place's.
            public var timeZone: TimeZoneName?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The articles, at most ten, newest first; may be empty.
            public var items: [Article]
            /// The subject that the articles have in common.
            public var scope: OpenEnum<NewsScope>
            /// The city whose name was searched for.
            public var city: String?
            /// The country whose name was searched for.
            public var countryCode: CountryCode?
            /// The country's name in the caller's language.
            public var country: String?
            /// Today's date in `timeZone`.
            public var date: LocalDate
            /// The time zone that defines today.
            public var timeZone: TimeZoneName
            /// Publishers that did not answer or returned an unreadable feed.
            public var missing: [String]
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
            "news.local", service: .aggregator, priority: .low, access: .openable, http: .get("/v1/news"), cost: 2,
            timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 60),
            reasons: [unavailable, noSuchCity])
    }
}
