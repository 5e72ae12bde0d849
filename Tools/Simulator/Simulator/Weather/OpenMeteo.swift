import Contract
import Values

/// Open-Meteo's forecast: `GET /v1/forecast`.
struct SimulatedOpenMeteo: Sendable {
    let model: WeatherModel
    let zones: ZoneMap?

    /// The spacing of the model's grid, in degrees; requested points are moved to it.
    static let grid = 0.125
    private static let dayRange = 1...16

    func answer(_ request: Request, now: Instant) -> Answer {
        guard request.path == "/v1/forecast" else { return Self.errorAnswer("Not Found", status: 404) }
        for (name, limit) in [("latitude", 90.0), ("longitude", 180.0)] {
            guard let text = request.query[name] else {
                return Self.errorAnswer("Value of type 'String' required for key '\(name)'.")
            }
            guard let value = Double(text), abs(value) <= limit else {
                let word = name == "latitude" ? "Latitude" : "Longitude"
                return Self.errorAnswer("\(word) must be in range of -\(Int(limit)) to \(Int(limit))°. Given: \(text).")
            }
        }
        guard let point = Point(latitude: request.query["latitude"], longitude: request.query["longitude"]) else {
            return Self.errorAnswer("Latitude must be in range of -90 to 90°.")
        }
        let name = request.query["timezone"] ?? "GMT"
        guard let zone = name == "auto" ? PlaceZone(of: point, by: zones) : PlaceZone(name) else {
            return Self.errorAnswer("Invalid timezone")
        }
        let days = Int(request.query["forecast_days"] ?? "7") ?? 0
        guard Self.dayRange.contains(days) else {
            return Self.errorAnswer("Forecast days is invalid. Allowed range 0 to 16. Given \(days).")
        }
        let units = Units(request.query)
        let forecast = Forecast(
            model: model, requestedPoint: point, point: point.snapped(to: Self.grid), zone: zone, now: now, days: days,
            units: units)
        do {
            return .json(200, try forecast.document(request.query))
        } catch {
            return Self.errorAnswer(
                "Data corrupted at path ''. Cannot initialize \(error.group) from invalid String value \(error.name).")
        }
    }

    /// Returns an error in the provider's format.
    static func errorAnswer(_ reason: String, status: Int = 400) -> Answer {
        .json(status, ["error": true, "reason": .string(reason)])
    }

    /// The requested units; km/h, °C and mm by default.
    struct Units: Sendable {
        var windName = "km/h"
        var windFactor = 3.6
        var isFahrenheit = false

        init(_ query: Query) {
            switch query["wind_speed_unit"] {
            case "ms": (windName, windFactor) = ("m/s", 1)
            case "mph": (windName, windFactor) = ("mp/h", 2.236_94)
            case "kn": (windName, windFactor) = ("kn", 1.943_84)
            default: break
            }
            isFahrenheit = query["temperature_unit"] == "fahrenheit"
        }

        func temperature(_ celsius: Double) -> Double {
            isFahrenheit ? (celsius * 1.8 + 32).rounded(digits: 1) : celsius
        }

        func wind(_ speed: Double) -> Double { (speed * windFactor).rounded(digits: 2) }

        var degree: String { isFahrenheit ? "°F" : "°C" }
    }

    /// The error for a variable that does not exist.
    struct UnknownVariable: Error {
        var group: String
        var name: String
    }
}
