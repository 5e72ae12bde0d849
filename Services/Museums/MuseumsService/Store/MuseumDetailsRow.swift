import MuseumsContract
import Postgres
import Values

/// The row of a museum's details.
enum MuseumDetailsRow {
    /// The columns for a SELECT list whose FROM clause contains `museums` and ``PictureColumns/join``.
    static let columns = """
        museums.id, museums.country, category, latitude, longitude, website, founded, name_en, name_ru, name_be,
        city_en, city_ru, city_be, address_en, address_ru, address_be, description_en, description_ru, description_be,
        attribution, museums.licence AS source_licence, \(PictureColumns.all)
        """
    static let statement = PreparedStatement(
        "museums.get", "SELECT \(columns) FROM museums \(PictureColumns.join) WHERE museums.id = :id")
}

extension MuseumDetails {
    /// Reads a row of ``MuseumDetailsRow``.
    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        country = try row.read("country")
        category = try MuseumCategory(row)
        location = try Location(row)
        website = try row.read("website")
        founded = try row.read("founded")
        name = try LocalizedText(row.prefixed("name_"))
        city = try LocalizedText(row.prefixed("city_"))
        address = try LocalizedText(row.prefixed("address_"))
        description = try LocalizedText(row.prefixed("description_"))
        picture = try CreditedPicture(row)
        credit = try SourceCredit(row)
    }
}
