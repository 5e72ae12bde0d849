import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Upstream
import Values

/// The use cases: weather, places, news, briefings and the history of look-ups.
struct AggregatorService: Sendable {
    let gazetteer: Gazetteer
    let zones: ZoneShelf
    let weather: WeatherSources
    let addresses: AddressSources
    let geocoding: GeocodingSource?
    let news: NewsSources
    let newsMemo = NewsMemo()
    let history: HistoryStore
    /// Whether the tables of the history are there.
    let isHistoryReady: @Sendable () -> Bool
    /// Given if third parties are stand-ins.
    let source: AnswerSource?
    let metrics: AggregatorMetrics
    let now: @Sendable () -> Instant

    /// Where a call asks about.
    /// - Throws: `invalid-params` unless there are both coordinates or a place, and not both.
    static func location(lat: Latitude?, lon: Longitude?, placeID: PlaceID?) throws(RPCError) -> Location {
        switch (lat, lon, placeID) {
        case (let lat?, let lon?, nil): return Location(latitude: lat, longitude: lon)
        case (nil, nil, let place?): return place.location
        case (_?, nil, _): throw missing("/lon", "must be given with lat")
        case (nil, _?, _): throw missing("/lat", "must be given with lon")
        case (_?, _?, _?): throw missing("/placeId", "must not be given with coordinates")
        case (nil, nil, nil): throw missing("", "must hold lat and lon, or placeId")
        }
    }

    static func missing(_ pointer: String, _ detail: String) -> RPCError {
        RPCError(.invalidParams, faults: [.init(pointer: pointer, detail: detail)])
    }
}

/// Nobody who could be asked gave an answer.
struct NobodyAnswers: Error, Sendable {
    /// The contract's word for it.
    var reason: String
    /// What the last of them did.
    var failure: UpstreamFailure?

    /// What a caller is told.
    var error: RPCError {
        if failure == .cancelled { return RPCError(.cancelled) }
        return RPCError(
            .unavailable, reason: reason, retryAfterMilliseconds: retryAfter,
            cause: failure.map { "\($0.summary)" } ?? "nobody to ask")
    }

    /// How a part of a briefing stands without an answer.
    var status: PartStatus { failure == .timedOut ? .timedOut : .unavailable }

    private var retryAfter: Int64 {
        let asked: Duration? =
            switch failure {
            case .limited(let after): after
            case .notAsked(let after), .crowded(let after): after
            default: nil
            }
        return min(max((asked ?? .seconds(5)).wholeMilliseconds, 1_000), 600_000)
    }
}

extension UpstreamFailure {
    /// The failure for the log; bodies of third parties stay out of it.
    var summary: String {
        switch self {
        case .refused(let status, _): "refused with \(status)"
        default: "\(self)"
        }
    }
}
