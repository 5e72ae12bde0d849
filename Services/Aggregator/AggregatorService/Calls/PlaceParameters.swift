import AggregatorContract
import Contract
import RPC
import Values

/// Parameters that several methods share.
enum PlaceParameters {
    /// Reads the location of a call.
    ///
    /// - Throws: `invalid-params` unless there are either both coordinates or a place.
    static func location(
        latitude: Latitude?, longitude: Longitude?, placeID: PlaceID?
    ) throws(RPCError) -> Location {
        switch (latitude, longitude, placeID) {
        case (let latitude?, let longitude?, nil): return Location(latitude: latitude, longitude: longitude)
        case (nil, nil, let place?): return place.location
        case (_?, nil, _):
            throw RPCError(.together(with: "latitude"), at: "/longitude", field: Longitude.fieldName)
        case (nil, _?, _):
            throw RPCError(.together(with: "longitude"), at: "/latitude", field: Latitude.fieldName)
        case (_?, _?, _?): throw RPCError(.exclusive(with: "latitude"), at: "/placeId", field: PlaceID.fieldName)
        case (nil, nil, nil): throw RPCError(.either(PlaceAlternatives.members), at: "")
        }
    }
}

extension CallContext {
    /// A deadline shortly before the caller's, so that a partial answer still arrives in time.
    var earlyDeadline: ContinuousClock.Instant { deadline - .milliseconds(250) }
}
