import MuseumsContract
import Values

/// Encodes museums as lines of PostgreSQL's `COPY` text format, for the staging table of a load.
enum CopyRow {
    /// The columns and their types, in the order they are written.
    static let columns: [(name: String, type: String)] = [
        ("line", "integer"), ("digest", "bigint"), ("id", "text COLLATE \"C\""), ("category", "text"),
        ("country", "text"), ("latitude", "double precision"), ("longitude", "double precision"), ("map_x", "integer"),
        ("map_y", "integer"), ("popularity", "smallint"), ("website", "text"), ("founded", "smallint"),
        ("name_en", "text"), ("name_ru", "text"), ("name_be", "text"), ("city_en", "text"), ("city_ru", "text"),
        ("city_be", "text"), ("address_en", "text"), ("address_ru", "text"), ("address_be", "text"),
        ("description_en", "text"), ("description_ru", "text"), ("description_be", "text"), ("names", "text"),
        ("aliases", "text"), ("name_forms", "text"), ("alias_forms", "text"), ("cities", "text"), ("places", "text"),
        ("descriptions", "text"), ("facets", "text"), ("attribution", "text"), ("licence", "text"),
    ]

    /// Returns the lines of museums.
    static func lines(_ museums: [NumberedMuseum]) -> [UInt8] {
        var bytes: [UInt8] = []
        for museum in museums { append(museum.museum, line: museum.line, to: &bytes) }
        return bytes
    }

    /// Appends a museum.
    ///
    /// - Parameter line: the number of the museum's line in its source.
    private static func append(_ museum: MuseumRecord, line: Int, to bytes: inout [UInt8]) {
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
        add(museum.credit?.attribution, to: &row)
        add(museum.credit?.licence, to: &row)
        row[row.count - 1] = UInt8(ascii: "\n")

        var digest = StableHash()
        digest.addPart(row)
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
