public import Contract
public import Values

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
    }

    /// What became of the wish to save the briefing.
    public struct Saved: Codable, Sendable, Equatable {
        public var status: PartStatus
        /// The entry of the history.
        public var id: Identifier?
    }

    /// Address, weather, forecast and news of a place, each with its own status.
    ///
    /// Address, weather, forecast and news; a third party that fails takes away its own part only.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var lat: Latitude
            public var lon: Longitude
            /// Adds the place to the caller's history; requires sign-in.
            ///
            /// The same place within a minute is added once.
            public var save: Bool?
        }
        public struct Result: Codable, Sendable {
            public var location: Location
            public var address: Part<Places.Reverse.Result>
            public var weather: Part<Weather.Current.Result>
            public var forecast: Part<Weather.Forecast.Result>
            public var news: Part<News.Local.Result>
            /// Given if `save` was asked for.
            public var saved: Saved?
        }
        // A POST, for it may add to the history; so the same place within a minute is added once.
        public static let declaration = MethodDeclaration(
            "briefing.get", service: .aggregator,
            access: .openable,
            http: .post("/v1/briefings"), cost: 4, timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}
