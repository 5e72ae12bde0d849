public import Contract
public import Values

/// The status of one part of a briefing.
public enum PartStatus: String, CaseIterable, Codable, Hashable, Sendable {
    case ok
    /// Available, but older than usual.
    case stale
    /// Missing: no provider returned it.
    case unavailable
    /// Missing: no provider answered in time.
    case timedOut = "timed-out"
}

/// Address, weather, forecast and news of a place in one answer.
public enum Briefing {
    /// One part of a briefing; if `value` is missing, `status` says why.
    public struct Part<Value: Codable & Sendable>: Codable, Sendable {
        public var status: PartStatus
        public var value: Value?
    }

    /// The outcome of saving the briefing to the history.
    public struct Saved: Codable, Sendable, Equatable {
        public var status: PartStatus
        /// The id of the history entry; absent if it was not saved.
        public var id: Identifier?
    }

    /// Returns address, weather, forecast and news of a place, each with its own status.
    ///
    /// The parts are fetched from different providers; if one fails, only its part is missing.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var lat: Latitude
            public var lon: Longitude
            /// Saves the place to the caller's history; requires sign-in.
            ///
            /// The same place is saved at most once a minute.
            public var save: Bool?
        }
        public struct Result: Codable, Sendable {
            public var location: Location
            public var address: Part<Places.Reverse.Result>
            public var weather: Part<Weather.Current.Result>
            public var forecast: Part<Weather.Forecast.Result>
            public var news: Part<News.Local.Result>
            /// Present if `save` was true.
            public var saved: Saved?
        }
        // A POST because it may add to the history; idempotent because a place is added at most once a minute.
        public static let declaration = MethodDeclaration(
            "briefing.get", service: .aggregator,
            access: .openable,
            http: .post("/v1/briefings"), cost: 4, timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}
