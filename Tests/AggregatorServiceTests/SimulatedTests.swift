import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Simulator
import Synchronization
import Testing
import Values

@testable import AggregatorService

/// Tests of the service as its process assembles it, with simulated third parties and without PostgreSQL.
// Serialized: each test starts its own third parties and waits for them in real time.
@Suite(.serialized) struct SimulatedTests {
    @Test func `Every answer has its time, provider and attribution, and is marked as simulated`() async throws {
        try await TestAggregator.with { test in
            #expect(test.methods.missing.isEmpty)
            let weather = try await test.weather()
            #expect(weather.provider == "open-meteo" && weather.attribution.contains("Open-Meteo"))
            #expect(weather.fetchedAt == ManualTime.start && !weather.isStale && weather.source == .simulator)
            #expect(weather.timeZone?.text == "Europe/Minsk" && weather.utcOffset == 10_800)
            let forecast = try await test.forecast()
            #expect(forecast.steps.count == 52 && forecast.days.count == 7 && forecast.stepHours == 3)
            #expect(forecast.days.first?.date.description == "2026-11-21")
            #expect(forecast.source == .simulator && forecast.provider == "open-meteo")
            let news = try await test.news()
            #expect(news.source == .simulator && news.date.description == "2026-11-21" && news.missing.isEmpty)
            #expect(news.provider == "bbc,feeds" && news.attribution.contains("BBC News"))
            #expect(news.city == "Minsk" && news.countryCode?.text == "BY")
            // The pacer has no database, so the nearest city is the answer.
            let address = try await test.address()
            #expect(address.precision == .city && address.city == "Minsk" && address.source == nil)
            #expect(test.simulator.requests(of: .nominatim).isEmpty)
        }
    }

    @Test(arguments: [
        ("en", "The articles belong to the publishers"), ("ru", "Ссылки ведут на сайты изданий"),
        ("be", "Спасылкі вядуць на сайты выданняў"),
    ]) func `News name their publishers in the language of the call`(language: String, sentence: String) async throws {
        try await TestAggregator.with { test in
            let minsk = News.Local.Params(latitude: Location.minsk.latitude, longitude: Location.minsk.longitude)
            let news = try await test.call(News.Local.self, minsk, locale: language)
            #expect(news.attribution.hasPrefix(sentence) && news.attribution.contains("BBC News"))
        }
    }

