import AggregatorContract
import Testing
import Values

@testable import AggregatorService

@Suite struct NewsTests {
    @Test(arguments: [
        ("Thu, 08 Aug 2024 15:39:03 GMT", "2024-08-08T15:39:03Z"),
        ("8 Aug 2024 15:39 +0300", "2024-08-08T12:39:00Z"),
        ("Thu, 8 Aug 24 15:39:03 UT", "2024-08-08T15:39:03Z"),
        ("Thu 08 Aug 2024 10:39:03 EST", "2024-08-08T15:39:03Z"),
        ("Thu, 08 August 2024 15:39:03 +0000", "2024-08-08T15:39:03Z"),
        ("Mon, 01 Jan 99 00:00:00 Z", "1999-01-01T00:00:00Z"),
        ("2025-08-20T09:37:17.3744974Z", "2025-08-20T09:37:17Z"),
        ("2026-10-02T06:30:00+03:00", "2026-10-02T03:30:00Z"),
        ("2026-10-02T06:30Z", "2026-10-02T06:30:00Z"), ("2026-10-02 06:30:00 +0300", "2026-10-02T03:30:00Z"),
        ("20261002T063000Z", "2026-10-02T06:30:00Z"),
        ("2026-10-02T06:30:00.123456789-0500", "2026-10-02T11:30:00Z"),
        ("  Thu,  08 Aug 2024\n15:39:03 GMT ", "2024-08-08T15:39:03Z"),
        ("Sat, 29 Feb 2020 23:59:60 GMT", "2020-03-01T00:00:00Z"),
    ])
    func `Dates are parsed as feeds write them`(text: String, instant: String) {
        #expect(NewsDate.instant(text) == .of(instant))
    }

    @Test(arguments: [
        "", "yesterday", "31 Feb 2026 10:00:00 GMT", "2026-02-31T10:00:00Z", "Thu, 08 Aug 2024", "2026-10-02",
        "2026-10-02T06:30:00", "08 Aug 2024 25:00:00 GMT", "08 Foo 2024 10:00:00 GMT", "08 Aug 202 10:00:00 GMT",
        "08 Aug 2024 10:00:00 XYZ", "2026-10-02T06:30:00.Z", "2026-10-02T06:30:00+99:00", "99999999999999999999",
        "2026-10-02T06:30:00ZZ",
    ])
    func `Texts that are not dates, and dates without a zone, are refused`(text: String) {
        #expect(NewsDate.instant(text) == nil)
    }

