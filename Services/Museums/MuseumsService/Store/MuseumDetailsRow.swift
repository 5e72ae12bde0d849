import Contracts
import Postgres
import Wire

/// A row with everything about a museum.
struct DetailsRow {
    private enum Column {
        static let id = 0
        static let country = 1
        static let category = 2
        static let latitude = 3
        static let longitude = 4
        static let website = 5
        static let founded = 6
        static let names = 7
        static let cities = 10
        static let addresses = 13
        static let descriptions = 16
        static let picture = 19
    }

    let row: PostgresRow

    init(_ row: PostgresRow) { self.row = row }

    /// Writes a ``Museums/Get/Result``.
    ///
    /// All texts are in the language of the name, so that none is without its mark.
    func write(into writer: inout JSONWriter, language: Language) throws(PostgresError) {
        let spoken = try row.language(ofTextsAt: Column.names, for: language)
        writer.beginObject()
        writer.key("id")
        try writer.text(of: row, at: Column.id)
        writer.key("name")
        try writer.text(of: row, at: Column.names + spoken.column)
        if try !row.isNull(at: Column.descriptions + spoken.column) {
            writer.key("description")
            try writer.text(of: row, at: Column.descriptions + spoken.column)
        }
        writer.key("city")
        try writer.text(of: row, at: Column.cities + spoken.column)
        if try !row.isNull(at: Column.addresses + spoken.column) {
            writer.key("address")
            try writer.text(of: row, at: Column.addresses + spoken.column)
        }
        writer.key("country")
        try writer.text(of: row, at: Column.country)
        writer.key("category")
        try writer.text(of: row, at: Column.category)
        writer.key("location")
        writer.location(
            latitude: try row.decode(at: Column.latitude), longitude: try row.decode(at: Column.longitude))
        if try !row.isNull(at: Column.website) {
            writer.key("website")
            try writer.text(of: row, at: Column.website)
        }
        if let founded = try row.decode(Int?.self, at: Column.founded) {
            writer.key("founded")
            writer.integer(founded)
        }
        try PictureColumns.write(of: row, at: Column.picture, into: &writer)
        writer.key("language")
        writer.string(spoken.rawValue)
        writer.endObject()
    }
}
