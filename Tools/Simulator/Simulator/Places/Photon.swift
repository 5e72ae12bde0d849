import Contract
import Values

/// Photon: `GET /reverse`, as GeoJSON.
struct SimulatedPhoton: Sendable {
    let seed: UInt64

    /// The supported languages; others are rejected.
    private static let languages = ["default", "en", "de", "fr"]

    func answer(_ request: Request) -> Answer {
        guard request.path == "/reverse" else { return .json(404, ["message": "not found"]) }
        guard let point = Point(latitude: request.query["lat"], longitude: request.query["lon"]) else {
            return .json(400, ["message": "missing or invalid lat or lon"])
        }
        let language = request.query["lang"] ?? "default"
        guard Self.languages.contains(language) else {
            return .json(400, ["message": .string("Language is not supported: \(language)")])
        }
        let address = Address(of: point, seed: seed)
        return .json(
            200,
            [
                "type": "FeatureCollection",
                "features": .array(address.map { [feature($0, isLocal: language == "default")] } ?? []),
            ])
    }

    /// Returns an address as a GeoJSON feature.
    ///
    /// - Parameter isLocal: true for names in the local language, which is Russian in Belarus and Russia.
    private func feature(_ address: Address, isLocal: Bool) -> JSONNode {
        let language: NameLanguage = isLocal && ["BY", "RU"].contains(address.country.code) ? .russian : .english
        var properties: [(String, JSONNode)] = [
            ("osm_type", "W"), ("osm_id", .integer(address.number * 3)),
            ("osm_key", .string(address.house == nil ? "highway" : "building")),
            ("osm_value", .string(address.house == nil ? "residential" : "yes")),
            ("type", .string(address.house == nil ? "street" : "house")),
            (address.house == nil ? "name" : "street", .string(address.street(language))),
        ]
        if let house = address.house { properties.append(("housenumber", .string(house))) }
        properties += [
            ("city", .string(address.locality(language))), ("state", .string(address.region(language))),
            ("postcode", .string(address.postcode)), ("country", .string(address.country.name(language))),
            ("countrycode", .string(address.country.code)),
        ]
        let (latitude, longitude) = (address.point.latitude, address.point.longitude)
        return [
            "type": "Feature",
            "geometry": [
                "type": "Point",
                "coordinates": [.number(longitude.rounded(digits: 7)), .number(latitude.rounded(digits: 7))],
            ],
            "properties": .object(properties),
        ]
    }
}