    @Test func `Different addresses of one article have one identity`() {
        let link = "https://www.bbc.co.uk/news/articles/c1?at_medium=RSS#0"
        #expect(ArticleLink.identity(link) == "bbc.co.uk/news/articles/c1")
        #expect(ArticleLink.identity("http://BBC.co.uk/news/articles/c1/") == "bbc.co.uk/news/articles/c1")
        #expect(ArticleLink.normalized(link) == "https://www.bbc.co.uk/news/articles/c1")
        #expect(ArticleLink.normalized("https://a.example/n.php?utm=1&id=5#x") == "https://a.example/n.php?id=5")
        #expect(
            ArticleLink.identity("https://a.example/news.php?nid=1&UTM_Source=x&yclid=2")
                == "a.example/news.php?nid=1")
        #expect(ArticleLink.identity("https://a.example/news.php?nid=2") == "a.example/news.php?nid=2")
        #expect(ArticleLink.identity("https://a.example/?b=2&a=1") == ArticleLink.identity("https://a.example?a=1&b=2"))
        #expect(ArticleLink.normalized("https://a.example/x#?nid=1") == "https://a.example/x")
        #expect(ArticleLink.isArticle(link))
        for path in ["iplayer/a", "sounds/a", "news/videos/a", "sport/football/1", "sport"] {
            #expect(!ArticleLink.isArticle("https://www.bbc.co.uk/\(path)"), "\(path)")
        }
    }

    // MARK: Choosing

    private static let now = Instant.of("2026-11-21T10:00:00Z")
    private let minsk = NewsSubject(
        city: NameMatcher(["Minsk", "Минск", "Мінск"]),
        country: NameMatcher(["Belarus", "Беларусь", "Belarus*", "белорус*"]))

    private func candidate(
        _ title: String, link: String? = nil, date: String = "Sat, 21 Nov 2026 08:00:00 GMT", summary: String? = nil,
        isOfCountry: Bool = false
    ) -> Candidate {
        let link = link ?? "https://a.example/\(title.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 })"
        return Candidate(
            item: FeedItem(title: title, link: link, summary: summary, date: date), publisher: "A",
            isOfCountry: isOfCountry)
    }

    private func choose(_ candidates: [Candidate], now: Instant = now) throws -> NewsSelection {
        let calendar = LocalCalendar.zone(try #require(ZoneCache().zone("Europe/Minsk")))
        return NewsSelection(
            candidates, about: minsk, today: calendar.date(at: now), calendar: calendar, now: now)
    }

    @Test func `News of the city go before those of the country`() throws {
        let other = candidate("Elections in France")
        let country = candidate("Belarusian farmers complain")
        let city = candidate("Пробки: в Минске снег")
        #expect(try choose([other, country, city]).scope == .city)
        #expect(try choose([other, country, city]).articles.map(\.title) == ["Пробки: в Минске снег"])
        #expect(try choose([other, country]).articles.map(\.title) == ["Belarusian farmers complain"])
        #expect(try choose([other]).scope == .none)
        #expect(try choose([]).articles.isEmpty)
        let own = candidate("Weather is fine", isOfCountry: true)
        #expect(try choose([other, own]).articles.map(\.title) == ["Weather is fine"])
    }

    @Test(arguments: [
        ("Talks in Minsk", true), ("MINSK: talks", true), ("Minskoye", false), ("Дминск", false),
        ("жители минской области", true),
        ("мінскія", true), ("Минскому", true), ("Минскостроение", false),
    ])
    func `Names match whole words, also in the summary, with Russian and Belarusian endings`(
        text: String, isAbout: Bool
    ) throws {
        #expect(try choose([candidate("x", summary: text)]).scope == (isAbout ? .city : .none))
    }

    @Test func `Names of several words match as a whole, in all cases of grammar`() {
        let names = NameMatcher(["New York", "Новая Зеландия", "Нижний Новгород"])
        #expect(names.matches(NewsWord.words(of: "In New-York today")))
        #expect(!names.matches(NewsWord.words(of: "York is New")))
        #expect(names.matches(NewsWord.words(of: "в Новой Зеландии")))
        #expect(names.matches(NewsWord.words(of: "Нижний Новгород: снег")))
        #expect(NameMatcher(["Ростов-на-Дону"]).matches(NewsWord.words(of: "в Ростове-на-Дону")))
        #expect(!NameMatcher(["", "-"]).matches(NewsWord.words(of: "a")))
    }

    @Test(arguments: [
        ("Лида", "Лидер партии"), ("Лида", "Лидия"), ("Мосты", "Мост закрыт, как и мосты"),
        ("Мир", "Мировой рекорд"),
        ("Мир", "за мир во всём мире"), ("Мали", "Малый бизнес"), ("Male", "a male octopus"),
        ("Nice", "a nice cup of tea"), ("Split", "split the bill"), ("US", "Tell us, Us"),
        ("Poland", "pole position"), ("Turkey", "roast turkey"), ("China", "fine china"),
        ("Лида", "лидерские качества"), ("Лида", "Брестский суд"), ("Мир", "мирской суд"),
        ("Орша", "аршин, оршад"), ("Узда", "уздечка"), ("Расія", "цана расце"), ("Расія", "мы расцём"),
    ])
    func `A common word spelt like a name does not match`(name: String, text: String) {
        #expect(!NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        ("Лида", "В Лиде снег"), ("Мосты", "в Мостах"), ("Мир", "замок в «Мире»"),
        ("Барановичи", "из Баранович"), ("Гродно", "гродненская область"), ("Гомель", "Гомеля"),
        ("Гомель", "гомельский завод"), ("Магілёў", "у Магілёве"), ("Австрия", "с Австрией"),
        ("Глубокое", "из Глубокого"), ("Китай", "Китаем"), ("Male", "Fire in Malé"), ("US", "the US, again"),
        ("США", "власти США"), ("белорус*", "белорусские яблоки"), ("Belarus*", "Belarusian apples"),
        ("Xi'an", "In Xi’an"), ("Лида", "лидский замок"), ("Лида", "в Лидском районе"), ("Ліда", "лідскія"),
        ("Орша", "Оршанского района"), ("Ворша", "аршанскі"), ("Узда", "узденском"), ("Узда", "уздзенскага"),
        ("Ивье", "ивьевских"), ("Іўе", "іўеўскай"),
        ("Лоеў", "лоеўскі"), ("Магілёў", "магілёўскай вобласці"), ("Тураў", "Тураўскі"),
        ("Минск", "в минском метро"), ("Мінск", "мінскі завод"), ("Маладзечна", "пад Маладзечнам"),
    ])
    func `A name matches in its cases of grammar and with particles around it`(name: String, text: String) {
        #expect(NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        ("Ukraine", "Ukraine's president speaks"), ("London", "London’s mayor resigns"), ("Paris", "PARIS'S NIGHT"),
        ("US", "The U.S. Senate votes"), ("UK", "U.K.-based firms"), ("London", "Londoners queue for hours"),
        ("Новогрудок", "в Новогрудке"), ("Брэст", "у Брэсце"), ("Брэст", "брэсцкі парк"), ("Рыга", "у Рызе"),
        ("Канада", "у Канадзе"), ("Минск", "минчане встретили весну"), ("Мінск", "мінчукі"), ("Париж", "парижан"),
        ("Лондон", "лондонцев"), ("Витебск", "витебляне"), ("Гродно", "гродненцы"), ("Германия", "германский суд"),
        ("Испания", "испанцы"), ("Австрия", "австрийские"), ("Полоцк", "полоцкая"), ("Череповец", "в Череповце"),
        ("Калуга", "калужский"), ("Прага", "пражане"), ("Рэчыца", "рэчыцкі"), ("Баранавічы", "баранавіцкіх"),
        ("Беласток", "беластоцкі"), ("Ярославль", "ярославская"), ("Одесса", "одесский"), ("Варшава", "варшаўскі"),
        ("Сомали", "сомалийские"), ("Орёл", "орловский"), ("Астравец", "у Астраўцы"),
        ("Нью-Йорк", "нью-йоркская биржа"),
    ])
    func `Possessives, inhabitants and changed stems match`(name: String, text: String) {
        #expect(NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        ("Nice", "Nice weather for ducks"), ("Reading", "Reading is good for you"), ("Того", "Того и гляди"),
        ("Минск", "На Минском шоссе в Москве авария"), ("Брест", "на Брестской улице"),
        ("Nice", "Well done! Nice work"),
        ("Bath", "Bathers leave the sea"), ("Самоа", "Самое красивое озеро"), ("Панама", "Панама из соломки"),
    ])
    func `A common word at the beginning of a sentence and the name of a street do not match`(
        name: String, text: String
    ) {
        #expect(!NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        ("Nice", "A fire in Nice"), ("Nice", "Nice's mayor"), ("Мали", "Мали сократила добычу"),
        ("Брест", "На улице: в Бресте открыли улицу Мира"),
        ("Брест", "Брест, улица Мира"),
    ])
    func `A name that is a common word counts elsewhere`(name: String, text: String) {
        #expect(NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        // Persons.
        ("Washington", "Denzel Washington returns"), ("Вашынгтон", "сыграе Дэнзел Вашынгтон"),
        ("Sofia", "Princess Sofia opens a school"), ("Пинск", "Аспирант Пинский открыл жука"),
        ("Orlando", "Orlando Bloom climbs"), ("Лида", "Лида Романова вяжет"), ("Гомель", "Гомельский Аркадий, поэт"),
        // Titles, and words in the manner of a place.
        ("Минск", "Холодильник «Минск» нашли"), ("Orlando", "Woolf's \"Orlando\" staged"),
        ("Киев", "Котлета по-киевски"),
        // Stations, and towns that bear a longer name.
        ("Киев", "у Киевского вокзала"), ("London", "A fire in New London"), ("Минск", "В деревне Минск"),
        ("Минск", "В Минске-Мазовецком"), ("Paris", "Paris, Texas, prepares"),
        ("Panama City", "Panama City Beach, Florida, curbs"), ("Guinea", "in Papua New Guinea"),
        ("US", "TELL US your story"),
        // Surnames made from peoples and towns, and given names.
        ("поляк*", "Защитник Поляков забил гол"), ("Слуцк", "Слуцкий вернулся в клуб"), ("Минск", "доктор Минский"),
        ("Милан", "Милана, три года: нужна операция"), ("Лида", "у бабушки Лиды день рождения"),
        ("турец*", "Хор Турецкого выступит в клубе"), ("Georgia", "Georgia Stanway scores"),
        ("Орёл", "Владимир Орёл стал тренером"), ("Wellington", "The Duke of Wellington's dispatch"),
        ("Florence", "After Hurricane Florence, a school"), ("Rio", "Kia Rio ends"),
        // Wares, streets, mountains, languages and longer names.
        ("Прага", "На Арбате продали ресторан Прага"), ("Paris", "A fire at Hotel Paris in Ghent"),
        ("Минск", "В Одинцове авария на Минской в снегопад"), ("London", "Shops on London Road reopen"),
        ("Washington", "Mount Washington is closed"), ("Spanish", "He sings in Spanish for fans"),
        ("Santiago", "Pilgrims reach Santiago de Compostela"), ("Ростов", "В Ростове-на-Дону снег"),
        // Things with the name of a place, wherever they are.
        ("Wellington", "Best Wellington boots"), ("Киев", "Рецепт: киевский торт"), ("датск*", "Датский дог найден"),
        ("Женева", "Женевские конвенции нарушены"), ("Paris", "Goals of the Paris Agreement"),
        ("Chicago", "Chicago the musical returns"), ("German", "A German lesson"),
        ("болгар*", "Порезался болгаркой"), ("Kingston", "Kingston Technologies grows"),
        ("Вена", "Вена лопнула у пациента"), ("Бостон", "Бостон-терьер пропал"), ("Kiev", "Kiev-style chicken"),
        // Surnames after a trade, an initial or a given name that is also a place's, and at the beginning.
        ("Борисов", "Тренер Борисов ушёл"), ("Пинск", "А. Пинский: итоги года"), ("Пинск", "Пинский: «Мы готовы»"),
        ("Ліда", "Міра Лідская піша"), ("Барысаў", "Андрэй Барысаў спявае"),
        // A place within the title of a work, and a market that has a name.
        ("Париж", "Фильм «Полночь в Париже» вернётся"), ("Рига", "На Рижском рынке Москвы пожар"),
        // Companies, persons and treaties whose names begin with that of a town, ships, and common words in a title.
        ("Cambridge", "Cambridge Analytica is wound up"), ("Memphis", "Memphis Depay scores"),
        ("Брэст", "Брэсцкі мір: дакументы"), ("Minsk", "The old frigate Minsk is scrapped"),
        ("Минск", "Фрегат Минск спишут"), ("Darwin", "Darwin's diary is found"),
        ("Bath", "How Often Should You Bath Your Dog"), ("Казань", "Казанская икона вернулась"),
        ("Полацк", "Сімяон Полацкі: новыя вершы"), ("Масква", "На Маскоўскім праспекце авария"),
    ])
    func `A name that belongs to a person, a title or another place does not match`(name: String, text: String) {
        #expect(!NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test(arguments: [
        ("Washington", "Denzel and Washington"), ("Sofia", "In Sofia Boyko leads"), ("Пинск", "доктор Пинского района"),
        ("Paris", "Paris Olympics begin"), ("Минск", "в Минске Александр Иванов сказал"),
        ("Гомель", "Футболисты: «Гомель» победил"), ("London", "'London is open', says mayor"),
        ("Минск", "«Едем в Минск», говорят они"), ("Paris", "Paris, Rome and Berlin"),
        ("Минск", "поезд Минск-Варшава"), ("Nice", "Nice airport is closed"), ("US", "US and UK agree"),
        ("London", "'London' and London"), ("болгар*", "Болгарка выиграла турнир"), ("Вена", "Вена отменила бал"),
        ("Киев", "Киевские торговцы"), ("Киев", "Киевский супермаркет"),
        ("поляк*", "жалобы поляков"), ("поляк*", "Поляков просят не спешить"),
        ("Слуцк", "Слуцкий завод вернулся к работе"), ("Прага", "Открыт ресторан Праги"),
        ("Минск", "поезда из Минска, Бреста и Гродно"), ("Минск", "в Минской и Брестской областях"),
        ("London", "London road works begin"), ("Spanish", "Fire in Spanish village"),
        ("Перу", "Перу ввело налог"), ("Орёл", "пожар в Орле"),
        ("Минск", "дорога к Минскому заводу"), ("Гродно", "цех Гродненского завода"),
        ("Georgia", "Georgia Supreme Court rules"), ("Rio", "Rio shuts its beaches"),
        ("Минск", "Авария под Минском"), ("Минск", "Под Минском в аварии погибли двое"),
        ("Беларусь", "Беларусь на Олимпиаде"), ("Минск", "Минские коммунальщики убирают снег"),
        ("Минск", "Минчан заставили платить"), ("Минск", "Минские улицы затопило"),
        ("белорус*", "Белорусский рынок труда растёт"), ("Минск", "Открытие Минского метро"),
        ("Минск", "Роман Минского издательства"), ("Гомель", "«Гомель» обыграл гостей"),
        ("Phoenix", "Phoenix Suns win"), ("Brest", "Brest Fortress reopens"), ("Darwin", "Darwin's mayor resigns"),
        ("Paris", "Talks in Paris Monday"), ("Минск", "Паром из Минска"), ("Bath", "Bath City Council Votes to Close"),
        ("Nice", "Nice's Promenade Closed to Cars Sundays"),
        ("Брэст", "У Брэсцкім мікрараёне"),
    ])
    func `A name beside persons, in speech or in a list matches`(name: String, text: String) {
        #expect(NameMatcher([name]).matches(NewsWord.words(of: text)))
    }

    @Test func `A region after a comma does not make a town another one if it is the town's own`() {
        func matches(_ text: String, _ home: Home) -> Bool {
            NameMatcher(["Phoenix", "Georgia", "Lagos"], home: home).matches(NewsWord.words(of: text))
        }
        #expect(matches("Phoenix, Arizona, warns", Home(code: "US", name: "united states")))
        #expect(!matches("Phoenix, Arizona, warns", Home(code: "MU", name: "mauritius")))
        #expect(!matches("Lagos, Portugal, tightens", Home(code: "NG", name: "nigeria")))
        #expect(!matches("Phoenix (Mauritius) warns", Home(code: "US", name: "united states")))
        #expect(!matches("Lagos, TX, floods", Home(code: "NG", name: "nigeria")))
        #expect(matches("Georgia, Portugal, Spain", Home(code: "GE", name: "georgia", isCountry: true)))
    }

    @Test(arguments: [
        ("Паром вернулся во французский Брест", false), ("Паром вернулся в белорусский Брест", true),
        ("The Ontario town of Brest floods", false), ("The Belarusian city of Brest floods", true),
        ("Ohio's Brest floods", false), ("A ferry leaves Brest in Brittany", false),
        ("A ferry leaves Brest in May", true),
    ])
    func `A country or a region beside a town tells which town it is`(text: String, isAbout: Bool) {
        let brest = NameMatcher(["Brest", "Брест"], home: Home(code: "BY", name: "belarus"))
        #expect(brest.matches(NewsWord.words(of: text)) == isAbout)
    }

    @Test func `A text that tells of a place of the same name is not about this one`() {
        let georgia = NewsWords("Georgian*,~Atlanta").matcher(of: ["Georgia"], in: "GE")
        #expect(georgia.matches(NewsWord.words(of: "Georgia votes")))
        #expect(!georgia.matches(NewsWord.words(of: "Georgia votes, Atlanta says")))
    }

    @Test func `A phrase that means something else hides the name in it, not the one beside it`() {
        let words = NewsWords("Mexican*,!New Mexico,!Нью-Мексико")
        let mexico = words.matcher(of: ["Mexico", "Мексика"], in: "MX")
        #expect(!mexico.matches(NewsWord.words(of: "Fires in New Mexico")))
        #expect(mexico.matches(NewsWord.words(of: "New Mexico borders Mexico")))
        #expect(mexico.matches(NewsWord.words(of: "Mexicans vote")))
        #expect(!mexico.matches(NewsWord.words(of: "в Нью-Мексико")))
        let america = NewsWords("американ*,!американо").matcher(of: [], in: "US")
        #expect(!america.matches(NewsWord.words(of: "Американо или латте")))
        #expect(america.matches(NewsWord.words(of: "Американо-китайские переговоры")))
    }

    @Test func `Towns of the bundled table are also known by their further names`() throws {
        let kyiv = try #require(Gazetteer(file: nil).search("Kyiv", limit: 1, isWhole: true).first).city
        #expect(kyiv.matcher.matches(NewsWord.words(of: "Mayor of Kiev speaks")))
    }

    @Test func `Countries match by the words of their tables only`() throws {
        let countries = try Countries(BundledTables.countries)
        func names(_ code: String, _ text: String) -> Bool {
            countries[code]?.matcher.matches(NewsWord.words(of: text)) ?? false
        }
        #expect(names("CN", "китаец") && names("CN", "в Китае") && !names("CN", "два кита"))
        #expect(names("CH", "швейцарские банки") && !names("CH", "швейцар отеля") && !names("QA", "катаракта"))
        #expect(names("CZ", "чешское пиво") && !names("CZ", "чешуя") && !names("SY", "сириус"))
        #expect(names("US", "America: Americans") && !names("US", "tell us") && !names("PL", "pole position"))
    }

    @Test func `Only articles of today in the place's time zone are selected, none from the future`() throws {
        func found(_ date: String, now: Instant = Self.now) throws -> Bool {
            !(try choose([candidate("Minsk", date: date)], now: now).articles.isEmpty)
        }
        // Minsk's day begins at 21:00 UTC.
        #expect(try found("Fri, 20 Nov 2026 21:00:00 GMT"))
        #expect(try !found("Fri, 20 Nov 2026 20:59:59 GMT"))
        #expect(try found("Sat, 21 Nov 2026 10:10:00 GMT"))
        #expect(try !found("Sat, 21 Nov 2026 10:10:01 GMT"))
        #expect(try !found("some day"))
        let newYear = Instant.of("2026-12-31T21:01:00Z")
        #expect(try found("Thu, 31 Dec 2026 21:00:30 GMT", now: newYear))
        #expect(try !found("Thu, 31 Dec 2026 20:59:30 GMT", now: newYear))
    }

    @Test func `The newest ten are selected, each once by link and title, without videos`() throws {
        var candidates = (0..<14).map { index in
            candidate(
                "Minsk \(index)", link: "https://a.example/\(index)",
                date: "Sat, 21 Nov 2026 0\(index % 9):\(10 + index):00 GMT")
        }
        candidates.append(
            candidate(
                "Other words, Minsk", link: "http://www.a.example/3?from=rss", date: "Sat, 21 Nov 2026 09:00:00 GMT"))
        candidates.append(candidate("MINSK  8!", link: "https://b.example/8", date: "Sat, 21 Nov 2026 07:00:00 GMT"))
        candidates.append(candidate("Minsk video", link: "https://www.bbc.co.uk/news/videos/1"))
        let chosen = try choose(candidates).articles
        #expect(chosen.count == 10)
        #expect(chosen.map(\.publishedAt) == chosen.map(\.publishedAt).sorted(by: >))
        #expect(chosen.first?.title == "Other words, Minsk")
        #expect(Set(chosen.map { ArticleLink.identity($0.url) }).count == 10)
        #expect(chosen.filter { $0.title.lowercased().hasPrefix("minsk 8") || $0.title == "MINSK  8!" }.count == 1)
        #expect(!chosen.contains { $0.title == "Minsk video" })
    }

    // MARK: Tables

    @Test func `At least thirty countries have bundled feeds, all over HTTPS, Belarus among them`() throws {
        let table = try FeedTable(BundledTables.feeds, name: "feeds", below: nil)
        #expect(table.countries.count >= 30 && table.countries.contains("BY"))
        let countries = try Countries(BundledTables.countries)
        for code in table.countries {
            #expect(countries[code] != nil, "\(code)")
            #expect(table.national(code).allSatisfy { $0.base.hasPrefix("https://") })
        }
        let moved = try FeedTable(
            "BY|A|https://a.example:8/x/y?b=c&d\r\n", name: "t", below: "http://127.0.0.1:1/feeds")
        let feed = try #require(moved.national("BY").first)
        #expect(feed.base == "http://127.0.0.1:1/feeds" && feed.path == "/by/a.example:8/x/y")
        #expect(feed.query.map(\.name) == ["b", "d"])
        for line in [
            "BY|A", "BYX|A|https://a.example/", "BY|A|ftp://a.example/", "BY||https://a.example/", "BY|A|https:///x",
        ] {
            #expect(throws: TableFault.self, "\(line)") { try FeedTable(line, name: "t", below: nil) }
        }
        #expect(throws: TableFault.self) {
            try FeedTable(String(repeating: "BY|A|https://a.example/\n", count: 6), name: "t", below: nil)
        }
    }

    @Test func `NewsAPI's fractions of a second, removed articles and errors are handled`() throws {
        let text = """
            {"status":"ok","articles":[{"title":"[Removed]","url":"https://removed.example"},
            {"source":{"id":null,"name":" The Paper "},"title":"Minsk","description":null,"url":"https://a.example/1","publishedAt":"2025-08-20T09:37:17.3744974Z"},
            {"title":"x","url":"about:blank"},{"title":null},7]}
            """
        let items = try #require(try NewsAPIClient.read(json(text)))
        #expect(items.map(\.title) == ["Minsk"] && items.map(\.publisher) == ["The Paper"])
        #expect(NewsDate.instant(items[0].date) == .of("2025-08-20T09:37:17Z"))
        #expect(try NewsAPIClient.read(json(#"{"status":"error","code":"apiKeyInvalid"}"#)) == nil)
        if let bytes = ReferenceFiles.payload("newsapi/top-headlines_bbc_2025-08-20.json") {
            let items = try #require(try NewsAPIClient.read(payload(bytes)))
            #expect(items.count == 10 && items.allSatisfy { NewsDate.instant($0.date) != nil })
        }
        for name in ["synthetic_error_401_apiKeyInvalid.json", "synthetic_error_429_rateLimited.json"] {
            guard let bytes = ReferenceFiles.payload("newsapi/\(name)") else { continue }
            #expect(try NewsAPIClient.read(payload(bytes)) == nil)
        }
    }
}
