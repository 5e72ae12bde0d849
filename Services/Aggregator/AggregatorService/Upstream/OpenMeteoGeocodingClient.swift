import Upstream
import Values

/// A client for Open-Meteo's search for places by name.
struct OpenMeteoGeocodingClient: Sendable {
    let host: any RemoteHost
    static let name = "open-meteo"
    static let attribution = "Open-Meteo.com, GeoNames (CC BY 4.0)"

    func search(_ query: String, language: Language) async throws(UpstreamFailure) -> Loaded<[GeocodedCity]> {
        try await host.load(
            UpstreamRequest(
                path: "/v1/search",
                query: [("name", query), ("count", "10"), ("language", Self.known(language)), ("format", "json")]),
            read: Self.read)
    }

    /// Returns the city with a GeoNames number; an empty list if the number means anything else.
    func city(number: Int, language: Language) async throws(UpstreamFailure) -> Loaded<[GeocodedCity]> {
        try await host.load(
            UpstreamRequest(
                path: "/v1/get",
                query: [("id", "\(number)"), ("language", Self.known(language)), ("format", "json")]),
            read: Self.readOne)
    }

    /// The language of names; the provider has no Belarusian ones, and Russian ones are the closest.
    private static func known(_ language: Language) -> String {
        (language == .belarusian ? Language.russian : language).rawValue
    }

    /// Reads cities, towns and villages, largest first; leaves out parks and airports.
    static func read(_ json: UntrustedJSON) throws(UpstreamFailure) -> [GeocodedCity]? {
        if json["error"]?.bool == true { throw .unreadable("an error instead of an answer") }
        guard json.isObject else { return nil }
        // An answer without matches has no such member.
        let cities = (json["results"]?.elements ?? []).prefix(100).compactMap(city)
        return cities.enumerated().sorted {
            ($1.element.population ?? 0, $0.offset) < ($0.element.population ?? 0, $1.offset)
        }.map(\.element)
    }

    static func readOne(_ json: UntrustedJSON) throws(UpstreamFailure) -> [GeocodedCity]? {
        if json["error"]?.bool == true { throw .unreadable("an error instead of an answer") }
        return json.isObject ? city(json).map { [$0] } ?? [] : nil
    }

    private static func city(_ json: UntrustedJSON) -> GeocodedCity? {
        guard json["feature_code"]?.text?.hasPrefix("PPL") == true, let name = BoundedText.line(json["name"]?.text),
            let country = BoundedText.country(json["country_code"]?.text),
            let latitude = json["latitude"]?.number.flatMap(Latitude.init),
            let longitude = json["longitude"]?.number.flatMap(Longitude.init)
        else { return nil }
        return GeocodedCity(
            name: name, region: BoundedText.line(json["admin1"]?.text), country: country,
            location: Location(latitude: latitude, longitude: longitude),
            timeZone: json["timezone"]?.text.flatMap { TimeZoneName($0)?.text },
            population: json["population"]?.integer.flatMap { $0 > 0 ? $0 : nil },
            number: json["id"]?.integer.flatMap { $0 > 0 ? $0 : nil })
    }
}
