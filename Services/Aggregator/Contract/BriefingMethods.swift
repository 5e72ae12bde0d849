public import Contract
public import Values

/// The status of one part of a briefing.
public enum PartStatus: String, CaseIterable, Codable, Hashable, Sendable {
    /// Available and current.
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
        /// The status of the part.
        public var status: OpenEnum<PartStatus>
        /// The part; absent if no provider returned it in time.
        public var value: Value?
    }

    /// The outcome of saving the briefing to the history.
    public struct Saved: Codable, Sendable, Equatable {
        /// The outcome: `ok` if the place was saved.
        public var status: OpenEnum<PartStatus>
        /// The id of the history entry; absent if it was not saved.
        public var id: Identifier?
    }

    /// Returns address, weather, forecast and news of a place, each with its own status.
    ///
    /// The parts are fetched from different providers; if one fails, only its part is missing.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            /// The latitude of the place.
            public var latitude: Latitude
            /// The longitude of the place.
            public var longitude: Longitude
            /// Saves the place to the caller's history; requires sign-in.
            ///
            /// The same place is saved at most once a minute.
            public var save: Bool?
        }
        public struct Result: Codable, Sendable {
            /// The place.
            public var location: Location
            /// The address at the place.
            public var address: Part<Places.Reverse.Result>
            /// The current weather.
            public var weather: Part<Weather.Current.Result>
            /// The forecast.
            public var forecast: Part<Weather.Forecast.Result>
            /// Today's news about the place.
            public var news: Part<News.Local.Result>
            /// The outcome of saving; present if `save` was true.
            public var saved: Saved?
        }
        // A POST because it may add to the history; idempotent because a place is added at most once a minute.
        public static let declaration = MethodDeclaration(
            "briefing.get", service: .aggregator,
            access: .openable,
            http: .post("/v1/briefings"), cost: 4, timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}
