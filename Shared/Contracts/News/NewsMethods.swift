/// What the articles that were chosen are about.
public enum NewsScope: String, CaseIterable, Codable, Hashable, Sendable {
    case city, country
    /// Nothing of today is about either: there are no articles.
    case none
}

/// Today's news about a place.
public enum News {
    /// An article of somebody else; the link leads to it.
    public struct Article: Codable, Sendable, Equatable, DocumentedMembers {
        public var title: String
        public var summary: String?
        public var link: String
        public var publisher: String
        public var publishedAt: Instant
        public var picture: String?

        public init(
            title: String, summary: String?, link: String, publisher: String, publishedAt: Instant, picture: String?
        ) {
            self.title = title
            self.summary = summary
            self.link = link
            self.publisher = publisher
            self.publishedAt = publishedAt
            self.picture = picture
        }

        public static let memberSummaries = [
            "title": "As its publisher wrote it", "summary": "As its publisher wrote it, without mark-up",
            "link": "Where to read it", "picture": "Address of a small picture",
        ]
    }

    /// News of today about a city, else about its country.
    public enum Local: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var lat: Latitude?
            public var lon: Longitude?
            public var city: CityName?
            public var country: CountryCode?
            public var timeZone: TimeZoneName?

            public init(
                lat: Latitude? = nil, lon: Longitude? = nil, city: CityName? = nil, country: CountryCode? = nil,
                timeZone: TimeZoneName? = nil
            ) {
                self.lat = lat
                self.lon = lon
                self.city = city
                self.country = country
                self.timeZone = timeZone
            }

            public static let memberSummaries = [
                "lat": "With `lon`; or else `city`, `country` or both",
                "lon": "With `lat`; or else `city`, `country` or both",
                "timeZone": "In which today is today; the place's if not given",
            ]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var items: [Article]
            public var scope: NewsScope
            public var city: String?
            public var country: CountryCode?
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var missing: [String]
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                items: [Article], scope: NewsScope, city: String?, country: CountryCode?, date: LocalDate,
                timeZone: TimeZoneName, missing: [String], fetchedAt: Instant, stale: Bool, provider: String,
                attribution: String, source: AnswerSource?
            ) {
                self.items = items
                self.scope = scope
                self.city = city
                self.country = country
                self.date = date
                self.timeZone = timeZone
                self.missing = missing
                self.fetchedAt = fetchedAt
                self.stale = stale
                self.provider = provider
                self.attribution = attribution
                self.source = source
            }

            public static let memberSummaries = AnswerWords.with([
                "items": "At most ten, newest first; none is a normal answer",
                "city": "The city that was looked for", "country": "The country that was looked for",
                "date": "Today, on the calendar of `timeZone`",
                "missing": "The publishers that were asked and gave nothing that can be read",
            ])
        }
        public static let declaration = MethodDeclaration(
            "news.local", service: .aggregator, summary: "Today's news about a city, else about its country",
            access: .openable, http: .get("/v1/news"), cost: 2, timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 60),
            reasons: [
                ErrorReason(
                    .unavailable, "news-unavailable", "No publisher answers, and nothing recent enough is kept"),
                ErrorReason(.notFound, "no-such-city", "No city of that name is known, and no country was given"),
            ])
    }
}
