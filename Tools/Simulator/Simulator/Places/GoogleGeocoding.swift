import Contract
import Values

/// Google's geocoding API: `GET /maps/api/geocode/json?latlng=`.
struct SimulatedGoogleGeocoding: Sendable {
    let seed: UInt64

    func answer(_ request: Request) -> Answer {
        guard request.path == "/maps/api/geocode/json" else { return .html(404, ErrorPage.error(404)) }
        guard let key = request.query["key"], !key.isEmpty, key != "invalid" else {
            return .json(
                200,
                [
                    "error_message": "The provided API key is invalid.", "results": [], "status": "REQUEST_DENIED",
                ])
        }
        let numbers = request.query["latlng"]?.split(separator: ",").map(String.init) ?? []
        guard numbers.count == 2, let point = Point(latitude: numbers[0], longitude: numbers[1]) else {
            return .json(
                200,
                [
                    "error_message": "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id'.",
                    "results": [], "status": "INVALID_REQUEST",
                ])
        }
        let code: JSONNode = [
            "compound_code": "WH93+QP", "global_code": "9G59WH93+QP",
        ]
        guard let address = Address(of: point, seed: seed) else {
            return .json(200, ["plus_code": code, "results": [], "status": "ZERO_RESULTS"])
        }
        let language = NameLanguage(request.query["language"])
        var results: [JSONNode] = []
        if address.house != nil { results.append(result(address, language, from: 0, "street_address", "ROOFTOP")) }
        results += [
            result(address, language, from: 1, "route", "GEOMETRIC_CENTER"),
            result(address, language, from: 2, "locality", "APPROXIMATE"),
            result(address, language, from: 4, "country", "APPROXIMATE"),
        ]
        return .json(200, ["plus_code": code, "results": .array(results), "status": "OK"])
    }

    /// Returns a result with the parts of the address from `first` on; finer parts are omitted.
    private func result(
        _ address: Address, _ language: NameLanguage, from first: Int, _ type: String, _ precision: String
    ) -> JSONNode {
        let country = address.country.name(language)
        let parts: [(long: String, short: String, types: [JSONNode])] = [
            (address.house ?? "", address.house ?? "", ["street_number"]),
            (address.street(language), address.street(language), ["route"]),
            (address.locality(language), address.locality(language), ["locality", "political"]),
            (address.region(language), address.region(language), ["administrative_area_level_1", "political"]),
            (country, address.country.code, ["country", "political"]),
            (address.postcode, address.postcode, ["postal_code"]),
        ]
        let shown = parts.dropFirst(first).filter { !$0.long.isEmpty }
        let location: JSONNode = [
            "lat": .number(address.point.latitude.rounded(digits: 7)),
            "lng": .number(address.point.longitude.rounded(digits: 7)),
        ]
        return [
            "address_components": .array(
                shown.map {
                    ["long_name": .string($0.long), "short_name": .string($0.short), "types": .array($0.types)]
                }),
            "formatted_address": .string(shown.map(\.long).joined(separator: ", ")),
            "geometry": [
                "location": location, "location_type": .string(precision),
                "viewport": ["northeast": location, "southwest": location],
            ],
            "place_id": .string("simulated-\(address.number)-\(first)"),
            "types": [.string(type)],
        ]
    }
}
