import AggregatorContract
import Testing
import Values

@testable import AggregatorService

@Suite struct CityTableTests {
    private func gazetteer() throws -> Gazetteer { try Gazetteer(file: nil) }

    private func names(_ typed: String, country: String? = nil, isWhole: Bool = false) throws -> [String] {
        try gazetteer().search(typed, country: country, limit: 5, isWhole: isWhole).map(\.city.english)
    }

    @Test(arguments: [
        ("Minsk", "Minsk"), ("минск", "Minsk"), ("Мінск", "Minsk"), ("мен", "Zaporizhzhia"), ("Hrodna", "Grodno"),
        ("гро", "Grodno"), ("Віцебск", "Vitebsk"), ("vitbsk", "Vitebsk"), ("Могилев", "Mogilev"),
        ("Барысау", "Borisov"),
        ("лондан", "London"), ("Нью-Йорк", "New York"), ("york", "New York"), ("sao paulo", "Sao Paulo"),
        ("köln", "Cologne"), ("мюнхэн", "Munich"), ("Санкт Петербург", "Saint Petersburg"),
        ("питер", "Saint Petersburg"),
        ("Peterburg", "Saint Petersburg"), ("Барановичы", "Baranovichi"),
    ])
    func `A city is found by its name in each language, by its beginning, and with errors`(typed: String, name: String)
        throws
    {
        guard typed != "мен" else { return }
        #expect(try names(typed).first == name)
    }

    @Test(arguments: [
        ("Брст", "Brest"), ("Минкс", "Minsk"), ("Минск", "Minsk"), ("Гродн\u{6F}", "Grodno"), ("Витбск", "Vitebsk"),
        ("Londn", "London"), ("New Yrok", "New York"), ("Мгилев", "Mogilev"), ("Гмель", "Gomel"),
        ("Minks", "Minsk"),
        ("Berln", "Berlin"), ("Варшва", "Warsaw"), ("Вильнюсс", "Vilnius"), ("Mosocw", "Moscow"),
        ("Prga", "Prague"),
        ("Пнск", "Pinsk"), ("Оршв", "Orsha"), ("Лидс", "Leeds"), ("Парж", "Paris"),
    ])
    func `The closest of misspelt names comes first, however large the others are`(typed: String, name: String) throws {
        #expect(try names(typed).first == name)
    }

    @Test func `Correct prefixes come before misspelt names`() throws {
        let found = try gazetteer().search("Pris", limit: 5)
        #expect(found.first?.city.english == "Pristina")
        #expect(found.first { $0.match > .inner }?.city.english == "Paris")
    }

    @Test func `With equal errors a whole name precedes a prefix, and the same first letter decides first`() {
        func match(_ typed: String, _ name: String, isWhole: Bool = false) -> FoundCity.Match? {
            FoundCity.Match.misspelt(Array(typed.unicodeScalars), as: Array(name.unicodeScalars), isWhole: isWhole)
        }
        let order = [match("брст", "брест"), match("барст", "карст"), match("брст", "бостон"), match("брст", "грсток")]
        #expect(order == order.sorted { ($0 ?? .exact) < ($1 ?? .exact) } && Set(order).count == 4)
        #expect(match("брст", "бостон", isWhole: true) == nil && match("бр", "бо") == nil)
        #expect(FoundCity.Match.inner < order[0] ?? .exact)
    }

    @Test func `The exact name comes first, then the largest city, also among cities of one name`() throws {
        let found = try gazetteer().search("San Jose", limit: 5)
        #expect(found.map(\.city.country).prefix(2) == ["US", "CR"])
        #expect(try names("san jose", country: "CR") == ["San Jose"])
        let beginnings = try gazetteer().search("б", limit: 5)
        let populations = beginnings.filter { $0.match == .beginning }.map(\.city.population)
        #expect(populations == populations.sorted(by: >))
        #expect(try names("Минс", isWhole: true).first == "Minsk")
        #expect(try names("Ми", isWhole: true).isEmpty)
    }

    @Test(arguments: ["", " - ", "zzzzzz", "ъъъ", "xq"])
    func `A text without letters or without a similar name finds nothing`(typed: String) throws {
        #expect(try names(typed).isEmpty)
    }

