import Contract
import Values

/// Nominatim: `GET /reverse?format=jsonv2`.
struct SimulatedNominatim: Sendable {
    let seed: UInt64

    func answer(_ request: Request) -> Answer {
        // By the provider's policy, clients without identification are blocked.
        guard let agent = request.header("user-agent"), !agent.isEmpty else { return .html(403, ErrorPage.blocked) }
        guard request.path == "/reverse" else { return .html(404, ErrorPage.error(404)) }
        guard let point = Point(latitude: request.query["lat"], longitude: request.query["lon"]) else {
            return .json(
                400, ["error": ["code": 400, "message": "Parameter 'lat' or 'lon' is missing or malformed."]])
        }
        guard let address = Address(of: point, seed: seed) else {
            return .json(200, ["error": "Unable to geocode"])
        }
        return .json(
            200, document(address, NameLanguage(request.query["accept-language"] ?? request.header("accept-language"))))
    }

    private func document(_ address: Address, _ language: NameLanguage) -> JSONNode {
        let country = address.country.name(language)
        var parts: [(String, JSONNode)] = []
        if let house = address.house { parts.append(("house_number", .string(house))) }
        parts += [
            ("road", .string(address.street(language))),
            (address.kind == .city ? "city" : "village", .string(address.locality(language))),
            ("state", .string(address.region(language))), ("ISO3166-2-lvl4", .string("\(address.country.code)-HM")),
            ("postcode", .string(address.postcode)), ("country", .string(country)),
            ("country_code", .string(address.country.code.lowercased())),
        ]
        let names = [
            address.house, address.street(language), address.locality(language), address.region(language),
            address.postcode, country,
        ]
        let (latitude, longitude) = (address.point.latitude, address.point.longitude)
        func box(_ value: Double) -> JSONNode { .string("\(value.rounded(digits: 7))") }
        return [
            "place_id": .integer(address.number),
            "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
            "osm_type": "way", "osm_id": .integer(address.number * 3), "lat": box(latitude), "lon": box(longitude),
            "place_rank": 30, "category": .string(address.house == nil ? "highway" : "building"),
            "type": .string(address.house == nil ? "residential" : "yes"), "importance": .number(0.000_05),
            "addresstype": .string(address.house == nil ? "road" : "building"), "name": "",
            "display_name": .string(names.compactMap(\.self).joined(separator: ", ")), "address": .object(parts),
            "boundingbox": [
                box(latitude - 0.000_05), box(latitude + 0.000_05), box(longitude - 0.000_05),
                box(longitude + 0.000_05),
            ],
        ]
    }
}
