import Upstream
import Values

/// A client for Photon, which has addresses from OpenStreetMap and is easy to self-host.
struct PhotonClient: AddressProvider {
    let host: any RemoteHost
    let name = AddressProviderName.photon.rawValue
    let attribution = "© OpenStreetMap contributors (ODbL), by Photon"
    let allowsStorage = true

    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress> {
        // Photon rejects unknown languages; without one it returns local names.
        var query = [("lat", location.latitude.value.fixed(4)), ("lon", location.longitude.value.fixed(4))]
        if language == .english { query.append(("lang", "en")) }
        return try await host.load(
            UpstreamRequest(path: "/reverse", query: query.map { (name: $0.0, value: $0.1) } + [("limit", "1")]),
            deadline: deadline, read: Self.read
        ).orAbsentWithoutAddress
    }

    /// Reads the first feature of a GeoJSON collection; returns an empty address if there is none.
    static func read(_ json: UntrustedJSON) throws(UpstreamFailure) -> FoundAddress? {
        guard let features = json["features"]?.array else { return nil }
        guard let properties = features.first?["properties"] else { return FoundAddress() }
        func text(_ name: String) -> String? { BoundedText.line(properties[name]?.text) }
        // Only the name of a street or a city is used; that of another object may be a shop's.
        let kind = properties["type"]?.text
        let street = text("street") ?? (kind == "street" ? text("name") : nil)
        let city = text("city") ?? (kind == "city" ? text("name") : nil)
        return FoundAddress(
            street: street, house: street == nil ? nil : text("housenumber"),
            city: city ?? text("locality") ?? text("district") ?? text("county"), region: text("state"),
            country: text("country"), countryCode: BoundedText.country(properties["countrycode"]?.text))
    }
}
