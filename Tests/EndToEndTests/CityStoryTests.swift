import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Stories about the news, the weather and the address of a city whose third parties send odd answers.
    @Suite struct CityStory {
        /// Returns an instant as the date and the time on the clocks of a zone.
        private func clock(_ instant: String?, in zone: String) throws -> String {
            let date = try Date(try #require(instant), strategy: .iso8601)
            let format = Date.ISO8601FormatStyle(timeZone: try #require(TimeZone(identifier: zone)))
            return String(date.formatted(format).prefix(19))
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
            let wire = try await simulated.https()
            for (_, title, place) in news {
                let found = try await simulated.get("/v1/news?\(place)", over: wire)
                let titles = found["items"].items.map { $0["title"].text }
                #expect(found["scope"] == .string(place.contains("city") ? "city" : "country"), "\(place): \(found)")
                #expect(titles.contains(title), "\(place): \(titles)")
                #expect(!titles.contains(other), "\(place): \(titles)")
            }
            await wire.close()
            try await simulated.instance.stop(removing: true)
        }

        /// Returns the answer of NewsAPI to a search: an article about the searched place, published now.
        private static func article(about query: [String: String]) -> String {
            let title = (query["q"] ?? "").filter { $0 != "\"" } + " opens a bridge"
            return #"{"status":"ok","totalResults":1,"articles":[{"source":{"id":null,"name":"Harbour Post"},"#
                + #""author":null,"title":\#(quoted(title)),"description":null,"url":"https://harbour.example/bridge","#
                + #""urlToImage":null,"publishedAt":"\#(Date.now.formatted(.iso8601))","content":null}]}"#
        }

        @Test(arguments: [("Tokyo", "JP", "Asia/Tokyo"), ("Toronto", "CA", "America/Toronto")])
        func `NewsAPI is asked for the day of the place, and an article is by its own source`(
            city: String, country: String, zone: String
        ) async throws {
            let scripted = try await Instances.scripted.value
            scripted.answer("/v2/everything") { .reply(200, Self.article(about: $0)) }
            let wire = try await scripted.simulated.https()
            let news = try await scripted.simulated.get("/v1/news?city=\(city)&countryCode=\(country)", over: wire)
            await wire.close()
            let article = try #require(
                news["items"].items.first { $0["title"] == .string("\(city) opens a bridge") }, "\(news)")
            #expect(article["publisher"] == .string("Harbour Post"))
            let searches = scripted.queries(of: "/v2/everything").filter { $0["q"] == #""\#(city)""# }
            let search = try #require(searches.first)
            let date = try #require(news["date"].text)
            #expect(try clock(search["from"].map { $0 + "Z" }, in: zone) == "\(date)T00:00:00", "\(search)")
            #expect(try clock(search["to"].map { $0 + "Z" }, in: zone) == "\(date)T23:59:59", "\(search)")
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

        /// Returns the current weather as OpenWeatherMap sends it, under broken clouds.
        private static func brokenClouds() -> String {
            """
            {"coord":{"lon":15.65,"lat":60},"weather":[{"id":803,"main":"Clouds","description":"broken clouds",
            "icon":"04d"}],"main":{"temp":4.1,"pressure":1012,"humidity":80},"wind":{"speed":3.2,"deg":200},
            "clouds":{"all":70},"dt":\(Int(Date.now.timeIntervalSince1970)),"timezone":3600,"cod":200}
            """
        }

        @Test
        func `Weather leaves out what cannot be, and after an observation of months ago another provider is asked`()
            async throws
        {
            let scripted = try await Instances.scripted.value
            scripted.answer("/v1/forecast") { query in
                let isOld = query["latitude"]?.hasPrefix("60") == true
                return .reply(200, Self.impossible(at: isOld ? .now - 100 * 86_400 : .now))
            }
            scripted.answer("/data/2.5/weather") { _ in .reply(200, Self.brokenClouds()) }
            let wire = try await scripted.simulated.https()
            func weather(_ latitude: String) async throws -> JSON {
                try await scripted.simulated.get("/v1/weather?latitude=\(latitude)&longitude=15.65", over: wire)
            }
            let polar = try await weather("78.22")
            #expect(polar["provider"] == .string("open-meteo"), "\(polar)")
            #expect(polar["temperature"] != .null)
            for name in ["humidity", "pressure", "windSpeed", "sunrise", "sunset"] {
                #expect(polar[name] == .null, "\(name): \(polar)")
            }
            let other = try await weather("60")
            #expect(other["provider"] == .string("openweathermap"), "\(other)")
            #expect(other["condition"] == .string("mostly-cloudy"), "\(other)")
            #expect(other["text"] == .string("Mostly cloudy"), "\(other)")
            await wire.close()
        }

        @Test func `Weather without an offset is read in the zone that it names`() async throws {
            let scripted = try await Instances.scripted.value
            let zone = "Asia/Kathmandu"
            // A quarter of an hour ago, on the clocks of Kathmandu.
            let time = try clock((.now - 900).formatted(.iso8601), in: zone).prefix(16)
            let day = time.prefix(10)
            scripted.answer("/v1/forecast") { _ in
                .reply(
                    200,
                    """
                    {"latitude":27.72,"longitude":85.32,"timezone":"\(zone)",
                    "current":{"time":"\(time)","interval":900,"temperature_2m":14.5,"weather_code":0,"is_day":1},
                    "daily":{"time":["\(day)"],"sunrise":["\(day)T06:35"],"sunset":["\(day)T17:05"]}}
                    """)
            }
            let wire = try await scripted.simulated.https()
            let weather = try await scripted.simulated.get("/v1/weather?latitude=27.72&longitude=85.32", over: wire)
            await wire.close()
            #expect(weather["provider"] == .string("open-meteo"), "\(weather)")
            #expect(weather["timeZone"] == .string(zone) && weather["utcOffset"].int == 20_700, "\(weather)")
            #expect(try clock(weather["observedAt"].text, in: zone) == "\(time):00", "\(weather)")
            #expect(try clock(weather["sunrise"].text, in: zone) == "\(day)T06:35:00", "\(weather)")
            #expect(try clock(weather["sunset"].text, in: zone) == "\(day)T17:05:00", "\(weather)")
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
            let scripted = try await Instances.scripted.value
            let path = "/maps/api/geocode/json"
            scripted.answer(path) { query in
                query["latlng"]?.hasPrefix("43.06") == true
                    ? .reply(200, Self.ward) : .reply(200, #"{"status":"OVER_QUERY_LIMIT","results":[]}"#)
            }
            let wire = try await scripted.simulated.https()
            func find(_ place: String) async throws -> JSON {
                try await scripted.simulated.get("/v1/places/address?\(place)", over: wire)
            }
            let sapporo = try await find("latitude=43.06&longitude=141.35")
            #expect(sapporo["provider"] == .string("google") && sapporo["city"] == .string("Sapporo"), "\(sapporo)")
            #expect(sapporo["street"] == .null && sapporo["house"] == .null, "\(sapporo)")
            let refused = scripted.queries(of: path).count + 1
            for latitude in ["53.9", "52.1", "55.2"] {
                let found = try await find("latitude=\(latitude)&longitude=27.5667")
                #expect(found["provider"] == .string("nominatim"), "\(found)")
                #expect(scripted.queries(of: path).count == refused, "\(latitude)")
            }
            await wire.close()
        }
    }
}
