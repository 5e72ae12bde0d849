import Values

/// Invents news: one story for each period of time, which is the same in all requests.
struct NewsGenerator: Sendable {
    struct Story: Sendable {
        var number: Int
        var title: String
        var summary: String
        /// The last part of the link.
        var slug: String
        var published: Instant
    }

    let seed: UInt64

    /// The time between stories.
    static let slot: Int64 = 20 * 60_000

    /// Returns the latest stories of a feed, newest first.
    ///
    /// - Parameters:
    ///   - country: the country of the stories, which are in Russian for Belarus and Russia; `nil` for world news in
    ///     English.
    func stories(of feed: String, country: SimulatedCountry?, now: Instant, count: Int) -> [Story] {
        let latest = now.milliseconds.dividedFloor(by: Self.slot).quotient
        return (0..<Int64(count) + 1).compactMap { index -> Story? in
            let story = story(of: feed, country: country, slot: latest - index)
            return story.published <= now ? story : nil
        }.prefix(count).map(\.self)
    }

    private func story(of feed: String, country: SimulatedCountry?, slot: Int64) -> Story {
        var subject = SeededRandom(seed, text: feed)
        var random = SeededRandom(subject.next(), Int(slot))
        let city = Self.city(country, slot: slot, &random)
        let isRussian = country.map { ["BY", "RU"].contains($0.code) } ?? false
        let templates = isRussian ? Self.russian : Self.english
        let template = random.pick(templates)
        let place = isRussian ? city.russian : city.english
        let land = isRussian ? city.country.russian : city.country.english
        func filled(_ text: String) -> String {
            text.split(separator: "@", omittingEmptySubsequences: false).enumerated().map { index, part in
                index % 2 == 0 ? String(part) : part == "city" ? place : land
            }.joined()
        }
        return Story(
            number: Int(slot), title: filled(template.title), summary: filled(template.summary),
            slug: "c" + String(random.next() & 0xFFFF_FFFF_FFFF, radix: 36),
            published: Instant(milliseconds: slot * Self.slot + Int64(random.below(60)) * 1000))
    }

    /// Chooses a story's city: the capital for half of a country's stories, Minsk for an eighth of the world's.
    private static func city(_ country: SimulatedCountry?, slot: Int64, _ random: inout SeededRandom) -> SimulatedCity {
        let cities = country.map { country in SimulatedCity.all.filter { $0.country.code == country.code } } ?? []
        if let capital = cities.first(where: \.isCapital) ?? cities.first {
            return slot % 2 == 0 ? capital : random.pick(cities)
        }
        return slot % 8 == 0 ? SimulatedCity.all[0] : random.pick(SimulatedCity.all)
    }

    private static let english = [
        (title: "Museums in @city@ stay open late this weekend", summary: "More than 40 museums of @land@ take part."),
        (title: "@city@ opens a new metro line", summary: "The first trains left in the morning, officials say."),
        (title: "Floods reported near @city@", summary: "Rivers in @land@ are higher than at any time in ten years."),
        (title: "Central bank of @land@ holds rates", summary: "Analysts in @city@ had expected a cut."),
        (title: "Football: @city@ side through to the final", summary: "A late goal decided the match in @land@."),
        (title: "What we know about the fire in @city@", summary: "Nobody was hurt, emergency services say."),
        (title: "How @city@ became a city of cyclists", summary: "In @land@ one trip in five is now made by bike."),
        (title: "Scientists of @land@ \"amazed\" by find & its age", summary: "It was dug up near @city@ <last year>."),
    ]

    private static let russian = [
        (title: "В городе @city@ открылась ночь музеев", summary: "Участвуют более сорока музеев страны (@land@)."),
        (title: "@city@: запущена новая линия транспорта", summary: "Первые пассажиры отправились утром."),
        (title: "@land@ ждёт первого снега", summary: "Синоптики предупреждают: @city@ окажется на пути циклона."),
        (title: "Как @city@ готовится к зиме", summary: "Коммунальные службы отчитались о готовности."),
        (title: "Хоккей: @city@ выходит в финал", summary: "Решающая шайба заброшена на последней минуте."),
        (title: "Учёные рассказали об открытии", summary: "Находка сделана недалеко от города @city@ («@land@»)."),
        (title: "@city@ принимает книжную выставку", summary: "Ожидаются гости из двадцати стран."),
    ]
}
