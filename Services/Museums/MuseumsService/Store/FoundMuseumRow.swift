import Contracts
import Postgres
import Wire

/// A row of a search, from which a card is written without making values of its texts.
struct CardRow {
    /// What a statement selects after the band and the place; the number of matches follows.
    static let columns = """
        museums.id, museums.country, museums.category, museums.latitude, museums.longitude,
        museums.name_en, museums.name_ru, museums.name_be, museums.city_en, museums.city_ru, museums.city_be,
        \(PictureColumns.all)
        """
    private enum Column {
        static let band = 0
        static let place = 1
        static let id = 2
        static let country = 3
        static let category = 4
        static let latitude = 5
        static let longitude = 6
        static let names = 7
        static let cities = 10
        static let picture = 13
        static let matches = 18
    }

    let row: PostgresRow

    init(_ row: PostgresRow) { self.row = row }

    /// Where the row stands in the order of its statement.
    var key: SearchKey {
        get throws(PostgresError) {
            SearchKey(
                band: try row.decode(Int.self, at: Column.band),
                place: try row.decode(Double.self, at: Column.place),
                id: try id)
        }
    }

    var id: String { get throws(PostgresError) { try row.decode(String.self, at: Column.id) } }

    /// How many museums the statement found in all, as far as it counted.
    var matches: Int { get throws(PostgresError) { try row.decode(Int.self, at: Column.matches) } }

    /// Writes a ``Museums/Card``.
    func writeCard(
        into writer: inout JSONWriter, language: Language, near: Location?
    ) throws(PostgresError) {
        let place = try location
        let spoken = try row.language(ofTextsAt: Column.names, for: language)
        writer.beginObject()
        writer.key("id")
        try writer.text(of: row, at: Column.id)
        writer.key("name")
        try writer.text(of: row, at: Column.names + spoken.column)
        writer.key("city")
        try writer.text(of: row, at: Column.cities + spoken.column)
        writer.key("country")
        try writer.text(of: row, at: Column.country)
        writer.key("category")
        try writer.text(of: row, at: Column.category)
        writer.key("location")
        writer.location(place)
        try PictureColumns.write(of: row, at: Column.picture, into: &writer)
        if let near {
            writer.key("distance")
            writer.integer(GreatCircle.metres(from: near, to: place))
        }
        writer.key("language")
        writer.string(spoken.rawValue)
        writer.endObject()
    }

    /// Writes a ``Museums/Suggest/Suggestion``.
    func writeSuggestion(into writer: inout JSONWriter, language: Language) throws(PostgresError) {
        let spoken = try row.language(ofTextsAt: Column.names, for: language)
        writer.beginObject()
        writer.key("id")
        try writer.text(of: row, at: Column.id)
        writer.key("name")
        try writer.text(of: row, at: Column.names + spoken.column)
        writer.key("city")
        try writer.text(of: row, at: Column.cities + spoken.column)
        writer.key("language")
        writer.string(spoken.rawValue)
        writer.endObject()
    }

    private var location: Location {
        get throws(PostgresError) {
            Location(
                latitude: Latitude(unchecked: try row.decode(Double.self, at: Column.latitude)),
                longitude: Longitude(unchecked: try row.decode(Double.self, at: Column.longitude)))
        }
    }
}

extension Language {
    /// Where a text of this language stands among columns in the order en, ru, be.
    var column: Int {
        switch self {
        case .english: 0
        case .russian: 1
        case .belarusian: 2
        }
    }
}

extension PostgresRow {
    /// The first language, in the caller's order, of which one of three columns holds a text; English if none does.
    func language(ofTextsAt column: Int, for wanted: Language) throws(PostgresError) -> Language {
        for language in wanted.fallbacks {
            guard try isNull(at: column + language.column) else { return language }
        }
        return .english
    }
}

extension JSONWriter {
    /// Writes a text column as a string, NULL as `null`.
    mutating func text(of row: PostgresRow, at column: Int) throws(PostgresError) {
        if try row.withText(at: column, { string(utf8: $0) }) == nil { null() }
    }

    /// Writes a ``Location``.
    mutating func location(_ place: Location) {
        location(latitude: place.latitude.value, longitude: place.longitude.value)
    }

    /// Writes a ``Location`` of degrees north and east.
    mutating func location(latitude: Double, longitude: Double) {
        beginObject()
        key("latitude")
        double(latitude)
        key("longitude")
        double(longitude)
        endObject()
    }
}
