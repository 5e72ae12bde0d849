import Foundation
import Testing
import Values

@testable import Simulator

@Suite struct ShapeTests {
    private static let forecast =
        "/open-meteo/v1/forecast?latitude=53.9&longitude=27.57&current=temperature_2m,weather_code,is_day"
        + "&hourly=temperature_2m,precipitation&daily=weather_code,sunrise,temperature_2m_max"
        + "&timezone=auto&forecast_days=6&wind_speed_unit=ms"

    @Test func `Open-Meteo returns local times without a zone, arrays of equal length, and units`()
        async throws
    {
        try await Simulator.with(at: "2026-10-07T21:30:00Z") { simulator in
            let reply = try await simulator.reply(Self.forecast)
            #expect(reply.status == 200)
            #expect(reply.header("X-Vokol-Simulator") == "1")
            let answer = reply.json
            #expect(answer["timezone"] as? String == "Europe/Minsk")
            #expect(answer["utc_offset_seconds"] as? Int == 10_800)
            #expect(answer["latitude"] as? Double == 53.875)
            let current = try #require(answer["current"] as? [String: Any])
            #expect(current["time"] as? String == "2026-10-08T00:30")
            #expect(current["is_day"] as? Int == 0)
            let hourly = try #require(answer["hourly"] as? [String: [Any]])
            #expect(hourly["time"]?.first as? String == "2026-10-08T00:00")
            #expect(Set(hourly.values.map(\.count)) == [144])
            let daily = try #require(answer["daily"] as? [String: [Any]])
            #expect(daily["time"]?.last as? String == "2026-10-13")
            #expect((daily["sunrise"]?.first as? String)?.hasPrefix("2026-10-08T07:") == true)
            #expect((answer["hourly_units"] as? [String: String])?["precipitation"] == "mm")
        }
    }

    @Test(arguments: [
        "?latitude=540&longitude=1", "?longitude=1", "?latitude=1&longitude=1&hourly=nonsense",
        "?latitude=1&longitude=1&timezone=Mars/Base", "?latitude=1&longitude=1&forecast_days=99",
    ])
    func `Open-Meteo refuses invalid parameters with a reason`(query: String) async throws {
        try await Simulator.with { simulator in
            let reply = try await simulator.reply("/open-meteo/v1/forecast" + query)
            #expect(reply.status == 400)
            #expect(reply.json["error"] as? Bool == true)
            #expect(reply.json["reason"] is String)
        }
    }

    @Test
    func `OpenWeatherMap returns cod as a number or text, and forty steps of three hours`()
        async throws
    {
        try await Simulator.with { simulator in
            let base = "/openweathermap/data/2.5/"
            let place = "lat=53.9&lon=27.57&units=metric&lang=ru&appid=key"
            let weather = try await simulator.reply("\(base)weather?\(place)").json
            #expect(weather["cod"] as? Int == 200)
            #expect(weather["name"] as? String == "Минск")
            #expect(weather["timezone"] as? Int == 10_800)
            let forecast = try await simulator.reply("\(base)forecast?\(place)").json
            #expect(forecast["cod"] as? String == "200")
            let steps = try #require(forecast["list"] as? [[String: Any]])
            #expect(steps.count == 40)
            #expect(steps[0]["dt_txt"] as? String == "2026-10-07 12:00:00")
            #expect(steps[1]["dt"] as? Int == (steps[0]["dt"] as? Int ?? 0) + 10_800)
            let refusal = try await simulator.reply("\(base)weather?lat=1&lon=1")
            #expect(refusal.status == 401)
            #expect(refusal.json["cod"] as? Int == 401)
            #expect(try await simulator.reply("\(base)weather?lat=100&lon=1&appid=k").json["cod"] as? String == "400")
        }
    }

    @Test
    func
        `Nominatim returns coordinates as text and an address in the requested language`()
        async throws
    {
        try await Simulator.with { simulator in
            let target = "/nominatim/reverse?format=jsonv2&lat=53.9177&lon=27.5948&zoom=18&addressdetails=1"
            let answer = try await simulator.reply("\(target)&accept-language=ru").json
            #expect(answer["lat"] is String)
            let address = try #require(answer["address"] as? [String: String])
            #expect(address["city"] == "Минск")
            #expect(address["country"] == "Беларусь")
            #expect(address["country_code"] == "by")
            #expect(address["road"]?.hasPrefix("улица ") == true)
            #expect(address["house_number"] != nil)
            let belarusian = try await simulator.reply("\(target)&accept-language=be,en").json
            #expect((belarusian["address"] as? [String: String])?["city"] == "Мінск")
            #expect((belarusian["address"] as? [String: String])?["road"]?.hasPrefix("вуліца ") == true)
            let tokyo = "/nominatim/reverse?format=jsonv2&lat=35.6149&lon=139.5813&accept-language=be"
            let abroad = try #require(try await simulator.reply(tokyo).json["address"] as? [String: String])
            #expect(abroad["city"] == "Токіа" && abroad["country"] == "Японія")
            #expect(abroad["state"] == "Вобласць горада Токіа")
            // Far out in the Pacific.
            let nothing = try await simulator.reply("/nominatim/reverse?format=jsonv2&lat=-48&lon=-123")
            #expect(nothing.status == 200)
            #expect(nothing.json["error"] as? String == "Unable to geocode")
        }
    }

