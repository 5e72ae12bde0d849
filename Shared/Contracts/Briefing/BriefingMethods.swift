/// How a part of a briefing stands.
public enum PartStatus: String, CaseIterable, Codable, Hashable, Sendable {
    case ok
    /// There, but older than it should be.
    case stale
    /// Not there: nobody who could be asked gave it.
    case unavailable
    /// Not there: it took too long.
    case timedOut = "timed-out"
}

/// Everything about a place, in one answer.
public enum Briefing {
    /// A part of a briefing; without a value where its status says why.
    public struct Part<Value: Codable & Sendable>: Codable, Sendable {
        public var status: PartStatus
        public var value: Value?

        public init(status: PartStatus, value: Value?) {
            self.status = status
            self.value = value
        }
    }

    /// What became of the wish to save the briefing.
    public struct Saved: Codable, Sendable, Equatable, DocumentedMembers {
        public var status: PartStatus
        public var id: Identifier?

        public init(status: PartStatus, id: Identifier?) {
            self.status = status
            self.id = id
        }

        public static let memberSummaries = ["id": "The entry of the history"]
    }

    /// Address, weather, forecast and news; a third party that fails takes away its own part only.
    public enum Get: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var lat: Latitude
            public var lon: Longitude
            public var save: Bool?

            public init(lat: Latitude, lon: Longitude, save: Bool? = nil) {
                self.lat = lat
                self.lon = lon
                self.save = save
            }

            public static let memberSummaries = [
                "save": """
                Whether to add it to the caller's history; needs signing in. The same place within a minute is added once
                """
            ]
        }
        public struct Result: Codable, Sendable, DocumentedMembers {
            public var location: Location
            public var address: Part<Places.Reverse.Result>
            public var weather: Part<Weather.Current.Result>
            public var forecast: Part<Weather.Forecast.Result>
            public var news: Part<News.Local.Result>
            public var saved: Saved?

            public init(
                location: Location, address: Part<Places.Reverse.Result>, weather: Part<Weather.Current.Result>,
                forecast: Part<Weather.Forecast.Result>, news: Part<News.Local.Result>, saved: Saved?
            ) {
                self.location = location
                self.address = address
                self.weather = weather
                self.forecast = forecast
                self.news = news
                self.saved = saved
            }

            public static let memberSummaries = ["saved": "Given if `save` was asked for"]
        }
        // A POST, for it may add to the history; so the same place within a minute is added once.
        public static let declaration = MethodDeclaration(
            "briefing.get", service: .aggregator,
            summary: "Address, weather, forecast and news of a place, each with its own status", access: .openable,
            http: .post("/v1/briefings"), cost: 4, timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}
