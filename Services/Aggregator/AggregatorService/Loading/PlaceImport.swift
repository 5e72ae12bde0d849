import Values

/// Reads files of GeoNames: the tab-separated dumps (`cities15000.txt`), and CSV with a header line.
///
/// CSV needs the columns `name`, `lat`, `lon` and `country_code` (or `cc`); `ascii_name`, `alt_names` (separated by
/// `|`), `population` and `timezone` are optional.
struct PlaceImport {
    /// The result of reading a file.
    struct Result {
        var cities: [City] = []
        /// The number of lines without a valid place.
        var refused = 0
        /// The number of places that the bundled tables already contain.
        var known = 0
    }

    /// The distance in metres within which places that share a name are the same place.
    private static let samePlaceRadius = 10_000.0
    private static let maximumAliases = 24
    private static let maximumPlaces = 400_000
    private static let maximumPopulation = 100_000_000

    private struct Columns {
        var name: Int
        var ascii: Int?
        var aliases: Int?
        var aliasSeparator: Character
        var latitude: Int
        var longitude: Int
        var country: Int
        var population: Int?
        var zone: Int?

        /// The columns of GeoNames' dumps, which have no header.
        static let dump = Columns(
            name: 1, ascii: 2, aliases: 3, aliasSeparator: ",", latitude: 4, longitude: 5, country: 8, population: 14,
            zone: 17)

        /// Returns the columns that a header names, or `nil` if a required one is missing.
        static func named(by header: [String]) -> Columns? {
            guard let name = header.firstIndex(of: "name"), let latitude = header.firstIndex(of: "lat"),
                let longitude = header.firstIndex(of: "lon"),
                let country = header.firstIndex(where: { $0 == "country_code" || $0 == "cc" })
            else { return nil }
            return Columns(
                name: name, ascii: header.firstIndex(of: "ascii_name"), aliases: header.firstIndex(of: "alt_names"),
                aliasSeparator: "|", latitude: latitude, longitude: longitude, country: country,
                population: header.firstIndex(of: "population"), zone: header.firstIndex(of: "timezone"))
        }
    }

    /// Reads the places of a file that are not yet known.
    ///
    /// - Returns: `nil` for a file of an unknown format.
    static func read(_ bytes: [UInt8], leavingOut known: CityTable) -> Result? {
        let newline = UInt8(ascii: "\n")
        guard let first = bytes.split(separator: newline, maxSplits: 1).first else { return nil }
        if first.count(where: { $0 == UInt8(ascii: "\t") }) == 18 {
            let lines = bytes.split(separator: newline).lazy.map { dumpFields($0) }
            return result(of: lines, .dump, leavingOut: known)
        }
        var records = CSVRecords(bytes)
        guard case let header?? = records.next(), let columns = Columns.named(by: header) else { return nil }
        return result(of: IteratorSequence(records), columns, leavingOut: known)
    }

    /// Reads the places that are not yet known.
    /// - Parameter lines: the fields of each line; `nil` for a line that cannot be read.
    private static func result(
        of lines: some Sequence<[String]?>, _ columns: Columns, leavingOut known: CityTable
    ) -> Result {
        var result = Result()
        for fields in lines.prefix(maximumPlaces) {
            guard let fields, let city = city(fields, columns), isReadable(city) else {
                result.refused += 1
                continue
            }
            if let near = known.nearest(to: city.location, within: samePlaceRadius / 1_000), shareName(near.city, city)
            {
                result.known += 1
            } else {
                result.cities.append(city)
            }
        }
        return result
    }

    private static func city(_ fields: [String], _ columns: Columns) -> City? {
        func field(_ column: Int?) -> String? {
            column.flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
        }
        guard let name = field(columns.name),
            let latitude = field(columns.latitude).flatMap(Double.init).flatMap(Latitude.init),
            let longitude = field(columns.longitude).flatMap(Double.init).flatMap(Longitude.init),
            let country = field(columns.country).flatMap(CountryCode.init)?.text
        else { return nil }
        var seen: Set<String> = [Folding.fold(name)]
        guard seen != [""] else { return nil }
        let others =
            [field(columns.ascii) ?? ""]
            + (field(columns.aliases) ?? "").split(separator: columns.aliasSeparator).map(String.init)
        let aliases = others.filter { alias in
            let folded = Folding.fold(alias)
            return !folded.isEmpty && alias.utf8.count <= CityTable.maximumName && seen.insert(folded).inserted
        }
        let zone = field(columns.zone).flatMap { TimeZoneName($0)?.text }
        return City(
            english: name, russian: nil, belarusian: nil, aliases: Array(aliases.prefix(maximumAliases)),
            country: country, location: Location(latitude: latitude, longitude: longitude), timeZone: zone,
            population: min(max(field(columns.population).flatMap { Int($0) } ?? 0, 0), maximumPopulation))
    }

    /// Returns true if a city survives being written and read back.
    private static func isReadable(_ city: City) -> Bool {
        (try? CityLines.read(CityLines.text(of: [city]), name: ""))?.count == 1
    }

    /// Builds the file of cities and reads it back, so that a written file never prevents the next start.
    ///
    /// - Throws: `TableFault`; `TableFile.Fault` for a file too large to read.
    static func file(of cities: [City], name: String) throws -> [UInt8] {
        let text = CityLines.text(of: cities)
        _ = try CityLines.read(text, name: name)
        let bytes = Array(text.utf8)
        guard bytes.count <= TableFile.maximumBytes else {
            throw TableFile.Fault(description: "\(name): over \(TableFile.maximumBytes) bytes")
        }
        return bytes
    }

    private static func shareName(_ left: City, _ right: City) -> Bool {
        let names = Set(left.names.map(Folding.fold))
        return right.names.contains { names.contains(Folding.fold($0)) }
    }

    // MARK: Lines

    private static func dumpFields(_ line: ArraySlice<UInt8>) -> [String]? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard let text = String(validating: line, as: UTF8.self) else { return nil }
        return text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    /// The fields of each record of a CSV file; `nil` for a record that breaks the rules.
    private struct CSVRecords: IteratorProtocol {
        private static let chunkSize = 65_536

        private var parser = CSVParser()
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        mutating func next() -> [String]?? {
            while true {
                if let outcome = parser.next() { return .some(Self.fields(outcome)) }
                if parser.isAtEnd { return nil }
                if rest.isEmpty { parser.end() } else { parser.feed(rest.prefix(Self.chunkSize)) }
                rest = rest.dropFirst(Self.chunkSize)
            }
        }

        private static func fields(_ outcome: CSVParser.Outcome) -> [String]? {
            guard case .record(let record) = outcome else { return nil }
            let fields = record.fields.compactMap { String(validating: $0, as: UTF8.self) }
            return fields.count == record.fields.count ? fields : nil
        }
    }
}
