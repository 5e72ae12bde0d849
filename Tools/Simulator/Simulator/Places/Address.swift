import Values

/// The invented address of a point near a known city; the same point always has the same address.
struct Address: Sendable {
    enum Kind: Sendable { case city, village }

    var country: SimulatedCountry
    /// The name of the city, or of an invented village.
    var locality: @Sendable (NameLanguage) -> String
    var kind: Kind
    var region: @Sendable (NameLanguage) -> String
    var street: @Sendable (NameLanguage) -> String
    /// The house number; `nil` on roads in the countryside.
    var house: String?
    var postcode: String
    /// The position of the house, near the requested point.
    var point: Point
    /// A number that identifies the address.
    var number: Int

    /// The radius of a city with a million inhabitants, in kilometres.
    private static let reach = 18.0
    /// The distance from the nearest city, in kilometres, beyond which a point is at sea.
    private static let shore = 1300.0
    /// The spacing of houses, in degrees.
    private static let grid = 0.0005

    /// Finds the address of a point; returns `nil` at sea.
    init?(of point: Point, seed: UInt64) {
        let (city, distance) = SimulatedCity.nearest(to: point)
        guard distance < Self.shore, abs(point.latitude) < 84 else { return nil }
        let house = point.snapped(to: Self.grid)
        var random = SeededRandom(seed, Int((house.latitude * 2000).rounded()), Int((house.longitude * 2000).rounded()))
        // All houses of a block are in the same street.
        let block = point.snapped(to: 0.004)
        var streetRandom = SeededRandom(
            seed, Int((block.latitude * 250).rounded()), Int((block.longitude * 250).rounded()), 1)
        let street = streetRandom.pick(Self.streets)
        let village = point.snapped(to: 0.05)
        var villageRandom = SeededRandom(
            seed, Int((village.latitude * 20).rounded()), Int((village.longitude * 20).rounded()), 2)
        let name = villageRandom.pick(Self.villages)
        let isUrban = distance < max(5, min(30, Self.reach * (Double(city.population) / 1_000_000).squareRoot()))

        country = city.country
        kind = isUrban ? .city : .village
        locality = { language in
            isUrban ? city.name(language) : name.text(language)
        }
        region = { language in
            switch language {
            case .english: "\(city.english) Region"
            case .russian: "Область города \(city.russian)"
            case .belarusian: "Вобласць горада \(city.belarusian)"
            }
        }
        self.street = { language in
            switch language {
            case .english: "\(street.english) Street"
            case .russian: "улица \(street.russian)"
            case .belarusian: "вуліца \(street.belarusian)"
            }
        }
        self.house = isUrban || random.chance(70) ? "\(1 + random.below(140))" : nil
        postcode = "\(200_000 + random.below(99_999))"
        self.point = Point(
            latitude: house.latitude + (random.unit() - 0.5) * 0.0002,
            longitude: house.longitude + (random.unit() - 0.5) * 0.0002)
        number = 1_000_000 + random.below(90_000_000)
    }

    /// An invented name in each language.
    private struct Name {
        var english: String
        var russian: String
        var belarusian: String

        init(_ english: String, _ russian: String, _ belarusian: String) {
            (self.english, self.russian, self.belarusian) = (english, russian, belarusian)
        }

        func text(_ language: NameLanguage) -> String {
            switch language {
            case .english: english
            case .russian: russian
            case .belarusian: belarusian
            }
        }
    }

    private static let streets = [
        Name("Lenina", "Ленина", "Леніна"),
        Name("Niezaliežnasci", "Независимости", "Незалежнасці"),
        Name("Kupaly", "Янки Купалы", "Янкі Купалы"),
        Name("Kolasa", "Якуба Коласа", "Якуба Коласа"),
        Name("Sovetskaya", "Советская", "Савецкая"),
        Name("Bogdanovicha", "Богдановича", "Багдановіча"),
        Name("Gikalo", "Гикало", "Гікалы"),
        Name("Brovki", "Петруся Бровки", "Петруся Броўкі"),
        Name("Sadovaya", "Садовая", "Садовая"),
        Name("Molodyozhnaya", "Молодёжная", "Маладзёжная"),
        Name("Lesnaya", "Лесная", "Лясная"),
        Name("Zavodskaya", "Заводская", "Завадская"),
        Name("Skaryny", "Скорины", "Скарыны"),
        Name("Pervomayskaya", "Первомайская", "Першамайская"),
        Name("Pushkina", "Пушкина", "Пушкіна"),
        Name("Oktyabrskaya", "Октябрьская", "Кастрычніцкая"),
    ]
    private static let villages = [
        Name("Zarechye", "Заречье", "Зарэчча"),
        Name("Borovlyany", "Боровляны", "Бараўляны"),
        Name("Dubrava", "Дубрава", "Дуброва"),
        Name("Ozerishche", "Озерище", "Азярышча"),
        Name("Novyy Dvor", "Новый Двор", "Новы Двор"),
        Name("Zamostye", "Замостье", "Замосце"),
        Name("Bereza", "Берёза", "Бяроза"),
        Name("Podgornaya", "Подгорная", "Падгорная"),
    ]
}