    @Test func `Nominatim blocks clients without a User-Agent with an HTML page`() async throws {
        try await Simulator.with { simulator in
            let client = try RawClient(port: simulator.port)
            defer { client.close() }
            client.send("GET /nominatim/reverse?lat=1&lon=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let reply = try await client.read()
            #expect(reply.status == 403)
            #expect(reply.header("Content-Type")?.hasPrefix("text/html") == true)
        }
    }

    @Test
    func
        `Photon returns Nominatim's house, no features at sea, and refuses unsupported languages`()
        async throws
    {
        try await Simulator.with { simulator in
            let answer = try await simulator.reply("/photon/reverse?lat=53.9177&lon=27.5948&limit=1").json
            let feature = try #require((answer["features"] as? [[String: Any]])?.first)
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(properties["city"] as? String == "Минск")
            #expect(properties["countrycode"] as? String == "BY")
            let coordinates = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
            #expect(coordinates?.first.map { $0 < 28 } == true)
            let nominatim = try await simulator.reply("/nominatim/reverse?lat=53.9177&lon=27.5948").json
            let address = nominatim["address"] as? [String: String]
            #expect(properties["housenumber"] as? String == address?["house_number"])
            let sea = try await simulator.reply("/photon/reverse?lat=-48&lon=-123").json
            #expect((sea["features"] as? [Any])?.isEmpty == true)
            #expect(try await simulator.reply("/photon/reverse?lat=1&lon=1&lang=ru").status == 400)
        }
    }

    @Test func `Google returns results from fine to coarse, and errors with status 200`() async throws {
        try await Simulator.with { simulator in
            let base = "/google/maps/api/geocode/json?latlng="
            let answer = try await simulator.reply("\(base)53.9177,27.5948&language=ru&key=k").json
            #expect(answer["status"] as? String == "OK")
            let results = try #require(answer["results"] as? [[String: Any]])
            #expect(
                results.compactMap { ($0["types"] as? [String])?.first } == [
                    "street_address", "route", "locality", "country",
                ])
            #expect(try await simulator.reply("\(base)53.9,27.5").json["status"] as? String == "REQUEST_DENIED")
            #expect(try await simulator.reply("\(base)-48,-123&key=k").json["status"] as? String == "ZERO_RESULTS")
            #expect(try await simulator.reply("\(base)x&key=k").json["status"] as? String == "INVALID_REQUEST")
        }
    }

    @Test
    func
        `Open-Meteo's geocoding finds names by prefix in either script, and omits empty results`()
        async throws
    {
        try await Simulator.with { simulator in
            let base = "/open-meteo-geocoding/v1/search?language=ru&name="
            for name in ["%D0%9C%D0%B8%D0%BD", "minsk", "%D0%9C%D1%96%D0%BD%D1%81%D0%BA"] {
                let results = try #require(try await simulator.reply(base + name).json["results"] as? [[String: Any]])
                #expect(results.first?["name"] as? String == "Минск")
                #expect(results.first?["feature_code"] as? String == "PPLC")
            }
            #expect(try await simulator.reply(base + "Zzzz").json["results"] == nil)
        }
    }

    @Test func `Open-Meteo's geocoding returns a place by its number, or 404`() async throws {
        try await Simulator.with { simulator in
            let base = "/open-meteo-geocoding/v1/get?language=ru&id="
            let city = try await simulator.reply(base + "3833367").json
            #expect(city["name"] as? String == "Ушуая" && city["country_code"] as? String == "AR")
            #expect(try await simulator.reply(base + "1").status == 404)
            #expect(try await simulator.reply(base + "x").status == 400)
        }
    }

    @Test func `Feeds have items of today and earlier days, newest first, and name Minsk and other capitals`()
        async throws
    {
        try await Simulator.with { simulator in
            for target in ["/bbc/news/rss.xml", "/bbc/news/world/europe/rss.xml", "/feeds/by", "/feeds/de/rss"] {
                let reply = try await simulator.reply(target)
                #expect(reply.status == 200)
                #expect(reply.header("Content-Type")?.hasPrefix("application/rss+xml") == true)
                #expect(reply.text.contains("<pubDate>Wed, 07 Oct 2026 "))
                #expect(reply.text.contains("<pubDate>Tue, 06 Oct 2026 "))
                #expect(reply.text.components(separatedBy: "<item>").count > 50)
            }
            #expect(try await simulator.reply("/bbc/news/rss.xml").text.contains("Minsk"))
            #expect(try await simulator.reply("/feeds/by").text.contains("Минск"))
            #expect(try await simulator.reply("/feeds/fr").text.contains("Paris"))
            #expect(try await simulator.reply("/feeds/xx").status == 404)
            #expect(try await simulator.reply("/bbc/news/nowhere/rss.xml").status == 404)
        }
    }

