import AggregatorContract
import Contract
import RPC
import Upstream
import Values

/// Names places in the caller's language: from the tables first, then with Open-Meteo if it answers in time.
struct PlaceNames: Sendable {
    /// A place, and the origin of its name.
    struct Named: Sendable {
        var place: Places.Place
        /// The time of the geocoded answer; `nil` for a place of the tables.
        var fetchedAt: Instant?
        var isStale = false

        /// True if a third party supplied the name.
        var isGeocoded: Bool { fetchedAt != nil }
    }

    /// The distance in metres within which the number and the coordinates of an id mean the same place.
    private static let samePlace = 10_000.0

    let gazetteer: Gazetteer
    let geocoding: GeocodingSource?
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let now: @Sendable () -> Instant

    /// Implements `places.get`.
    func get(_ params: Places.Get.Params, _ context: CallContext) async throws(RPCError) -> Places.Get.Result {
        guard let named = await place(params.id, language: context.language, deadline: context.earlyDeadline) else {
            throw RPCError(Places.noSuchPlace)
        }
        return Places.Get.Result(
            place: named.place, fetchedAt: named.fetchedAt ?? now(), isStale: named.isStale,
            provider: named.isGeocoded ? OpenMeteoGeocodingClient.name : Gazetteer.provider,
            attribution: named.isGeocoded ? OpenMeteoGeocodingClient.attribution : gazetteer.attribution,
            source: named.isGeocoded ? source : nil)
    }

    /// Returns the place with an id, or else the city nearest to a location; `nil` if it has no known name.
    func place(
        _ id: PlaceID?, at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async -> Named? {
        guard let id else { return gazetteer.nearestPlace(to: location, in: language).map { Named(place: $0) } }
        return await place(id, language: language, deadline: deadline)
    }

    private func place(_ id: PlaceID, language: Language, deadline: ContinuousClock.Instant) async -> Named? {
        if let known = gazetteer.place(id, in: language) { return Named(place: known) }
        guard let number = PlaceSlug(id)?.number,
            let (city, found) = await geocoding?.city(number: number, language: language, deadline: deadline)
        else { return nil }
        var place = gazetteer.place(city, in: language)
        // Callers can make ids up, so the number may belong to a place elsewhere.
        guard place.location.metres(to: id.location) <= Self.samePlace else { return nil }
        (place.id, place.location) = (id, id.location)
        return Named(place: place, fetchedAt: found.fetchedAt, isStale: found.isStale)
    }

    /// Returns the credit for data that is shown with the name of a place.
    func attribution(_ own: String, with named: Named?) -> String {
        guard let named else { return own }
        if named.isGeocoded { return "\(own); \(OpenMeteoGeocodingClient.attribution)" }
        return gazetteer.imported == nil ? own : "\(own); \(gazetteer.attribution)"
    }
}
