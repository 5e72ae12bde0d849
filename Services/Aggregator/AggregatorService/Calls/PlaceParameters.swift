import AggregatorContract
import Contract
import RPC
import Values

/// Parameters that several methods share.
enum PlaceParameters {
    /// Reads the location of a call.
    /// - Throws: `invalid-params` unless there are either both coordinates or a place.
    static func location(lat: Latitude?, lon: Longitude?, placeID: PlaceID?) throws(RPCError) -> Location {
        switch (lat, lon, placeID) {
        case (let lat?, let lon?, nil): return Location(latitude: lat, longitude: lon)
        case (nil, nil, let place?): return place.location
        case (_?, nil, _): throw fault("/lon", "must be given with lat")
        case (nil, _?, _): throw fault("/lat", "must be given with lon")
        case (_?, _?, _?): throw fault("/placeId", "must not be given with coordinates")
        case (nil, nil, nil): throw fault("", "must hold lat and lon, or placeId")
        }
    }

    /// Returns the error for an invalid parameter.
    static func fault(_ pointer: String, _ detail: String) -> RPCError {
        RPCError(.invalidParams, faults: [.init(pointer: pointer, detail: detail)])
    }
}

extension CallContext {
    /// A deadline shortly before the caller's, so that a partial answer still arrives in time.
    var earlyDeadline: ContinuousClock.Instant { deadline - .milliseconds(250) }

    /// Returns the caller's account.
    /// - Throws: `unauthenticated` for a call without one.
    func account() throws(RPCError) -> Identifier {
        guard let account = principal.flatMap({ Identifier($0.sub) }) else { throw RPCError(.unauthenticated) }
        return account
    }
}
