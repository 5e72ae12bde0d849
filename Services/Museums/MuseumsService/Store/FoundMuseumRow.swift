import MuseumsContract
import Postgres
import Values

/// The columns of a row that a search or a list returns.
enum FoundMuseumRow {
    /// The columns that follow the band and the place in a SELECT list; the number of matches comes last.
    static let columns = """
        museums.id, museums.country, museums.category, museums.latitude, museums.longitude,
        museums.name_en, museums.name_ru, museums.name_be, museums.city_en, museums.city_ru, museums.city_be,
        \(PictureColumns.all)
        """

    fileprivate static let band = 0
    fileprivate static let place = 1
    fileprivate static let id = 2
    fileprivate static let country = 3
    fileprivate static let category = 4
    fileprivate static let location = 5
    fileprivate static let name = 7
    fileprivate static let city = 10
    fileprivate static let picture = 13
    fileprivate static let matches = picture + PictureColumns.count
}

extension FoundMuseums {
    /// Reads all rows of a statement; every row carries the number of matches.
    init(_ rows: PostgresRows) throws(PostgresError) {
        museums = try rows.map { (row) throws(PostgresError) in try FoundMuseum(row) }
        matches = try rows.first.map { (row) throws(PostgresError) in try row.decode(at: FoundMuseumRow.matches) } ?? 0
    }
}

extension FoundMuseum {
    /// Reads the columns of ``FoundMuseumRow``.
    init(_ row: PostgresRow) throws(PostgresError) {
        key = SearchKey(
            band: try row.decode(at: FoundMuseumRow.band), place: try row.decode(at: FoundMuseumRow.place),
            id: try row.decode(at: FoundMuseumRow.id))
        country = CountryCode(unchecked: try row.decode(at: FoundMuseumRow.country))
        category = try MuseumCategory(row, at: FoundMuseumRow.category)
        location = try Location(row, at: FoundMuseumRow.location)
        name = try LocalizedText(row, at: FoundMuseumRow.name)
        city = try LocalizedText(row, at: FoundMuseumRow.city)
        picture = try Museums.Picture(row, at: FoundMuseumRow.picture)
    }
}
