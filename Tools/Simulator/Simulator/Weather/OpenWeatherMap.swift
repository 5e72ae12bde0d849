import Contract
import Values

/// OpenWeatherMap: `GET /data/2.5/weather`, `/data/2.5/forecast` and `/geo/1.0/…`.
struct SimulatedOpenWeatherMap: Sendable {
    let model: WeatherModel
    let zones: ZoneMap?

    func answer(_ request: Request, now: Instant) -> Answer {
        guard let key = request.query["appid"], !key.isEmpty, key != "invalid" else {
            return .json(
                401,
                [
                    "cod": 401,
                    "message":
                        "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info.",
                ])
        }
        switch request.path {
        case "/data/2.5/weather": return located(request) { weather($0, request, now) }
        case "/data/2.5/forecast": return located(request) { forecast($0, request, now) }
        case "/geo/1.0/direct":
            let name = request.query["q"]?.split(separator: ",").first.map(String.init) ?? ""
            guard !name.isEmpty else { return Self.errorAnswer(400, "Nothing to geocode") }
            return .json(200, .array(SimulatedCity.search(name).prefix(limit(request)).map { place($0) }))
        case "/geo/1.0/reverse":
            return located(request) { point in
                let (city, distance) = SimulatedCity.nearest(to: point)
                return .json(200, .array(distance < 100 ? [place(city)] : []))
            }
        default: return Self.errorAnswer(404, "Internal error")
        }
    }

    /// Returns an error whose code is a string.
    private static func errorAnswer(_ status: Int, _ message: String) -> Answer {
        .json(status, ["cod": .string("\(status)"), "message": .string(message)])
    }

    private func limit(_ request: Request) -> Int { min(5, max(1, Int(request.query["limit"] ?? "5") ?? 5)) }

    private func located(_ request: Request, _ body: (Point) -> Answer) -> Answer {
        if let name = request.query["q"] {
            guard let city = SimulatedCity.search(name.split(separator: ",").first.map(String.init) ?? "").first else {
                return Self.errorAnswer(404, "city not found")
            }
            return body(city.point)
        }
        guard let latitude = request.query["lat"], let longitude = request.query["lon"] else {
            return Self.errorAnswer(400, "Nothing to geocode")
        }
        guard Point(latitude: latitude, longitude: "0") != nil else { return Self.errorAnswer(400, "wrong latitude") }
        guard let point = Point(latitude: latitude, longitude: longitude) else {
            return Self.errorAnswer(400, "wrong longitude")
        }
        return body(point)
    }

    private func place(_ city: SimulatedCity) -> JSONNode {
        [
            "name": .string(city.english),
            "local_names": [
                "en": .string(city.english), "ru": .string(city.russian),
                "be": .string(city.name(.belarusian)), "feature_name": .string(city.english),
            ],
            "lat": .number(city.point.latitude), "lon": .number(city.point.longitude),
            "country": .string(city.country.code),
        ]
    }

    // MARK: Weather

    private func weather(_ point: Point, _ request: Request, _ now: Instant) -> Answer {
        let (city, distance) = SimulatedCity.nearest(to: point)
        let step = Instant(milliseconds: now.milliseconds.dividedFloor(by: 600_000).quotient * 600_000)
        let conditions = model.conditions(point, at: step)
        let units = Units(request.query["units"])
        let zone = PlaceZone(of: point, by: zones)
        let sun = Sun(point, date: zone.date(at: now))
        var members: [(String, JSONNode)] = [
            ("coord", ["lon": .number(point.longitude), "lat": .number(point.latitude)]),
            ("weather", [condition(conditions, NameLanguage(request.query["lang"]))]),
            ("base", "stations"), ("main", main(conditions, units)), ("visibility", visibility(conditions)),
            ("wind", wind(conditions, units)), ("clouds", ["all": .integer(Int(conditions.cloudCover))]),
        ]
        if conditions.precipitation > 0 {
            members.append((conditions.isSnow ? "snow" : "rain", ["1h": .number(conditions.precipitation)]))
        }
        var system: [(String, JSONNode)] = [("type", 1), ("id", 8939)]
        if distance < 1500 { system.append(("country", .string(city.country.code))) }
        system += [("sunrise", seconds(sun.rise)), ("sunset", seconds(sun.set))]
        members += [
            ("dt", seconds(step)), ("sys", .object(system)), ("timezone", .integer(zone.offset(at: now))),
            ("id", .integer(distance < 100 ? city.id : 0)),
            ("name", .string(distance < 100 ? city.name(NameLanguage(request.query["lang"])) : "")), ("cod", 200),
        ]
        return .json(200, .object(members))
    }

