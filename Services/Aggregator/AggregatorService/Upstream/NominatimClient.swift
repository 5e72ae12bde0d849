import Upstream
import Values

/// A client for Nominatim, by default the public server of OpenStreetMap, which allows one call per second for all
/// replicas.
struct NominatimClient: AddressProvider {
    let host: any RemoteHost
    let pacer: any CallPacer
    let pause: NominatimPause
    let name = AddressProviderName.nominatim.rawValue
    let attribution = "© OpenStreetMap contributors (ODbL)"
    let allowsStorage = true

    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress> {
        // Checked before the wait: a call that would be rejected takes no slot.
        do throws(UpstreamFailure) {
            try pause.check()
        } catch {
            host.countPausedRequest()
            throw error
        }
        try await pacer.wait()
        return try await pause.pausingAfterRejection { () throws(UpstreamFailure) in
            try await query(location, language, deadline)
        }
    }

    private func query(
        _ location: Location, _ language: Language, _ deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress> {
        try await host.load(
            UpstreamRequest(
                path: "/reverse",
                query: [
                    ("format", "jsonv2"), ("lat", location.latitude.value.fixed(4)),
                    ("lon", location.longitude.value.fixed(4)), ("zoom", "18"), ("addressdetails", "1"),
                    ("accept-language", Self.languages(language)),
                ]), deadline: deadline, read: Self.read
        ).orAbsentWithoutAddress
    }

    private static func languages(_ language: Language) -> String {
        language.fallbacks.map(\.rawValue).joined(separator: ",")
    }

    /// Reads an address; returns an empty one if the server knows nothing about the place.
    static func read(_ json: UntrustedJSON) throws(UpstreamFailure) -> FoundAddress? {
        if let error = json["error"] {
            // Any other error says nothing about the place.
            guard error.text?.hasPrefix("Unable to geocode") == true else { return nil }
            return FoundAddress()
        }
        guard let address = json["address"] else { return nil }
        func first(_ names: String...) -> String? { names.lazy.compactMap { address[$0]?.text }.first }
        return FoundAddress(
            street: BoundedText.line(first("road", "pedestrian", "footway", "neighbourhood")),
            house: BoundedText.line(first("house_number")),
            city: BoundedText.line(first("city", "town", "village", "hamlet", "municipality", "county")),
            region: BoundedText.line(first("state", "region")), country: BoundedText.line(first("country")),
            countryCode: BoundedText.country(first("country_code")))
    }
}

extension Loaded<FoundAddress> {
    /// The value with an empty address turned into an absent one.
    var orAbsentWithoutAddress: Loaded {
        if case .value(let address, _) = self, address == FoundAddress() { return .absent }
        return self
    }
}