    @Test func `Two thousand concurrent callers for one place cost one call, and later ones none`() async throws {
        try await TestAggregator.with { test in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<2_000 {
                    group.addTask { _ = try await test.weather(.at(53.9 + Double(number % 10) / 1_000, 27.56)) }
                }
                try await group.waitForAll()
            }
            _ = try await test.call(
                Weather.Current.self, Weather.Where(placeId: PlaceID("minsk-by@53.9,27.56")), locale: "ru")
            #expect(test.simulator.requests(of: .openMeteo).count == 1)
            test.time.advance(seconds: 500)
            _ = try await test.weather()
            #expect(test.simulator.requests(of: .openMeteo).count == 1)
        }
    }

    @Test func `The UTC offset is that of the named zone, even if the provider reports another`() async throws {
        let flags = ["--weather-providers", "openweathermap", "--openweathermap-key", "key-of-a-test"]
        try await TestAggregator.with(flags: flags) { test in
            // The simulator derives six hours from the longitude; the zone is a quarter of an hour behind that.
            let weather = try await test.weather(.at(27.7, 85.32))
            #expect(weather.timeZone?.text == "Asia/Kathmandu" && weather.utcOffset == 20_700)
        }
    }

    // MARK: Names of places

    @Test func `Weather names the place that was asked for, by its id or by its coordinates`() async throws {
        try await TestAggregator.with { test in
            let brest = Weather.Where(placeId: PlaceID("brest-by@52.1,23.69"))
            let current = try await test.call(Weather.Current.self, brest, locale: "be")
            #expect(current.place?.name == "Брэст" && current.place?.country == "Беларусь")
            #expect(current.place?.id == brest.placeId && current.place?.language == .belarusian)
            let forecast = try await test.call(
                Weather.Forecast.self, Weather.Forecast.Params(placeId: brest.placeId), locale: "ru")
            #expect(forecast.place?.name == "Брест" && forecast.place?.countryCode.text == "BY")
            #expect(try await test.weather().place?.id.text == "minsk-by@53.9,27.57")
            #expect(try await test.weather(.at(0, -30)).place == nil)
            #expect(test.simulator.requests(of: .openMeteoGeocoding).isEmpty)
        }
    }

    @Test func `A place that only a third party knows is named in each language by its id`() async throws {
        try await TestAggregator.with { test in
            let search = Places.Search.Params(query: SearchText(unchecked: "Ушуая"))
            let found = try await test.call(Places.Search.self, search, locale: "ru")
            let place = try #require(found.items.first)
            #expect(place.name == "Ушуая" && place.country == "Аргентина")
            let named = try await test.call(Places.Get.self, .init(id: place.id))
            #expect(named.place.id == place.id && named.place.location == place.location)
            #expect(named.place.name == "Ushuaia" && named.place.country == "Argentina")
            #expect(named.provider == "open-meteo" && named.source == .simulator)
            #expect(named.attribution.contains("GeoNames"))
            let weather = try await test.call(Weather.Current.self, .init(placeId: place.id), locale: "ru")
            #expect(weather.place == named.place.with(name: "Ушуая", region: place.region, country: "Аргентина"))
            #expect(weather.attribution.contains("GeoNames") && weather.attribution.contains("Weather data"))
        }
    }

    @Test func `A place of the tables is found by its id without a third party`() async throws {
        try await TestAggregator.with { test in
            let answer = try await test.call(
                Places.Get.self, .init(id: PlaceID(unchecked: "minsk-by@53.9,27.57")), locale: "ru")
            #expect(answer.place.name == "Минск" && answer.place.country == "Беларусь")
            #expect(answer.provider == "gazetteer" && answer.source == nil && !answer.isStale)
            #expect(test.simulator.requests().isEmpty)
        }
    }

    @Test(arguments: ["nowhere-by@10,10", "-by-1@10,10", "-ar-3833367@10,10", "@10,10"])
    func `An unknown place is not found, and the weather at its coordinates has no name`(text: String) async throws {
        try await TestAggregator.with { test in
            let id = PlaceID(unchecked: text)
            let error = await refusal { try await test.call(Places.Get.self, .init(id: id)) }
            #expect(error?.code == .notFound && error?.reason == "no-such-place")
            let weather = try await test.call(Weather.Current.self, .init(placeId: id))
            #expect(weather.place == nil && weather.location == id.location)
        }
    }

    @Test func `Every country code comes with the country's name in the caller's language`() async throws {
        try await TestAggregator.with { test in
            let search = Places.Search.Params(query: SearchText(unchecked: "Paris"))
            let found = try await test.call(Places.Search.self, search, locale: "ru")
            #expect(found.items.first?.countryCode.text == "FR" && found.items.first?.country == "Франция")
            let minsk = Location.minsk
            let address = try await test.call(
                Places.Reverse.self, .init(latitude: minsk.latitude, longitude: minsk.longitude), locale: "be")
            #expect(address.countryCode?.text == "BY" && address.country == "Беларусь")
            let news = try await test.call(News.Local.self, .init(countryCode: CountryCode("FR")), locale: "be")
            #expect(news.countryCode?.text == "FR" && news.country == "Францыя")
        }
    }

    // MARK: Failures

    @Test func `After 429 the provider is not called until its minute is over`() async throws {
        try await TestAggregator.with { test in
            test.time.advance(seconds: 40)
            test.simulator.add(Fault(.limited, of: .openMeteo).with { $0.retryAfter = Fault.RetryAfter.none })
            for location in [Location.minsk, .at(10, 10)] {
                let error = await refusal { try await test.weather(location) }
                // 20 seconds remain of the minute, and one is added for clock differences. Without reading the body,
                // the pause would be a minute.
                #expect((1_000...21_000).contains(error?.retryAfterMilliseconds ?? 0))
            }
            #expect(test.simulator.requests(of: .openMeteo).count == 1)
        }
    }

    /// The faults of a third party that answers in JSON, each with true if the service can still use its answer.
    static let jsonFaults: [(Fault.Kind, Bool)] = [
        (.hang, false), (.stall, false), (.close, false), (.reset, false), (.endlessChunks, false),
        (.longLength, false), (.huge, false), (.unauthorized, false), (.forbidden, false), (.notFound, false),
        (.noContent, false), (.limited, false), (.redirectLoop, false), (.malformed, false), (.truncated, false),
        (.notANumber, false), (.deepNesting, false), (.brokenGzip, false), (.html, false), (.unknownKeys, true),
        (.gzip, true), (.conditional, true), (.byteOrderMark, true),
    ]

    @Test(arguments: jsonFaults.map(\.0))
    func `A failing provider is a clear error in time, or the other provider answers`(kind: Fault.Kind) async throws {
        let isAnswered = Self.jsonFaults.first { $0.0 == kind }?.1 ?? false
        try await TestAggregator.with { test in
            test.simulator.add(Fault(kind, of: .openMeteo))
            if isAnswered {
                let weather = try await test.weather(within: 10_000)
                #expect(weather.provider == "open-meteo")
            } else {
                let error = await refusal { try await test.weather(within: 1_500) }
                #expect(error?.code == .unavailable && error?.reason == "weather-unavailable")
                #expect((error?.retryAfterMilliseconds ?? 0) >= 1_000)
            }
        }
        try await TestAggregator.with(flags: ["--openweathermap-key", "key-of-a-test"]) { test in
            test.simulator.add(Fault(kind, of: .openMeteo))
            let weather = try await test.weather(within: 8_000)
            #expect(weather.provider == (isAnswered ? "open-meteo" : "openweathermap"))
            #expect(weather.timeZone?.text == "Europe/Minsk")
        }
    }

    @Test(arguments: [
        Fault.Kind.wrongTypes, .nulls, .missingKeys, .wrongCharset, .shortLength, .redirectElsewhere,
        .duplicateGuids,
        .oddDates, .badEntities, .entityBomb,
    ])
    func `Texts for numbers, nulls and missing members never crash the service`(kind: Fault.Kind) async throws {
        try await TestAggregator.with(flags: ["--google-key", "k", "--newsapi-key", "k"]) { test in
            for party in [ThirdParty.openMeteo, .openMeteoAir, .openMeteoGeocoding, .google, .bbc, .feeds, .newsAPI] {
                test.simulator.add(Fault(kind, of: party).with { $0.location = "http://127.0.0.1:1/" })
            }
            let briefing = try await test.briefing(within: 8_000)
            #expect(briefing.address.value != nil)
            #expect(briefing.weather.value == nil || briefing.weather.status == .ok)
            let found = try await test.call(Places.Search.self, .init(query: SearchText(unchecked: "Гомель")))
            #expect(found.items.first?.countryCode.text == "BY")
            let air = Weather.AirQuality.Params(placeId: PlaceID("minsk-by@53.9,27.56"))
            let answer = try? await test.call(Weather.AirQuality.self, air, within: 8_000)
            #expect(answer?.index ?? 0 >= 0)
        }
    }

    @Test(arguments: [Fault.Kind.status, .notFound])
    func `A stale answer is served while its provider fails, for at most three hours`(kind: Fault.Kind) async throws {
        try await TestAggregator.with { test in
            let first = try await test.weather()
            test.simulator.add(Fault(kind, of: .openMeteo).with { $0.status = 500 })
            test.time.advance(seconds: 3_600)
            let second = try await test.weather()
            #expect(second.isStale && second.fetchedAt == first.fetchedAt && second.temperature == first.temperature)
            test.time.advance(seconds: 3 * 3_600)
            let refused = await refusal { try await test.weather() }
            #expect(refused != nil)
        }
    }

    @Test func `Answers stored on disk survive a restart with every third party down`() async throws {
        let directory = try temporaryDirectory()
        defer { removeDirectory(directory) }
        let flags = ["--upstream-directory", directory]
        let simulator = try await Simulator.start()
        let time = ManualTime()
        simulator.set(clock: time.now)
        let recorded = Mutex<(Weather.Current.Result, Int, News.Local.Result)?>(nil)
        try await TestAggregator.with(simulator, time: time, flags: flags) { test in
            let answers = (try await test.weather(), try await test.forecast().steps.count, try await test.news())
            recorded.withLock { $0 = answers }
        }
        for party in ThirdParty.allCases { simulator.add(Fault(.reset, of: party)) }
        simulator.clearLog()
        try await TestAggregator.with(simulator, time: time, flags: flags) { test in
            let before = try #require(recorded.withLock { $0 })
            let weather = try await test.weather()
            #expect(weather == before.0)
            let forecast = try await test.forecast()
            #expect(forecast.steps.count == before.1)
            let news = try await test.news()
            #expect(news == before.2)
            #expect(test.simulator.requests().isEmpty)
        }
        await simulator.stop()
    }

    @Test func `A key is sent to its provider only and appears in no log line or error`() async throws {
        try await TestAggregator.with(flags: [
            "--openweathermap-key", "key-of-a-test", "--weather-providers", "openweathermap",
        ]) { test in
            let weather = try await test.weather()
            #expect(weather.provider == "openweathermap")
            test.simulator.add(Fault(.unauthorized, of: .openWeatherMap))
            let error = await refusal { try await test.weather(.at(10, 10)) }
            #expect(error.map { !"\($0)".contains("key-of-a-test") } == true)
        }
    }

    @Test func `Without a weather provider the service fails to start and names the setting`() async throws {
        let fault = await #expect(throws: SettingFault.self) {
            try await TestAggregator.with(flags: ["--weather-providers", "openweathermap"]) { _ in }
        }
        #expect(fault?.name == "weather.providers" && fault?.detail.contains("openweathermap.key") == true)
    }

    @Test(arguments: ["weather", "places"])
    func `With an unknown provider the service fails to start and names the setting`(_ kind: String) async throws {
        let fault = await #expect(throws: SettingFault.self) {
            try await TestAggregator.with(flags: ["--\(kind)-providers", "openmeteo"]) { _ in }
        }
        #expect(fault?.name == "\(kind).providers" && fault?.detail.contains("openmeteo") == true)
    }

    // MARK: Briefings

    @Test(arguments: [
        ThirdParty.openMeteo, .feeds, .bbc, .google,
    ])
    func `A hanging third party affects its own part of a briefing only`(party: ThirdParty) async throws {
        try await TestAggregator.with(flags: ["--google-key", "k"]) { test in
            test.simulator.add(Fault(.hang, of: party))
            let briefing = try await test.briefing(within: 6_000)
            #expect(briefing.weather.status == (party == .openMeteo ? .timedOut : .ok))
            #expect(briefing.forecast.status == (party == .openMeteo ? .timedOut : .ok))
            #expect(briefing.address.status == .ok)
            #expect(briefing.address.value?.provider == (party == .google ? "gazetteer" : "google"))
            #expect(briefing.news.status == .ok)
            let missing = briefing.news.value?.missing ?? []
            #expect(missing.contains("BBC News") == (party == .bbc))
            #expect(missing.contains("БелТА") == (party == .feeds))
            #expect(briefing.saved == nil)
        }
    }

    @Test func `A briefing and the weather of cities name what a hanging third party leaves out`() async throws {
        try await TestAggregator.with(flags: ["--parts-patience", "100ms"]) { test in
            test.simulator.add(Fault(.hang, of: .openMeteo))
            let briefing = try await test.briefing()
            #expect(briefing.weather.status == .timedOut && briefing.forecast.status == .timedOut)
            let place = try #require(PlaceID("minsk-by@53.9,27.56"))
            let cities = try await test.call(Cities.CityWeather.self, .init(placeIds: [place]))
            #expect(cities.items.map(\.weather.status.known) == [.timedOut])
        }
    }

    @Test func `With every third party down a briefing comes from our own tables, and search works`() async throws {
        try await TestAggregator.with { test in
            for party in ThirdParty.allCases { test.simulator.add(Fault(.reset, of: party)) }
            let briefing = try await test.briefing()
            #expect(briefing.weather.value == nil && briefing.forecast.value == nil && briefing.news.value == nil)
            #expect(briefing.weather.status != .ok && briefing.news.status != .ok)
            #expect(briefing.address.value?.city == "Minsk")
            let found = try await test.call(Places.Search.self, .init(query: SearchText(unchecked: "витебс")))
            #expect(found.items.first?.name == "Vitebsk" && found.provider == "gazetteer" && found.source == nil)
            let error = await refusal { try await test.news() }
            #expect(error?.reason == "news-unavailable")
        }
    }

    @Test func `Google's addresses are fetched each time because they must not be stored`() async throws {
        try await TestAggregator.with(flags: ["--google-key", "k"]) { test in
            let address = try await test.address()
            #expect(address.provider == "google" && address.precision != .none)
            _ = try await test.address()
            #expect(test.simulator.requests(of: .google).count == 2)
        }
    }

    // MARK: News

    @Test(arguments: [
        ("2026-11-21T20:59:00Z", "2026-11-21"), ("2026-11-21T21:01:00Z", "2026-11-22"),
        ("2026-12-31T20:59:00Z", "2026-12-31"), ("2026-12-31T21:01:00Z", "2027-01-01"),
    ])
    func `News are of today in the place's time zone, also around midnight and New Year`(now: String, date: String)
        async throws
    {
        try await TestAggregator.with { test in
            test.time.set(.of(now))
            test.simulator.set(clock: .of(now))
            let news = try await test.news()
            #expect(news.date.description == date && news.items.count <= 10)
            for item in news.items {
                #expect(LocalCalendar.offset(10_800).date(at: item.publishedAt).description == date)
            }
        }
    }

    @Test func `News are found for a known city or a country, and an unknown city is an error`() async throws {
        try await TestAggregator.with { test in
            let city = try await test.call(
                News.Local.self, .init(city: CityName(unchecked: "Брэст"), timeZone: TimeZoneName("Asia/Tokyo")),
                locale: "be")
            #expect(city.city == "Брэст" && city.countryCode?.text == "BY" && city.timeZone.text == "Asia/Tokyo")
            let country = try await test.call(News.Local.self, .init(countryCode: CountryCode("FR")))
            #expect(country.timeZone.text == "Europe/Paris" && country.city == nil && country.scope != .city)
            let misspelt = try await test.call(News.Local.self, .init(city: CityName("Vitbsk")))
            #expect(misspelt.city == "Vitebsk")
            // 165 km from Reykjavik.
            let far = try await test.news(.at(65, -19))
            #expect(far.countryCode?.text == "IS" && far.city == nil && far.scope != .city)
            let sea = try await test.news(.at(0, -30))
            #expect(sea.items.isEmpty && sea.scope == .none && sea.countryCode == nil)
            let wrong: [(News.Local.Params, ErrorCode)] = [
                (.init(), .invalidParams), (.init(latitude: Latitude(1)), .invalidParams),
                (.init(latitude: Latitude(1), longitude: Longitude(1), city: CityName("Minsk")), .invalidParams),
                (.init(city: CityName("Qwertzuiop")), .notFound), (.init(city: CityName("Minks")), .notFound),
                (.init(countryCode: CountryCode("QQ")), .invalidParams),
                (.init(countryCode: CountryCode("BY"), timeZone: TimeZoneName("Europe/Atlantis")), .invalidParams),
            ]
            for (params, code) in wrong {
                let error = await refusal { try await test.call(News.Local.self, params) }
                #expect(error?.code == code)
            }
        }
    }

    @Test(arguments: [
        (Weather.Where(), ""), (Weather.Where(latitude: Latitude(1)), "/longitude"),
        (Weather.Where(longitude: Longitude(1)), "/latitude"),
        (Weather.Where(latitude: Latitude(1), longitude: Longitude(1), placeId: PlaceID("a@1,1")), "/placeId"),
    ])
    func `Errors point at the invalid parameter`(place: Weather.Where, pointer: String) async throws {
        try await TestAggregator.with { test in
            let error = await refusal { try await test.call(Weather.Current.self, place) }
            #expect(error?.faults.first?.pointer == pointer)
        }
    }

    @Test func `A fault names the field in the caller's language`() async throws {
        try await TestAggregator.with { test in
            let place = Weather.Where(latitude: Latitude(1), longitude: Longitude(1), placeId: PlaceID("a@1,1"))
            let error = await refusal { try await test.call(Weather.Current.self, place) }
            #expect(error?.faults.first?.detail.russian.hasPrefix("Место: ") == true)
            let news = News.Local.Params(countryCode: CountryCode("BY"), timeZone: TimeZoneName("Europe/Atlantis"))
            let unknown = await refusal { try await test.call(News.Local.self, news) }
            #expect(unknown?.faults.first?.detail.belarusian.hasPrefix("Часавы пояс: ") == true)
        }
    }

    @Test func `Without PostgreSQL only the history is unavailable`() async throws {
        try await TestAggregator.with { test in
            let error = await refusal {
                try await test.call(History.List.self, .init(), as: TestAggregator.account)
            }
            #expect(error?.code == .unavailable)
            let anonymous = await refusal { try await test.call(History.List.self, .init()) }
            #expect(anonymous?.code == .unauthenticated)
            let unsigned = await refusal { try await test.briefing(save: true) }
            #expect(unsigned?.code == .unauthenticated)
            let briefing = try await test.briefing(save: true, as: TestAggregator.account)
            #expect(briefing.saved?.status == .unavailable && briefing.weather.status == .ok)
        }
    }
}

extension Places.Place {
    /// Returns the place with names of another language.
    fileprivate func with(name: String, region: String?, country: String) -> Places.Place {
        var place = self
        (place.name, place.region, place.country) = (name, region, country)
        return place
    }
}
