import MuseumsContract
import Postgres
import Values

/// The columns of a row that a search or a list returns.
enum FoundMuseumRow {
    /// The columns of the museum and its picture; a statement adds `band`, `place` and `matches`.
    static let columns = """
        museums.id, museums.country, museums.category, museums.latitude, museums.longitude,
        museums.name_en, museums.name_ru, museums.name_be, museums.city_en, museums.city_ru, museums.city_be,
        \(PictureColumns.all)
        """
}

extension FoundMuseums {
    /// Reads all rows of a statement, each of which contains the number of matches.
    init(_ rows: PostgresRows) throws(PostgresError) {
        museums = try rows.map(FoundMuseum.init)
        matches = try rows.first?.read("matches") ?? 0
    }
}

extension FoundMuseum {
    /// Reads the columns of ``FoundMuseumRow``.
    init(_ row: PostgresRow) throws(PostgresError) {
        key = SearchKey(band: try row.read("band"), place: try row.read("place"), id: try row.read("id"))
        country = try row.read("country")
        category = try MuseumCategory(row)
        location = try Location(row)
        name = try LocalizedText(row.prefixed("name_"))
        city = try LocalizedText(row.prefixed("city_"))
        picture = try CreditedPicture(row)
    }
}
