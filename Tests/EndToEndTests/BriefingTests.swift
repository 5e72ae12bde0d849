import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of weather, addresses, places, news and saved look-ups, through the gateway over TLS.
    @Suite(.serialized) struct Briefings {
        private func isRussian(_ text: String?) -> Bool {
            text?.unicodeScalars.contains { (0x430...0x44F).contains($0.value) } == true
        }

        @Test
        func `A briefing in Russian has address, weather, forecast and news, all marked as simulated`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let briefing = try await simulated.result("briefing.get", "{\(SimulatedInstance.minsk)}", locale: "ru")
            for part in ["address", "weather", "forecast", "news"] {
                #expect(briefing[part]["status"] == .string("ok"), "\(part): \(briefing[part])")
                #expect(briefing[part]["value"]["source"] == .string("simulator"))
                #expect(briefing[part]["value"]["isStale"] == .bool(false))
                #expect(briefing[part]["value"]["attribution"].text?.isEmpty == false)
            }
            let address = briefing["address"]["value"]
            #expect(address["city"] == .string("Минск") && address["country"] == .string("Беларусь"), "\(address)")
            #expect(address["street"].text?.isEmpty == false && address["house"].text?.isEmpty == false, "\(address)")
            let weather = briefing["weather"]["value"]
            #expect(isRussian(weather["text"].text) && weather["language"] == .string("ru"), "\(weather)")
            #expect(weather["timeZone"] == .string("Europe/Minsk"))
            let forecast = briefing["forecast"]["value"]
            #expect(forecast["days"].items.count >= 5 && forecast["steps"].items.count >= 39, "\(forecast)")
            #expect(isRussian(forecast["days"][1]["text"].text))
        }

        @Test func `The weather over HTTPS is the same as by lines, in the requested language`() async throws {
            let simulated = try await Instances.simulated.value
            let wire = try await simulated.https()
            let http = try #require(
                try await wire.get(
                    "/v1/weather?latitude=53.9&longitude=27.5667", token: simulated.token,
                    fields: ["Accept-Language: be"]))
            #expect(http.status == 200, "\(http.body)")
            let lines = try await LineClient(simulated.instance)
            let answer = try await lines.call(
                "weather.current", "{\(SimulatedInstance.minsk)}", token: simulated.token,
                meta: ["locale": quoted("be")])["result"]
            await lines.close()
            #expect(http.json["text"] == answer["text"] && http.json["observedAt"] == answer["observedAt"])
            #expect(http.json["language"] == .string("be"))
            await wire.close()
        }

        @Test func `A city is found by the beginning of its name in either script, and its weather by its id`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            for query in ["Минск", "Minsk", "минс"] {
                let found = try await simulated.result("places.search", #"{"query":"\#(query)"}"#, locale: "ru")
                #expect(found["items"][0]["name"] == .string("Минск"), "\(query): \(found)")
                let id = try #require(found["items"][0]["id"].text)
                let weather = try await simulated.result("weather.current", #"{"placeId":"\#(id)"}"#)
                #expect(weather["timeZone"] == .string("Europe/Minsk"), "\(weather)")
                #expect(weather["place"]["name"] == .string("Minsk"), "\(weather)")
                let place = try await simulated.result("places.get", #"{"id":"\#(id)"}"#, locale: "be")["place"]
                #expect(place["name"] == .string("Мінск") && place["country"] == .string("Беларусь"), "\(place)")
            }
        }

        @Test
        func
            `News are of today in the place's time zone, at most ten, and without duplicates`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            for (place, zone) in [
                (SimulatedInstance.minsk, "Europe/Minsk"), (#""latitude":48.8534,"longitude":2.3488"#, "Europe/Paris"),
                (#""latitude":35.6149,"longitude":139.5813"#, "Asia/Tokyo"),
            ] {
                let news = try await simulated.result("news.local", "{\(place)}")
                #expect(news["timeZone"] == .string(zone), "\(news)")
                let calendar = try #require(TimeZone(identifier: zone))
                let format = Date.ISO8601FormatStyle(timeZone: calendar).year().month().day()
                let items = news["items"].items
                #expect(items.count <= 10)
                #expect(Set(items.compactMap { $0["url"].text }).count == items.count)
                for item in items {
                    let date = try Date(try #require(item["publishedAt"].text), strategy: .iso8601)
                    #expect(date.formatted(format) == news["date"].text, "\(item)")
                }
                let expected = items.isEmpty ? ["none"] : ["city", "country"]
                #expect(expected.contains(news["scope"].text ?? ""), "\(news)")
            }
        }

        @Test(
            .enabled(if: FileManager.default.fileExists(atPath: ".build/zones/zones.bin")),
            arguments: [
                ("43.8256,87.6168", "Asia/Urumqi"), ("54.1115,22.9308", "Europe/Warsaw"),
                ("47.5615,-52.7126", "America/St_Johns"),
            ])
        func `A point has the zone of its own place, not that of the nearest known city`(
            point: String, zone: String
        ) async throws {
            let simulated = try await Instances.simulated.value
            let wire = try await simulated.https()
            let (latitude, longitude) = (point.prefix { $0 != "," }, point.drop { $0 != "," }.dropFirst())
            let place = "latitude=\(latitude)&longitude=\(longitude)"
            let weather = try await simulated.get("/v1/weather?\(place)", over: wire)
            #expect(weather["timeZone"] == .string(zone), "\(weather)")
            let news = try await simulated.get("/v1/news?\(place)", over: wire)
            #expect(news["timeZone"] == .string(zone), "\(news)")
            await wire.close()
        }

        @Test func `A forecast has hours, seven days and units, air has an index, and saved cities have one answer`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let wire = try await simulated.https()
            func get(_ path: String) async throws -> JSON { try await simulated.get(path, over: wire) }
            let minsk = "latitude=53.9&longitude=27.5667"
            let metric = try await get("/v1/weather/forecast?\(minsk)&isHourly=true")
            let starts = try metric["steps"].items.prefix(3).compactMap(\.["at"].text).map {
                try Date($0, strategy: .iso8601)
            }
            #expect(starts.count == 3 && starts[1] == starts[0] + 3_600 && starts[2] == starts[1] + 3_600)
            #expect(metric["days"].items.count == 7, "\(metric["days"])")
            #expect(metric["steps"][0]["windGust"] != .null && metric["steps"][0]["windDirection"] != .null)
            let imperial = try await get("/v1/weather/forecast?\(minsk)&units=imperial")
            let (celsius, fahrenheit) = (metric["days"][1]["maximum"], imperial["days"][1]["maximum"])
            let expected = try #require(Double(celsius.encoded)) * 1.8 + 32
            #expect(abs(expected - (try #require(Double(fahrenheit.encoded)))) < 0.2, "\(celsius) \(fahrenheit)")
            let air = try await get("/v1/weather/air-quality?\(minsk)")
            #expect(air["index"].int != nil && air["pm25"] != .null, "\(air)")

            let guest = try await Guest.register(at: simulated.instance)
            let client = try HTTPSClient(simulated.instance)
            var ids: [String] = []
            for city in ["Minsk", "Tokyo"] {
                let found = try await simulated.result("places.search", #"{"query":"\#(city)"}"#)
                let id = try #require(found["items"][0]["id"].text)
                let added = try await client.call("cities.add", #"{"placeId":"\#(id)"}"#, token: guest.token)
                #expect(added["error"] == .null, "\(added)")
                ids.append(id)
            }
            let weather = try await client.call("cities.weather", token: guest.token)["result"]["items"].items
            #expect(weather.compactMap { $0["placeId"].text } == ids)
            #expect(weather.allSatisfy { $0["weather"]["status"].text == "ok" }, "\(weather)")
            await client.close()
            await wire.close()
        }

        @Test(arguments: [
            ("Minsk, Belarus", "Minsk"), ("Горадня", "Grodno"), ("Токио", "Tokyo"), ("Сан-Паулу", "Sao Paulo"),
        ])
        func `A place is found once, with its country and by any of its names`(query: String, name: String) async throws
        {
            let simulated = try await Instances.simulated.value
            let found = try await simulated.result("places.search", #"{"query":"\#(query)"}"#)["items"].items
            #expect(found.first?["name"] == .string(name), "\(found)")
            #expect(
                found.count { $0["name"] == .string(name) && $0["country"] == found[0]["country"] } == 1, "\(found)")
        }

        @Test func `A place at sea has weather, and an address of precision none`() async throws {
            let simulated = try await Instances.simulated.value
            let briefing = try await simulated.result("briefing.get", #"{"latitude":-48.5,"longitude":-123.4}"#)
            #expect(briefing["weather"]["status"] == .string("ok"), "\(briefing)")
            #expect(briefing["address"]["status"] == .string("ok"))
            #expect(briefing["address"]["value"]["precision"] == .string("none"))
        }

        @Test func `A signed-in user saves, lists, reads, removes and clears look-ups that nobody else can read`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let guest = try await Guest.register(at: simulated.instance)
            let client = try HTTPSClient(simulated.instance)
            func call(_ method: String, _ params: String = "{}") async throws -> JSON {
                let answer = try await client.call(
                    method, params, token: guest.token, meta: ["idempotencyKey": quoted(UUID().uuidString)])
                #expect(answer["error"] == .null, "\(method): \(answer)")
                return answer["result"]
            }
            let briefing = try await call("briefing.get", #"{\#(SimulatedInstance.minsk),"save":true}"#)
            let saved = try #require(briefing["saved"]["id"].text, "\(briefing["saved"])")
            let added = try await call("history.add", #"{"latitude":52.0975,"longitude":23.6878,"label":"Brest"}"#)
            #expect(added["address"]["city"] == .string("Brest"), "\(added)")
            #expect(added["weather"]["humidity"] != .null && added["source"] == .string("simulator"))
            #expect(added["weather"]["place"]["name"] == .string("Brest"), "\(added)")
            let listed = try await call("history.list")["items"].items
            #expect(listed.compactMap { $0["id"].text } == [added["id"].text, saved])
            #expect(try await call("history.get", #"{"id":"\#(saved)"}"#)["address"]["city"] == .string("Minsk"))
            let stranger = try await simulated.call("history.get", #"{"id":"\#(saved)"}"#)
            #expect(stranger["error"]["data"]["reason"] == .string("no-such-entry"), "\(stranger)")
            _ = try await call("history.remove", #"{"id":"\#(saved)"}"#)
            #expect(try await call("history.list")["items"].items.count == 1)
            #expect(try await call("history.clear")["removed"].int == 1)
            #expect(try await call("history.list")["items"].items.isEmpty)
            await client.close()
        }
    }
}
