public import Contract
public import Values

/// What the articles that were chosen are about.
public enum NewsScope: String, CaseIterable, Codable, Hashable, Sendable {
    case city, country
    /// Nothing of today is about either: there are no articles.
    case none
}

/// Today's news about a place.
public enum News {
    /// An article of somebody else; the link leads to it.
    public struct Article: Codable, Sendable, Equatable {
        /// As its publisher wrote it.
        public var title: String
        /// As its publisher wrote it, without mark-up.
        public var summary: String?
        /// Where to read it.
        public var link: String
        public var publisher: String
        public var publishedAt: Instant
        /// Address of a small picture.
        public var picture: String?
    }

    /// Today's news about a city, else about its country.
    ///
    /// News of today about a city, else about its country.
    public enum Local: Method {
        public struct Params: Codable, Sendable {
            /// With `lon`; or else `city`, `country` or both.
            public var lat: Latitude?
            /// With `lat`; or else `city`, `country` or both.
            public var lon: Longitude?
            public var city: CityName?
            public var country: CountryCode?
            /// In which today is today; the place's if not given.
            public var timeZone: TimeZoneName?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most ten, newest first; none is a normal answer.
            public var items: [Article]
            public var scope: NewsScope
            /// The city that was looked for.
            public var city: String?
            /// The country that was looked for.
            public var country: CountryCode?
            /// Today, on the calendar of `timeZone`.
            public var date: LocalDate
            public var timeZone: TimeZoneName
            /// The publishers that were asked and gave nothing that can be read.
            public var missing: [String]
            /// The time of the provider's data; of several parts, the oldest.
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
                    .unavailable, "news-unavailable", "No publisher answers, and nothing recent enough is kept"),
                ErrorReason(.notFound, "no-such-city", "No city of that name is known, and no country was given"),
            ])
    }
}
