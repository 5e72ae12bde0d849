import Values

/// Reads and writes tables of cities as text: a heading for each country and zone, then a line for each city.
///
///     [BY Europe/Minsk]
///     Minsk|Минск|Мінск|53.90|27.57|1995|Mensk
///
/// The fields are names in English, Russian (may be empty) and Belarusian (empty: as in Russian), degrees north and
/// east, thousands of inhabitants, further names separated by commas, and the words by which articles name the city,
/// also separated by commas. The last two may be missing. An unknown zone is `-`. Empty lines and lines that begin with
/// `#` are ignored.
enum CityLines {
    static func read(_ text: String, name: String) throws(TableFault) -> [City] {
        var cities: [City] = []
        var heading: (country: String, zone: String)?
        // Splits bytes, not characters: finding character boundaries takes several times as long, at every start.
        for (index, line) in parts(text.utf8[...], UInt8(ascii: "\n")).enumerated() {
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if line.first == UInt8(ascii: "[") {
                let parts = Substring(line).dropFirst().prefix { $0 != "]" }.split(separator: " ")
                guard parts.count == 2, CountryCode.firstFault(in: String(parts[0])) == nil else {
                    throw TableFault(name, line: index + 1, "a heading is [COUNTRY ZONE]")
                }
                heading = (String(parts[0]), String(parts[1]))
                continue
            }
            guard let heading else { throw TableFault(name, line: index + 1, "stands before the first heading") }
            guard let city = city(line, heading.country, heading.zone) else {
                throw TableFault(name, line: index + 1, "is not a city")
            }
            cities.append(city)
        }
        return cities
    }

    private static func parts(_ text: Substring.UTF8View, _ separator: UInt8) -> [Substring.UTF8View] {
        text.split(separator: separator, omittingEmptySubsequences: false)
    }

    private static func city(_ line: Substring.UTF8View, _ country: String, _ zone: String) -> City? {
        let fields = parts(line, UInt8(ascii: "|")).map { Substring($0) }
        guard (6...8).contains(fields.count), !fields[0].isEmpty,
            let north = Double(fields[3]), let east = Double(fields[4]), let latitude = Latitude(north),
            let longitude = Longitude(east), let thousands = Double(fields[5]), (0...100_000).contains(thousands)
        else { return nil }
        return City(
            english: String(fields[0]), russian: text(fields[1]), belarusian: text(fields[2]) ?? text(fields[1]),
            aliases: fields.count > 6
                ? parts(fields[6].utf8, UInt8(ascii: ",")).filter { !$0.isEmpty }.map { String(Substring($0)) } : [],
            newsWords: fields.count > 7 ? text(fields[7]) : nil,
            country: country,
            location: Location(latitude: latitude, longitude: longitude), timeZone: zone == "-" ? nil : zone,
            population: Int((thousands * 1_000).rounded()))
    }

    private static func text(_ field: Substring) -> String? { field.isEmpty ? nil : String(field) }

    // MARK: Writing

    /// Returns the text of cities in the form that ``read(_:name:)`` reads, grouped by country and zone.
    static func text(of cities: [City]) -> String {
        var groups: [String: [City]] = [:]
        for city in cities { groups["[\(city.country) \(city.timeZone ?? "-")]", default: []].append(city) }
        var text = ""
        for (heading, cities) in groups.sorted(by: { $0.key < $1.key }) {
            text += heading + "\n"
            for city in cities {
                let aliases = city.aliases.map { clean($0).filter { $0 != "," } }.joined(separator: ",")
                let fields = [
                    clean(city.english), clean(city.russian ?? ""), clean(city.belarusian ?? ""),
                    city.location.latitude.value.fixed(4), city.location.longitude.value.fixed(4),
                    (Double(city.population) / 1_000).fixed(3), aliases,
                ]
                text += fields.joined(separator: "|") + "\n"
            }
        }
        return text
    }

    /// Returns a field without the characters that separate fields and lines.
    private static func clean(_ text: String) -> String {
        var rest = text.filter { !$0.isNewline && $0 != "|" }
        while let first = rest.first, first == "#" || first == "[" { rest.removeFirst() }
        return rest
    }
}
