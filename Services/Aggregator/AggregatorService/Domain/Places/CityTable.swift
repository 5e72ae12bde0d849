import Values

/// A compact table of cities: names are bytes of one block, and all other fields are numbers.
struct CityTable: Sendable {
    /// A name within the block.
    struct Span: Sendable {
        var start: UInt32 = 0
        var length: UInt8 = 0
    }

    struct Row: Sendable {
        var english: Span
        var russian: Span
        var belarusian: Span
        /// The latitude in hundred-thousandths of a degree, as is the longitude.
        var latitude: Int32
        var longitude: Int32
        var population: UInt32
        var country: UInt16
        var zone: UInt16
    }

    /// A folded name, or its suffix from a later word on.
    struct Key: Sendable {
        var name: Span
        var isInner: Bool
        /// The set of the name's letters, by the lowest five bits of each.
        var letters: UInt32
        var row: UInt32
    }

    /// The maximum length of a name in bytes.
    static let maximumName = 200

    private(set) var rows: [Row] = []
    /// The keys in the order of their bytes.
    private(set) var keys: [Key] = []
    private var block: [UInt8] = []
    private var countries: [String] = []
    private var zones: [String] = []
    /// The words by which articles name a city, and its further names, of the few rows that have any.
    private var newsWords: [UInt32: String] = [:]
    /// The rows from south to north.
    private(set) var byLatitude: [UInt32] = []

    /// Creates a table; leaves out cities whose names have no letters.
    init(_ cities: some Sequence<City>) {
        var countryNumbers: [String: UInt16] = [:]
        var zoneNumbers: [String: UInt16] = [:]
        for city in cities {
            let folded = Self.foldedNames(of: city)
            guard !folded.isEmpty else { continue }
            let row = UInt32(truncatingIfNeeded: rows.count)
            rows.append(
                Row(
                    english: store(city.english), russian: store(city.russian ?? ""),
                    belarusian: store(city.belarusian ?? ""),
                    latitude: Int32((city.location.latitude.value * 100_000).rounded()),
                    longitude: Int32((city.location.longitude.value * 100_000).rounded()),
                    population: UInt32(clamping: city.population),
                    country: Self.number(city.country, in: &countries, &countryNumbers),
                    zone: Self.number(city.timeZone ?? "", in: &zones, &zoneNumbers)))
            // Only the bundled table has Russian names; the further names of other tables take megabytes.
            let words = (city.russian == nil ? [] : city.aliases) + [city.newsWords].compactMap { $0 }
            newsWords[row] = words.isEmpty ? nil : words.joined(separator: ",")
            for name in folded { addKeys(name, row: row) }
        }
        let block = block
        keys.sort { left, right in
            Self.bytes(left.name, block).lexicographicallyPrecedes(Self.bytes(right.name, block))
        }
        let rows = rows
        byLatitude = rows.indices.sorted { rows[$0].latitude < rows[$1].latitude }.map {
            UInt32(truncatingIfNeeded: $0)
        }
    }

    private static func foldedNames(of city: City) -> [String] {
        var seen: Set<String> = []
        return city.names.map(Folding.fold).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private mutating func store(_ text: String) -> Span {
        let bytes = Self.cut(text)
        let span = Span(start: UInt32(truncatingIfNeeded: block.count), length: UInt8(clamping: bytes.count))
        block += bytes
        return span
    }

    /// Adds the keys of a name and of its later words, which share its bytes.
    private mutating func addKeys(_ name: String, row: UInt32) {
        let bytes = Self.cut(name)
        let start = UInt32(truncatingIfNeeded: block.count)
        block += bytes
        for (index, byte) in bytes.enumerated() where index == 0 || (byte != 0x20 && bytes[index - 1] == 0x20) {
            let part = bytes[index...]
            keys.append(
                Key(
                    name: Span(start: start + UInt32(index), length: UInt8(part.count)), isInner: index > 0,
                    letters: Self.letters(String(decoding: part, as: UTF8.self)), row: row))
        }
    }

    private static func cut(_ text: String) -> [UInt8] {
        var text = text
        while text.utf8.count > maximumName { text.unicodeScalars.removeLast() }
        return Array(text.utf8)
    }

    private static func number(_ text: String, in list: inout [String], _ numbers: inout [String: UInt16]) -> UInt16 {
        if let number = numbers[text] { return number }
        let number = UInt16(clamping: list.count)
        list.append(text)
        numbers[text] = number
        return number
    }

    // MARK: Reading

    private static func bytes(_ span: Span, _ block: [UInt8]) -> ArraySlice<UInt8> {
        block[Int(span.start)..<Int(span.start) + Int(span.length)]
    }

    func bytes(of key: Key) -> ArraySlice<UInt8> { Self.bytes(key.name, block) }

    func location(of row: Row) -> Location {
        Location(
            latitude: Latitude(unchecked: Double(row.latitude) / 100_000),
            longitude: Longitude(unchecked: Double(row.longitude) / 100_000))
    }

    func country(of row: Row) -> String { countries[Int(row.country)] }

    func hasZone(_ row: Row) -> Bool { !zones[Int(row.zone)].isEmpty }

    func city(_ index: UInt32) -> City {
        let row = rows[Int(index)]
        func text(_ span: Span) -> String? {
            span.length == 0 ? nil : String(decoding: Self.bytes(span, block), as: UTF8.self)
        }
        let zone = zones[Int(row.zone)]
        return City(
            english: text(row.english) ?? "", russian: text(row.russian), belarusian: text(row.belarusian),
            newsWords: newsWords[index],
            country: country(of: row), location: location(of: row), timeZone: zone.isEmpty ? nil : zone,
            population: Int(row.population))
    }

    /// Returns the set of a text's letters, by the lowest five bits of each.
    static func letters(_ text: String) -> UInt32 {
        text.unicodeScalars.reduce(0) { $0 | 1 << ($1.value & 31) }
    }
}
