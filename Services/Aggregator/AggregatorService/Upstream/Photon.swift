import Upstream
import Values

/// Photon: addresses of OpenStreetMap as Nominatim's, from a server that one can easily run oneself.
struct Photon: AddressProvider {
    let host: any RemoteHost
    let name = "photon"
    let attribution = "© OpenStreetMap contributors (ODbL), by Photon"
    let mayBeKept = true

    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress> {
        // It knows few languages and refuses others; without one it gives names as they are on the spot.
        var query = [("lat", location.latitude.value.fixed(4)), ("lon", location.longitude.value.fixed(4))]
        if language == .english { query.append(("lang", "en")) }
        return try await host.load(
            UpstreamRequest(path: "/reverse", query: query.map { (name: $0.0, value: $0.1) } + [("limit", "1")]),
            deadline: deadline, read: Self.read
        ).orAbsentWithoutAddress
    }

    /// Reads the first feature of a GeoJSON collection; an address without any part where there is none.
    static func read(_ json: ForeignJSON) throws(UpstreamFailure) -> FoundAddress? {
        guard case .array(let features)? = json["features"] else { return nil }
        guard let properties = features.first?["properties"] else { return FoundAddress() }
        func text(_ name: String) -> String? { BoundedText.line(properties[name]?.text) }
        // Of a street or a city the name is its own; of anything else it is that of a shop, say.
        let kind = properties["type"]?.text
        let street = text("street") ?? (kind == "street" ? text("name") : nil)
        let city = text("city") ?? (kind == "city" ? text("name") : nil)
        return FoundAddress(
            street: street, house: street == nil ? nil : text("housenumber"),
            city: city ?? text("locality") ?? text("district") ?? text("county"), region: text("state"),
            country: text("country"), countryCode: BoundedText.country(properties["countrycode"]?.text))
    }
}
