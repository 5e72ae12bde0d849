import MuseumsContract
import Postgres
import Values

/// The statement for everything about one museum, and its columns.
enum MuseumDetailsRow {
    /// Takes the museum's id.
    static let statement = PreparedStatement(
        "museums.get",
        """
        SELECT id, country, category, latitude, longitude, website, founded, name_en, name_ru, name_be,
            city_en, city_ru, city_be, address_en, address_ru, address_be,
            description_en, description_ru, description_be, \(PictureColumns.all)
        FROM museums \(PictureColumns.join) WHERE id = $1
        """)

    fileprivate static let id = 0
    fileprivate static let country = 1
    fileprivate static let category = 2
    fileprivate static let location = 3
    fileprivate static let website = 5
    fileprivate static let founded = 6
    fileprivate static let name = 7
    fileprivate static let city = 10
    fileprivate static let address = 13
    fileprivate static let description = 16
    fileprivate static let picture = 19
}

extension MuseumDetails {
    /// Reads the columns of ``MuseumDetailsRow``.
    init(_ row: PostgresRow) throws(PostgresError) {
        id = MuseumID(unchecked: try row.decode(at: MuseumDetailsRow.id))
        country = CountryCode(unchecked: try row.decode(at: MuseumDetailsRow.country))
        category = try MuseumCategory(row, at: MuseumDetailsRow.category)
        location = try Location(row, at: MuseumDetailsRow.location)
        website = try row.decode(String?.self, at: MuseumDetailsRow.website)
        founded = try row.decode(Int?.self, at: MuseumDetailsRow.founded)
        name = try LocalizedText(row, at: MuseumDetailsRow.name)
        city = try LocalizedText(row, at: MuseumDetailsRow.city)
        address = try LocalizedText(row, at: MuseumDetailsRow.address)
        description = try LocalizedText(row, at: MuseumDetailsRow.description)
        picture = try Museums.Picture(row, at: MuseumDetailsRow.picture)
    }
}
