import Contract
import Values

/// Open-Meteo's places by name and by number: `GET /v1/search` and `GET /v1/get`.
struct SimulatedOpenMeteoGeocoding: Sendable {
    func answer(_ request: Request) -> Answer {
        switch request.path {
        case "/v1/search": search(request)
        case "/v1/get": get(request)
        default: SimulatedOpenMeteo.errorAnswer("Not Found", status: 404)
        }
    }

    private func get(_ request: Request) -> Answer {
        guard let id = request.query["id"].flatMap({ Int($0) }) else {
            return SimulatedOpenMeteo.errorAnswer("Value of type 'Int' required for key 'id'.")
        }
        guard let city = SimulatedCity.all.first(where: { $0.id == id }) else {
            return SimulatedOpenMeteo.errorAnswer("Not Found", status: 404)
        }
        return .json(200, row(city, NameLanguage(request.query["language"])))
    }

    private func search(_ request: Request) -> Answer {
        guard let name = request.query["name"] else {
            return SimulatedOpenMeteo.errorAnswer("Value of type 'String' required for key 'name'.")
        }
        let count = Int(request.query["count"] ?? "10") ?? 0
        guard (1...100).contains(count) else {
            return SimulatedOpenMeteo.errorAnswer("Parameter count must be between 1 and 100.")
        }
        let language = NameLanguage(request.query["language"])
        // The provider does not search for names shorter than two letters.
        let found = name.count < 2 ? [] : SimulatedCity.search(name).prefix(count)
        var members: [(String, JSONNode)] = []
        if !found.isEmpty { members.append(("results", .array(found.map { row($0, language) }))) }
        members.append(("generationtime_ms", .number(0.4)))
        return .json(200, .object(members))
    }

    private func row(_ city: SimulatedCity, _ language: NameLanguage) -> JSONNode {
        [
            "id": .integer(city.id), "name": .string(city.name(language)),
            "latitude": .number(city.point.latitude), "longitude": .number(city.point.longitude),
            "elevation": .number(Double(city.id % 300)), "feature_code": .string(city.isCapital ? "PPLC" : "PPLA"),
            "country_code": .string(city.country.code), "admin1_id": .integer(city.id / 2),
            "timezone": .string(city.zone), "population": .integer(city.population),
            "country_id": .integer(city.id / 3), "country": .string(city.country.name(language)),
            "admin1": .string(city.name(language)),
        ]
    }
}
