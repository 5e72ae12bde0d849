import Upstream
import Values

/// A client for Google's geocoding, which needs a key, and whose terms forbid storing answers.
struct GoogleGeocodingClient: AddressProvider {
    let host: any RemoteHost
    /// The key, sent in the query and never logged.
    let key: String
    let name = AddressProviderName.google.rawValue
    let attribution = "Google Maps"
    let allowsStorage = false

    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress> {
        try await host.load(
            UpstreamRequest(
                path: "/maps/api/geocode/json",
                query: [
                    ("latlng", "\(location.latitude.value.fixed(5)),\(location.longitude.value.fixed(5))"),
                    ("language", language.rawValue),
                ], secrets: [("key", key)]), deadline: deadline,
            read: Self.read
        ).orAbsentWithoutAddress
    }

    /// The types of a part of a city, which may also have the type `locality`.
    private static let districts: Set = [
        "ward", "neighborhood", "sublocality", "sublocality_level_1", "sublocality_level_2", "sublocality_level_3",
        "sublocality_level_4", "sublocality_level_5",
    ]

    /// The names that the provider gives to roads without a name, in lower case.
    private static let placeholders: Set = [
        "unnamed road", "unnamed street", "безымянная дорога", "безымянная улица", "без названия",
        "дорога без названия", "улица без названия", "безназоўная дарога", "безыменная дарога", "дарога без назвы",
        "вуліца без назвы",
    ]

    private static func isPlaceholder(_ street: String) -> Bool { placeholders.contains(street.lowercased()) }

    /// Returns the status that a refusal should have had: the provider sends refusals with status 200.
    static func status(of body: [UInt8]) -> Int? {
        switch UntrustedJSON.read(body)?["status"]?.text {
        case "OVER_QUERY_LIMIT", "OVER_DAILY_LIMIT": 429
        case "REQUEST_DENIED": 403
        default: nil
        }
    }

    /// Reads an address, each part from the first result that has it: results range from precise to coarse.
    static func read(_ json: UntrustedJSON) throws(UpstreamFailure) -> FoundAddress? {
        switch json["status"]?.text {
        case "OK": break
        case "ZERO_RESULTS": return FoundAddress()
        default: return nil
        }
        let results = json["results"]?.elements ?? []
        let parts = results.lazy.filter { result in
            !result.types.contains { ["plus_code", "transit_station", "bus_station"].contains($0) }
        }.compactMap { $0["address_components"]?.elements }
        func part(_ type: String, short: Bool = false, isPlain: Bool = false) -> String? {
            for components in parts {
                for component in components where component.types.contains(type) {
                    if isPlain, component.types.contains(where: Self.districts.contains) { continue }
                    if let text = component[short ? "short_name" : "long_name"]?.text { return text }
                }
            }
            return nil
        }
        // House and street come from one result; mixing results would invent an address.
        let precise = parts.first { components in components.contains { $0.types.contains("route") } } ?? []
        func precisePart(_ type: String) -> String? {
            precise.first { $0.types.contains(type) }?["long_name"]?.text
        }
        let street = BoundedText.line(precisePart("route")).flatMap { Self.isPlaceholder($0) ? nil : $0 }
        return FoundAddress(
            street: street, house: street == nil ? nil : BoundedText.line(precisePart("street_number")),
            city: BoundedText.line(
                part("locality", isPlain: true) ?? part("locality") ?? part("postal_town")
                    ?? part("administrative_area_level_2") ?? part("administrative_area_level_1")),
            region: BoundedText.line(part("administrative_area_level_1")), country: BoundedText.line(part("country")),
            countryCode: BoundedText.country(part("country", short: true)))
    }
}

extension UntrustedJSON {
    /// The words of the member `types`.
    fileprivate var types: [String] { self["types"]?.elements.compactMap(\.text) ?? [] }
}
