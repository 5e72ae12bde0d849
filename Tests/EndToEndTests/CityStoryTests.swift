import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Stories about the news, the weather and the address of a city whose third parties send odd answers.
    @Suite struct CityStory {
        private func https(_ simulated: SimulatedInstance) async throws -> Wire {
            try await Wire(
                port: simulated.instance.port, authority: simulated.instance.authorityFile, protocols: ["http/1.1"])
        }

        private func get(_ path: String, _ wire: Wire, _ simulated: SimulatedInstance) async throws -> JSON {
            let answer = try #require(try await wire.get(path, token: simulated.token))
            #expect(answer.status == 200, "\(path): \(answer.body)")
            return answer.json
        }

        @Test func `News name a place in a possessive, by its people and in the cases of grammar`() async throws {
            let simulated = try await SimulatedInstance.start()
            // A country's own feed needs no name of the country: only a foreign one shows that it is recognized.
            let news = [
                ("bbc", "London’s mayor opens a tram line", "city=London&countryCode=GB"),
                ("bbc", "Ukraine's president meets farmers", "countryCode=UA"),
                ("bbc", "Ukrainian farmers sow wheat", "countryCode=UA"),
                ("by", "В Гомеле открыли школу", "city=Gomel&countryCode=BY"),
                ("by", "У Гомелі адкрылі новую бібліятэку", "city=Gomel&countryCode=BY"),
            ]
            let other = "The mayor opens a bridge"
            for (number, (feed, title)) in (news.map { ($0.0, $0.1) } + [("bbc", other)]).enumerated() {
                try await simulated.control(
                    "POST", "/_/data",
                    #"{"change":"feed-item","feed":"\#(feed)","title":\#(quoted(title)),"#
                        + #""link":"https://www.bbc.com/news/articles/story\#(number)"}"#)
            }
            let wire = try await https(simulated)
            for (_, title, place) in news {
                let found = try await get("/v1/news?\(place)", wire, simulated)
                let titles = found["items"].items.map { $0["title"].text }
                #expect(found["scope"] == .string(place.contains("city") ? "city" : "country"), "\(place): \(found)")
                #expect(titles.contains(title), "\(place): \(titles)")
                #expect(!titles.contains(other), "\(place): \(titles)")
            }
            await wire.close()
            try await simulated.instance.stop(removing: true)
        }

        /// Returns the current weather as Open-Meteo sends it, with values that cannot be, in the polar night.
        private static func impossible(at time: Date) -> String {
            let (day, clock) = (time.formatted(.iso8601).prefix(10), time.formatted(.iso8601).prefix(16))
            return """
                {"latitude":78.22,"longitude":15.65,"utc_offset_seconds":0,"timezone":"GMT",
                "current":{"time":"\(clock)","interval":900,"temperature_2m":-3.1,"relative_humidity_2m":140,
                "pressure_msl":null,"wind_speed_10m":{},"weather_code":3,"is_day":0},
                "daily":{"time":["\(day)"],"sunrise":["\(day)T00:00"],"sunset":["\(day)T00:00"]}}
                """
        }

        @Test func `Weather leaves out what cannot be, and an observation of months ago is not the current weather`()
            async throws
        {
            try await ProviderServer.with { request in
                let isOld = request.uri.contains("latitude=60")
                return .reply(200, Self.impossible(at: isOld ? .now - 100 * 86_400 : .now))
            } _: { server, address in
                let simulated = try await SimulatedInstance.start(environment: ["VOKOL_OPENMETEO_BASE": address])
                let wire = try await https(simulated)
                let weather = try await get("/v1/weather?latitude=78.22&longitude=15.65", wire, simulated)
                #expect(weather["provider"] == .string("open-meteo"), "\(weather)")
                #expect(weather["temperature"] != .null)
                for name in ["humidity", "pressure", "windSpeed", "sunrise", "sunset"] {
                    #expect(weather[name] == .null, "\(name): \(weather)")
                }
                let other = try await get("/v1/weather?latitude=60&longitude=15.65", wire, simulated)
                #expect(other["provider"] == .string("openweathermap"), "\(other)")
                #expect(server.requests.count >= 2)
                await wire.close()
                try await simulated.instance.stop(removing: true)
            }
        }

        /// An answer of Google with a ward before the city, and a road without a name.
        private static let ward = """
            {"status":"OK","results":[
            {"types":["route"],"address_components":[{"long_name":"Unnamed Road","types":["route"]},
            {"long_name":"7","types":["street_number"]},
            {"long_name":"Kita Ward","types":["locality","political","ward"]}]},
            {"types":["locality"],"address_components":[{"long_name":"Sapporo","types":["locality","political"]},
            {"long_name":"Japan","short_name":"JP","types":["country"]}]}]}
            """

        @Test func `An address has the city and no nameless road, and a provider that refuses with 200 is left alone`()
            async throws
        {
            try await ProviderServer.with { request in
                request.uri.contains("latlng=43.06")
                    ? .reply(200, Self.ward) : .reply(200, #"{"status":"OVER_QUERY_LIMIT","results":[]}"#)
            } _: { server, address in
                let simulated = try await SimulatedInstance.start(
                    environment: ["VOKOL_GOOGLE_BASE": address, "VOKOL_GOOGLE_KEY": "key"])
                let wire = try await https(simulated)
                func find(_ place: String) async throws -> JSON {
                    try await get("/v1/places/address?\(place)", wire, simulated)
                }
                let sapporo = try await find("latitude=43.06&longitude=141.35")
                #expect(sapporo["provider"] == .string("google") && sapporo["city"] == .string("Sapporo"), "\(sapporo)")
                #expect(sapporo["street"] == .null && sapporo["house"] == .null, "\(sapporo)")
                let refused = server.requests.count + 1
                for latitude in ["53.9", "52.1", "55.2"] {
                    let found = try await find("latitude=\(latitude)&longitude=27.5667")
                    #expect(found["provider"] == .string("nominatim"), "\(found)")
                    #expect(server.requests.count == refused, "\(latitude)")
                }
                await wire.close()
                try await simulated.instance.stop(removing: true)
            }
        }
    }
}
