import Contract
import Values

/// Open-Meteo's air quality: `GET /v1/air-quality`, the current values.
struct SimulatedOpenMeteoAir: Sendable {
    let model: WeatherModel

    func answer(_ request: Request, now: Instant) -> Answer {
        guard request.path == "/v1/air-quality" else { return SimulatedOpenMeteo.errorAnswer("Not Found", status: 404) }
        guard let point = Point(latitude: request.query["latitude"], longitude: request.query["longitude"]) else {
            return SimulatedOpenMeteo.errorAnswer("Latitude must be in range of -90 to 90°.")
        }
        let zone = PlaceZone(request.query["timezone"] ?? "GMT")
        guard let zone else { return SimulatedOpenMeteo.errorAnswer("Invalid timezone") }
        let hour = Instant(milliseconds: now.milliseconds.dividedFloor(by: 3_600_000).quotient * 3_600_000)
        var values: [(String, JSONNode)] = [("time", .string(zone.text(hour))), ("interval", 3_600)]
        for name in request.query.list("current") ?? [] {
            guard let value = value(name, model.conditions(point, at: hour)) else {
                return SimulatedOpenMeteo.errorAnswer(
                    "Data corrupted at path ''. Cannot initialize AirQualityVariable from invalid String value \(name)."
                )
            }
            values.append((name, value))
        }
        return .json(
            200,
            .object([
                ("latitude", .number(point.latitude)), ("longitude", .number(point.longitude)),
                ("utc_offset_seconds", .integer(zone.offset(at: now))), ("timezone", .string(zone.identifier)),
                ("current", .object(values)),
            ]))
    }

    /// Returns a value: wind and rain clean the air.
    private func value(_ name: String, _ conditions: WeatherModel.Conditions) -> JSONNode? {
        let dust = max(2, 32 - conditions.wind * 2.5 - conditions.precipitation * 4).rounded(digits: 1)
        return switch name {
        case "european_aqi": .integer(Int(dust * 2))
        case "us_aqi": .integer(Int(dust * 3.4))
        case "pm2_5": .number(dust)
        case "pm10": .number((dust * 1.6).rounded(digits: 1))
        case "carbon_monoxide": .number((140 + dust * 3).rounded(digits: 1))
        case "nitrogen_dioxide": .number((dust * 0.8).rounded(digits: 1))
        case "sulphur_dioxide": .number((dust * 0.2).rounded(digits: 1))
        case "ozone": .number((90 - dust).rounded(digits: 1))
        default: nil
        }
    }
}
