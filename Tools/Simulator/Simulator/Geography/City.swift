/// A city known to the simulator; all answers are about these cities and invented places around them.
struct SimulatedCity: Sendable {
    /// The city's id in GeoNames.
    var id: Int
    var english: String
    var russian: String
    var belarusian: String
    var country: SimulatedCountry
    var point: Point
    var population: Int
    /// The IANA identifier of the time zone.
    var zone: String
    var isCapital: Bool

    func name(_ language: NameLanguage) -> String {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }

    /// All cities, in no particular order.
    static let all: [SimulatedCity] = table.split(separator: "\n").compactMap { SimulatedCity(line: $0) }

    private init?(line: Substring) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 10, let id = Int(fields[0]), let country = SimulatedCountry.all[fields[4]],
            let latitude = Double(fields[5]), let longitude = Double(fields[6]), let population = Int(fields[7])
        else { return nil }
        self.id = id
        english = fields[1]
        russian = fields[2]
        belarusian = fields[3]
        self.country = country
        point = Point(latitude: latitude, longitude: longitude)
        self.population = population
        zone = fields[8]
        isCapital = fields[9] == "PPLC"
    }

    /// Returns the nearest city and its distance in kilometres.
    static func nearest(to point: Point) -> (city: SimulatedCity, distance: Double) {
        var best = (city: all[0], distance: Double.infinity)
        for city in all {
            let distance = city.point.distance(to: point)
            if distance < best.distance { best = (city, distance) }
        }
        return best
    }

    /// Returns the cities whose name in any language begins with the text, largest first.
    static func search(_ text: String) -> [SimulatedCity] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        return all.filter { city in
            [city.english, city.russian, city.belarusian].contains { $0.lowercased().hasPrefix(wanted) }
        }.sorted { $0.population > $1.population }
    }
}

/// The languages in which names are known.
enum NameLanguage: Sendable {
    case english, russian, belarusian

    /// Chooses the first known language of a list such as `ru,en;q=0.8`; by default English.
    init(_ list: String?) {
        for entry in (list ?? "").lowercased().split(separator: ",") {
            let tag = entry.split(separator: ";")[0].split(separator: "-").first.map(String.init) ?? ""
            switch tag.filter({ $0 != " " }) {
            case "ru": self = .russian
            case "be": self = .belarusian
            case "en": self = .english
            default: continue
            }
            return
        }
        self = .english
    }
}