    @Test func `A feed has an item of today from the first minute of a day in Minsk`() async throws {
        try await Simulator.with(at: "2026-10-07T21:01:00Z") { simulator in
            let text = try await simulator.reply("/feeds/by").text
            #expect(text.contains("Wed, 07 Oct 2026 21:00:"))
        }
    }

    @Test func `NewsAPI returns times with seven decimals, and refuses calls without a key`() async throws {
        try await Simulator.with { simulator in
            let answer = try await simulator.reply("/newsapi/v2/everything?q=Minsk&apiKey=k").json
            let articles = try #require(answer["articles"] as? [[String: Any]])
            #expect((articles.first?["publishedAt"] as? String)?.hasSuffix(".3744974Z") == true)
            #expect(
                try await simulator.reply("/newsapi/v2/everything?q=Minsk").json["code"] as? String == "apiKeyMissing")
            #expect(try await simulator.reply("/newsapi/v2/top-headlines?sources=a&country=us&apiKey=k").status == 400)
        }
    }

    @Test func `An item of Wikidata has a picture at Commons, with its credit, unless its number ends in 0`()
        async throws
    {
        try await Simulator.with { simulator in
            let claims = "/commons/wikidata/w/api.php?action=wbgetclaims&property=P18&entity="
            #expect(try await simulator.reply(claims + "Q42").text.contains(#""value":"Museum Q42.png""#))
            #expect(try await simulator.reply(claims + "Q40").json["claims"] as? [String] == [])
            let described = try await simulator.reply("/commons/w/api.php?action=query&titles=File:Museum+Q42.png")
            #expect(described.text.contains(#"/commons/pictures/Museum_Q42.png","thumbwidth":1280"#))
            #expect(described.text.contains("CC BY-SA 4.0"))
            let picture = try await simulator.reply("/commons/pictures/Museum_Q42.png")
            #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try await simulator.reply("/commons/pictures/Museum_Q43.png").body != picture.body)
            #expect(try await simulator.reply("/commons/elsewhere").status == 404)
        }
    }

    @Test func `Answers depend on place, date and seed only`() async throws {
        let targets = [
            Self.forecast, "/nominatim/reverse?lat=53.91&lon=27.55", "/bbc/news/rss.xml",
            "/bsuir/api/v1/student-groups",
            "/bsuir/api/v1/employees/all",
        ]
        func answers(at clock: String, seed: UInt64) async throws -> [[UInt8]] {
            var answers: [[UInt8]] = []
            try await Simulator.with(at: clock, seed: seed) { simulator in
                for target in targets { answers.append(try await simulator.reply(target).body) }
            }
            return answers
        }
        let first = try await answers(at: "2026-10-07T09:30:00Z", seed: 1)
        let again = try await answers(at: "2026-10-07T09:30:00Z", seed: 1)
        let other = try await answers(at: "2026-10-07T09:30:00Z", seed: 2)
        let later = try await answers(at: "2026-10-09T09:30:00Z", seed: 1)
        #expect(first == again)
        for index in targets.indices { #expect(first[index] != other[index], "\(targets[index])") }
        #expect(first[0] != later[0])
        #expect(first[1] == later[1])
        #expect(first[2] != later[2])
    }

    @Test(arguments: [
        (53.9, 27.57), (-33.87, 151.21), (69.65, 18.96), (1.29, 103.85), (-54.8, -68.3),
    ])
    func `The weather is plausible in every season and at every hour`(latitude: Double, longitude: Double) throws {
        let model = WeatherModel(seed: 3)
        let point = Point(latitude: latitude, longitude: longitude)
        for day in stride(from: Int64(20_454), to: 20_819, by: 7) {
            for hour in stride(from: Int64(0), to: 24, by: 3) {
                let conditions = model.conditions(point, at: Instant(milliseconds: (day * 24 + hour) * 3_600_000))
                #expect((-45...45).contains(conditions.temperature))
                #expect((0...100).contains(conditions.humidity))
                #expect((960...1060).contains(conditions.pressure))
                #expect((0..<360).contains(conditions.direction))
                #expect(conditions.precipitation >= 0)
                #expect(conditions.gust >= conditions.wind)
            }
        }
    }

    @Test func `Day lengths are right in summer and winter, and at polar day and night`() throws {
        let minsk = Point(latitude: 53.9, longitude: 27.57)
        let summer = Sun(minsk, date: try #require(LocalDate("2026-06-21")))
        let winter = Sun(minsk, date: try #require(LocalDate("2026-12-21")))
        #expect((16.7...17.4).contains(summer.hours))
        #expect((7.1...7.8).contains(winter.hours))
        let north = Point(latitude: 78, longitude: 15)
        #expect(Sun(north, date: try #require(LocalDate("2026-06-21"))).hours == 24)
        #expect(Sun(north, date: try #require(LocalDate("2026-12-21"))).rise == nil)
    }
}