    private func forecast(_ point: Point, _ request: Request, _ now: Instant) -> Answer {
        let (city, distance) = SimulatedCity.nearest(to: point)
        let units = Units(request.query["units"])
        let language = NameLanguage(request.query["lang"])
        let zone = PlaceZone(of: point, by: zones)
        let count = min(40, max(1, Int(request.query["cnt"] ?? "40") ?? 40))
        let first = now.milliseconds.dividedFloor(by: 10_800_000).quotient + 1
        let steps = (0..<count).map { index -> JSONNode in
            let time = Instant(milliseconds: (first + Int64(index)) * 10_800_000)
            let conditions = model.conditions(point, at: time)
            var members: [(String, JSONNode)] = [
                ("dt", seconds(time)), ("main", main(conditions, units).setting("temp_kf", 0)),
                ("weather", [condition(conditions, language)]),
                ("clouds", ["all": .integer(Int(conditions.cloudCover))]), ("wind", wind(conditions, units)),
                ("visibility", visibility(conditions)), ("pop", .number(conditions.probability / 100)),
            ]
            if conditions.precipitation > 0 {
                let amount = JSONNode.number((conditions.precipitation * 3).rounded(digits: 2))
                members.append((conditions.isSnow ? "snow" : "rain", ["3h": amount]))
            }
            let text = time.description.map { $0 == "T" ? " " : $0 }.filter { $0 != "Z" }
            members += [
                ("sys", ["pod": .string(conditions.isDay ? "d" : "n")]), ("dt_txt", .string(String(text))),
            ]
            return .object(members)
        }
        let sun = Sun(point, date: zone.date(at: now))
        return .json(
            200,
            [
                "cod": "200", "message": 0, "cnt": .integer(count), "list": .array(steps),
                "city": [
                    "id": .integer(distance < 100 ? city.id : 0), "name": .string(distance < 100 ? city.english : ""),
                    "coord": ["lat": .number(point.latitude), "lon": .number(point.longitude)],
                    "country": .string(distance < 1500 ? city.country.code : ""),
                    "population": .integer(distance < 100 ? city.population : 0),
                    "timezone": .integer(zone.offset(at: now)), "sunrise": seconds(sun.rise),
                    "sunset": seconds(sun.set),
                ],
            ])
    }

    private func seconds(_ instant: Instant?) -> JSONNode { .integer(Int((instant?.milliseconds ?? 0) / 1000)) }

    private func visibility(_ conditions: WeatherModel.Conditions) -> JSONNode {
        conditions.code == 45 ? 400 : 10_000
    }

    private func main(_ conditions: WeatherModel.Conditions, _ units: Units) -> JSONNode {
        [
            "temp": .number(units.temperature(conditions.temperature)),
            "feels_like": .number(units.temperature(conditions.apparent)),
            "temp_min": .number(units.temperature(conditions.temperature - 0.4)),
            "temp_max": .number(units.temperature(conditions.temperature + 0.3)),
            "pressure": .integer(Int(conditions.pressure)), "humidity": .integer(Int(conditions.humidity)),
            "sea_level": .integer(Int(conditions.pressure)), "grnd_level": .integer(Int(conditions.pressure) - 25),
        ]
    }

    private func wind(_ conditions: WeatherModel.Conditions, _ units: Units) -> JSONNode {
        [
            "speed": .number(units.wind(conditions.wind)), "deg": .integer(Int(conditions.direction)),
            "gust": .number(units.wind(conditions.gust)),
        ]
    }

    private func condition(_ conditions: WeatherModel.Conditions, _ language: NameLanguage) -> JSONNode {
        let kind = OpenWeatherCondition(conditions)
        return [
            "id": .integer(kind.id), "main": .string(kind.main),
            "description": .string(language == .english ? kind.english : kind.russian),
            "icon": .string(kind.icon + (conditions.isDay ? "d" : "n")),
        ]
    }

    /// The units; `standard` by default, as in the real API.
    private struct Units {
        var name: String?

        init(_ name: String?) { self.name = name }

        func temperature(_ celsius: Double) -> Double {
            switch name {
            case "metric": celsius.rounded(digits: 2)
            case "imperial": (celsius * 1.8 + 32).rounded(digits: 2)
            default: (celsius + 273.15).rounded(digits: 2)
            }
        }

        func wind(_ speed: Double) -> Double { name == "imperial" ? (speed * 2.236_94).rounded(digits: 2) : speed }
    }
}

/// A weather condition, in OpenWeatherMap's terms.
private struct OpenWeatherCondition {
    var id: Int
    var main: String
    var english: String
    var russian: String
    var icon: String

    init(_ conditions: WeatherModel.Conditions) {
        (id, main, english, russian, icon) =
            switch conditions.code {
            case 0: (800, "Clear", "clear sky", "ясно", "01")
            case 1: (801, "Clouds", "few clouds", "небольшая облачность", "02")
            case 2: (802, "Clouds", "scattered clouds", "переменная облачность", "03")
            case 45: (741, "Fog", "fog", "туман", "50")
            case 51: (300, "Drizzle", "light intensity drizzle", "лёгкая морось", "09")
            case 53: (301, "Drizzle", "drizzle", "морось", "09")
            case 61: (500, "Rain", "light rain", "небольшой дождь", "10")
            case 63: (501, "Rain", "moderate rain", "дождь", "10")
            case 65: (502, "Rain", "heavy intensity rain", "сильный дождь", "10")
            case 71: (600, "Snow", "light snow", "небольшой снег", "13")
            case 73: (601, "Snow", "snow", "снег", "13")
            case 75: (602, "Snow", "heavy snow", "снегопад", "13")
            case 95: (211, "Thunderstorm", "thunderstorm", "гроза", "11")
            default: (804, "Clouds", "overcast clouds", "пасмурно", "04")
            }
    }
}
