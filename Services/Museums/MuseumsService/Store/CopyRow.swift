import Contracts

/// A museum as a line of PostgreSQL's `COPY` text format, for the table that loads go through.
enum CopyRow {
    /// The columns in the order in which they are written, with their types.
    static let columns: [(name: String, type: String)] = [
        ("line", "integer"), ("digest", "bigint"), ("id", "text COLLATE \"C\""), ("category", "text"),
        ("country", "text"), ("latitude", "double precision"), ("longitude", "double precision"), ("map_x", "integer"),
        ("map_y", "integer"), ("popularity", "smallint"), ("website", "text"), ("founded", "smallint"),
        ("name_en", "text"), ("name_ru", "text"), ("name_be", "text"), ("city_en", "text"), ("city_ru", "text"),
        ("city_be", "text"), ("address_en", "text"), ("address_ru", "text"), ("address_be", "text"),
        ("description_en", "text"), ("description_ru", "text"), ("description_be", "text"), ("names", "text"),
        ("aliases", "text"), ("name_forms", "text"), ("alias_forms", "text"), ("cities", "text"), ("places", "text"),
        ("descriptions", "text"), ("facets", "text"),
    ]

    /// Appends a museum that stands on line `line` of its source.
    static func append(_ museum: MuseumRecord, line: Int, to bytes: inout [UInt8]) {
        let search = MuseumSearchText(museum)
        let place = museum.location
        var row: [UInt8] = []
        row.reserveCapacity(512)
        add(museum.id.text, to: &row)
        add(museum.category.rawValue, to: &row)
        add(museum.country.text, to: &row)
        add(place.latitude.value.description, to: &row)
        add(place.longitude.value.description, to: &row)
        add(String(MapGrid.x(of: place.longitude.value)), to: &row)
        add(String(MapGrid.y(of: place.latitude.value)), to: &row)
        add(String(museum.popularity), to: &row)
        add(museum.website, to: &row)
        add(museum.founded.map { String($0) }, to: &row)
        for text in [museum.name, museum.city, museum.address, museum.description] {
            for translation in [text.english, text.russian, text.belarusian] { add(translation, to: &row) }
        }
        let searched = [
            search.names, search.aliases, search.nameForms, search.aliasForms, search.cities, search.places,
            search.descriptions, search.facets,
        ]
        for texts in searched {
            add(texts.joined(separator: "|"), to: &row)
        }
        row[row.count - 1] = UInt8(ascii: "\n")

        var digest = StableHash()
        digest.combine(row)
        add(String(line), to: &bytes)
        add(String(Int64(bitPattern: digest.value)), to: &bytes)
        bytes += row
    }

    /// Appends one value and a tab.
    private static func add(_ text: String?, to row: inout [UInt8]) {
        guard let text else {
            row += [UInt8(ascii: "\\"), UInt8(ascii: "N"), UInt8(ascii: "\t")]
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): row += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
            case UInt8(ascii: "\n"): row += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\r"): row += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
            case UInt8(ascii: "\t"): row += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            default: row.append(byte)
            }
        }
        row.append(UInt8(ascii: "\t"))
    }
}

/// Where the museums of a load come from; read once for each attempt to load them.
protocol MuseumSource {
    /// The next museums as lines of ``CopyRow``; `nil` at the end.
    mutating func nextRows() throws -> [UInt8]?
    /// What was read, once it has been read.
    var report: SourceReport { get }
}

/// What a source held besides museums.
struct SourceReport: Equatable, Sendable {
    /// A line that is no museum, and why.
    struct Refusal: Equatable, Sendable {
        var line: Int
        var reason: String
    }

    /// Lines that were read and are museums.
    var museums = 0
    /// The first of the lines that are not.
    var refusals: [Refusal] = []
    /// How many lines are not.
    var refused = 0

    /// How many refusals are kept with their reasons.
    static let keptRefusals = 1_000

    mutating func refuse(line: Int, _ reason: String) {
        refused += 1
        if refusals.count < Self.keptRefusals { refusals.append(Refusal(line: line, reason: reason)) }
    }
}

/// Museums that are in memory already.
struct RecordSource: MuseumSource {
    private var museums: ArraySlice<MuseumRecord>
    private(set) var report: SourceReport

    init(_ museums: [MuseumRecord]) {
        self.museums = museums[...]
        report = SourceReport(museums: museums.count)
    }

    mutating func nextRows() -> [UInt8]? {
        guard !museums.isEmpty else { return nil }
        var bytes: [UInt8] = []
        while let museum = museums.first, bytes.count < 64 * 1024 {
            CopyRow.append(museum, line: museums.startIndex + 1, to: &bytes)
            museums.removeFirst()
        }
        return bytes
    }
}