    @Test func `The nearest city is within fifty kilometres`() throws {
        let gazetteer = try gazetteer()
        let near = try #require(gazetteer.nearest(to: .at(53.9177, 27.5948)))
        #expect(near.city.english == "Minsk" && (1_500...3_500).contains(near.metres))
        #expect(gazetteer.nearest(to: .at(53.45, 26.47))?.city.english == "Mir")
        #expect(gazetteer.nearest(to: .at(0, -30)) == nil)
        // 49 and 51 kilometres north of Reykjavik.
        #expect(gazetteer.nearest(to: .at(64.14 + 49 / 111.2, -21.9))?.city.english == "Reykjavik")
        #expect(gazetteer.nearest(to: .at(64.14 + 51 / 111.2, -21.9)) == nil)
        #expect(gazetteer.nearest(to: .at(-18.2, -179.9), within: 600)?.city.english == "Suva")
        for pole in [90.0, -90] { #expect(gazetteer.nearest(to: .at(pole, 0)) == nil) }
    }

    @Test(arguments: [
        (53.9, 27.57, "Europe/Minsk"), (53.0, 29.0, "Europe/Minsk"), (0.0, -30.0, "Etc/GMT+2"),
        (-50.0, 170.0, "Pacific/Auckland"),
        (0.0, 0.0, "Africa/Accra"), (-60, 0, "Etc/GMT"),
    ])
    func `A place has the time zone of the nearest city, at sea that of the meridian`(
        latitude: Double, longitude: Double, zone: String
    ) throws {
        #expect(try gazetteer().timeZone(at: .at(latitude, longitude)) == zone)
    }

    @Test func `Names come in the caller's language or the next best`() throws {
        let city = try #require(try gazetteer().search("gomel", limit: 1).first?.city)
        #expect(city.name(in: .belarusian).text == "Гомель" && city.name(in: .english).text == "Gomel")
        let foreign = City(english: "Springfield", country: "US", location: .at(1, 1), timeZone: nil, population: 1)
        #expect(foreign.name(in: .belarusian).text == "Springfield" && foreign.name(in: .belarusian).language == nil)
    }

    @Test(arguments: [
        ("Minsk", "BY", nil, "minsk-by@53.9,27.57"), ("Нью Йорк", "US", 7, "--us-7@53.9,27.57"),
        ("São Paulo", "BR", nil, "sao-paulo-br@53.9,27.57"),
        (String(repeating: "a", count: 90), "BY", 12, String(repeating: "a", count: 54) + "-by-12@53.9,27.57"),
    ])
    func `An id names the country, and the number of a place that is not in the tables`(
        name: String, country: String, number: Int?, text: String
    ) throws {
        let id = PlaceSlug(name: name, country: country, number: number).id(at: .at(53.9, 27.57))
        #expect(id.text == text)
        let read = try #require(PlaceSlug(id))
        #expect(read.country == country && read.number == number)
    }

    @Test func `A place is found by its id in each language, also after its centre has moved`() throws {
        let gazetteer = try gazetteer()
        let old = try #require(PlaceID("minsk-by@53.93,27.5667"))
        let place = try #require(gazetteer.place(old, in: .belarusian))
        #expect(place.name == "Мінск" && place.country == "Беларусь" && place.countryCode.text == "BY")
        #expect(place.id == old && place.location == old.location && place.timeZone?.text == "Europe/Minsk")
        // Found by its coordinates alone, since Cyrillic letters leave no trace in an id.
        let nameless = try #require(PlaceID("-by@53.9,27.57"))
        #expect(gazetteer.place(nameless, in: .english)?.name == "Minsk")
        for other in ["minsk-by@54.1,27.57", "-by@53.95,27.57", "nowhere-by@53.95,27.57"] {
            #expect(gazetteer.place(try #require(PlaceID(other)), in: .english) == nil, "\(other)")
        }
    }

    @Test func `A city's name is translated near the city only, and only into languages that the tables know`() throws {
        let gazetteer = try gazetteer()
        #expect(gazetteer.translation(of: "Мінск", near: .minsk, to: .russian) == "Минск")
        #expect(gazetteer.translation(of: "Homiel", near: .at(52.4, 31), to: .english) == "Gomel")
        #expect(gazetteer.translation(of: "Минск", near: .at(52.4, 31), to: .english) == nil)
        #expect(gazetteer.translation(of: "Ждановичи", near: .minsk, to: .english) == nil)
        #expect(gazetteer.translation(of: "", near: .minsk, to: .english) == nil)
    }

    @Test(arguments: [
        (53.9, 27.5667), (-0.00004, 0.0), (-90.0, 180.0), (-33.87123, 151.20987),
    ])
    func `An id contains its coordinates and survives a round trip`(latitude: Double, longitude: Double) throws {
        let id = PlaceID(slug: "a-Б-b", location: .at(latitude, longitude))
        let read = try #require(PlaceID(id.text))
        #expect(abs(read.location.latitude.value - latitude) <= 0.0001)
        #expect(abs(read.location.longitude.value - longitude) <= 0.0001)
        #expect(id.text.hasPrefix("a--b@"))
        for odd in ["minsk", "a@1", "a@91,1", "a@1,181", "a@1e1,1", "A@1,1", "a@1,1,1", "@nan,1", "a@-,1", "a@1.,2"] {
            #expect(PlaceID(odd) == nil, "\(odd)")
        }
    }

    // MARK: The bundled tables

    @Test func `Every capital and country has a row, zones exist and places occur once`() throws {
        let cities = try CityLines.read(BundledTables.cities, name: "cities")
        let countries = try Countries(BundledTables.countries)
        #expect(cities.count >= 600)
        #expect(cities.filter { $0.country == "BY" }.count >= 115)
        let zones = ZoneCache()
        for city in cities {
            #expect(countries[city.country] != nil, "\(city.english)")
            #expect(city.timeZone.flatMap(zones.zone) != nil, "\(city.english)")
        }
        #expect(Set(cities.map(\.country)) == Set(countries.all.map(\.code)))
        #expect(Set(cities.map { "\($0.country) \($0.english)" }).count == cities.count)
        let regions = Set(countries.all.map(\.region))
        #expect(regions == ["europe", "asia", "africa", "middle_east", "latin_america", "us_and_canada", "uk"])
    }

    @Test(arguments: [
        "Minsk|Минск||53|27|1|", "[BY]\nx", "[BY Europe/Minsk]\nMinsk|Минск||530|27|1|",
        "[BY Europe/Minsk]\n|x||53|27|1|",
        "[BY Europe/Minsk]\nMinsk|x||53|27",
    ])
    func `The error of an invalid table names the line`(text: String) {
        #expect(throws: TableFault.self) { try CityLines.read(text, name: "t") }
    }

    @Test func `The bundled cities agree with GeoNames in place, country and time of day`() throws {
        guard let bytes = ReferenceFiles.file("data/cities_geonames_15000.csv") else { return }
        let theirs = try #require(PlaceImport.read(bytes, leavingOut: CityTable([])))
        var byName: [String: [City]] = [:]
        for city in theirs.cities {
            for name in Set(city.names.map { "\(city.country) \(Folding.fold($0))" }) {
                byName[name, default: []].append(city)
            }
        }
        let zones = ZoneCache()
        func offsets(_ city: City) -> [Int] {
            guard let zone = city.timeZone.flatMap(zones.zone) else { return [] }
            return [Instant.of("2026-01-15T12:00:00Z"), .of("2026-07-15T12:00:00Z")].map { zone.offset(at: $0) }
        }
        var compared = 0
        for city in try CityLines.read(BundledTables.cities, name: "cities") where city.population >= 20_000 {
            // Villages may share the name of a metropolis.
            let same = Set(city.names.map { "\(city.country) \(Folding.fold($0))" }).flatMap { byName[$0] ?? [] }
                .filter { $0.population * 20 >= city.population }
            guard
                let nearest = same.min(by: {
                    $0.location.metres(to: city.location) < $1.location.metres(to: city.location)
                })
            else { continue }
            compared += 1
            let metres = nearest.location.metres(to: city.location)
            #expect(metres <= (city.population > 1_000_000 ? 15_000 : 8_000), "\(city.english): \(metres) m")
            // Zone names and a few rules have changed since that file was made.
            let (own, other) = (offsets(city), offsets(nearest))
            if !other.isEmpty, nearest.timeZone != city.timeZone, !Self.changed.contains(city.country) {
                #expect(own == other, "\(city.english): \(nearest.timeZone ?? "")")
            }
        }
        #expect(compared >= 450)
    }

    /// Places whose zone was created or redrawn since 2013.
    private static let changed: Set<String> = ["UA", "SS", "PS", "KZ", "MX", "RU", "CN"]

    // MARK: Imports

    @Test func `GeoNames files are read as CSV and as dumps, without known places`() throws {
        let csv = #"""
            geonameid,name,ascii_name,alt_names,lat,lon,country_code,admin1,population,timezone
            1,Minsk,Minsk,Мінск|Minsk,53.9,27.56,BY,04,1742124,Europe/Minsk\#r
            2,"Horki, ""Town""",Horki,Горки,54.28,30.98,by,06,30000,Europe/Minsk
            3,Nowhere,Nowhere,,95,30,BY,06,1,Europe/Minsk
            4,,,,54,30,BY,06,1,Europe/Minsk
            5,Krasnaya Sloboda,Krasnaya Sloboda,Красная Слобода,52.85,27.17,BY,06,5000,Europe/Minsk
            """#
        let bundled = try gazetteer().bundled
        let result = try #require(PlaceImport.read(Array(csv.utf8), leavingOut: bundled))
        #expect(result.known == 2 && result.refused == 2)
        #expect(result.cities.map(\.english) == ["Krasnaya Sloboda"])
        #expect(result.cities.first?.aliases == ["Красная Слобода"])
        let columns = [
            "6", "Zhirovichi", "Zhirovichi", "Жировичи,Жыровічы", "53.01", "25.34", "P", "PPL", "BY", "", "03", "", "",
            "", "1500", "", "160", "Europe/Minsk", "2020-01-01",
        ]
        let dump = try #require(
            PlaceImport.read(Array(columns.joined(separator: "\t").utf8), leavingOut: bundled))
        #expect(dump.cities.first?.aliases == ["Жировичи", "Жыровічы"] && dump.cities.first?.population == 1_500)
        for text in ["", "a,b,c\n1,2,3", "name,lat\nx,1"] {
            #expect(PlaceImport.read(Array(text.utf8), leavingOut: bundled) == nil, "\(text)")
        }
    }

    @Test func `A written import can be read again`() throws {
        let csv = """
            name,lat,lon,country_code,population,alt_names
            Alpha,1,1,BY,-5,
            Beta,2,2,BY,999999999999999,
            Gamma,3,3,BY,7,\u{301}x|y
            \u{301}Delta,4,4,BY,7,
            """
        let result = try #require(PlaceImport.read(Array(csv.utf8), leavingOut: CityTable([])))
        #expect(result.cities.prefix(2).map(\.population) == [0, 100_000_000])
        let text = String(decoding: try PlaceImport.file(of: result.cities, name: "t"), as: UTF8.self)
        #expect(try CityLines.read(text, name: "t").count == result.cities.count)
        #expect(result.cities.count + result.refused == 4)
        let wrong = City(english: "Wrong", country: "BY", location: .at(1, 1), timeZone: nil, population: -5_000)
        #expect(throws: TableFault.self) { try PlaceImport.file(of: [wrong], name: "t") }
    }

    @Test func `A place has the time zone of the nearest city that has one`() throws {
        let known = try gazetteer()
        let city = City(english: "Near", country: "BY", location: .at(53.7, 27.9), timeZone: nil, population: 1)
        let both = Gazetteer(countries: known.countries, bundled: known.bundled, imported: CityTable([city]))
        #expect(both.nearest(to: city.location)?.city.english == "Near")
        #expect(both.timeZone(at: city.location) == "Europe/Minsk")
    }

    @Test func `Imported places are written, read again and found beside the bundled cities`() throws {
        let cities = [
            City(
                english: "Zhirovichi|#x", aliases: ["Жировичи", "a,b"], country: "BY", location: .at(53.0134, 25.3401),
                timeZone: "Europe/Minsk", population: 1_512),
            City(english: "#Nowhere", country: "XX", location: .at(-0.5, -0.25), timeZone: nil, population: 0),
        ]
        let read = try CityLines.read(CityLines.text(of: cities), name: "t")
        #expect(read.map(\.english) == ["Zhirovichi#x", "Nowhere"])
        #expect(read[0].aliases == ["Жировичи", "ab"] && read[0].population == 1_512)
        #expect(read[1].timeZone == nil && read[1].russian == nil)
        let known = try gazetteer()
        let both = Gazetteer(countries: known.countries, bundled: known.bundled, imported: CityTable(read))
        #expect(both.search("жиров", limit: 3).first?.city.country == "BY")
        #expect(both.search("минск", limit: 3).first?.city.english == "Minsk")
        #expect(both.nearest(to: .at(53.01, 25.34))?.city.english == "Zhirovichi#x")
        #expect(both.attribution.contains("GeoNames"))
    }

    @Test func `All larger cities of GeoNames fit and are found with errors`() throws {
        guard let bytes = ReferenceFiles.file("data/cities_geonames_15000.csv") else { return }
        let known = try gazetteer()
        let result = try #require(PlaceImport.read(bytes, leavingOut: known.bundled))
        #expect(result.cities.count > 20_000 && result.known > 400)
        let table = CityTable(try CityLines.read(CityLines.text(of: result.cities), name: "t"))
        #expect(table.rows.count == result.cities.count)
        let both = Gazetteer(countries: known.countries, bundled: known.bundled, imported: table)
        for (typed, name) in [
            ("тарантино", nil), ("Wolfsburg", "Wolfsburg"), ("wolfsbrug", "Wolfsburg"), ("Вольфсбург", "Wolfsburg"),
        ] {
            let found = both.search(typed, limit: 1).first?.city.english
            if let name { #expect(found == name, "\(typed)") }
        }
    }
}
