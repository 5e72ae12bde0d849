import Database
import MuseumsContract
import Postgres
import Values

// Conversions of columns that several statements select.

extension MuseumID: ColumnValue {}

extension LocalizedText {
    /// Reads the columns `en`, `ru` and `be`.
    init(_ row: PostgresRow) throws(PostgresError) {
        english = try row.read("en")
        russian = try row.read("ru")
        belarusian = try row.read("be")
    }
}

extension Location {
    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(latitude: try row.read("latitude"), longitude: try row.read("longitude"))
    }
}

extension MuseumCategory {
    /// Reads a category; an unknown one, written by a newer program, counts as general.
    init(_ row: PostgresRow) throws(PostgresError) {
        self = MuseumCategory(rawValue: try row.read("category")) ?? .general
    }
}

/// The columns of a museum's picture, NULL for a museum without one.
enum PictureColumns {
    /// The columns for a SELECT list whose FROM clause contains ``join``.
    static let all = """
        museum_pictures.url, museum_pictures.width, museum_pictures.height, museum_pictures.author,
        museum_pictures.licence
        """
    static let join = "LEFT JOIN museum_pictures ON museum_pictures.museum_id = museums.id"
}

extension CreditedPicture {
    /// Reads ``PictureColumns``; returns `nil` for a museum without a picture.
    init?(_ row: PostgresRow) throws(PostgresError) {
        guard let url = try row.read("url", as: String?.self) else { return nil }
        self.init(
            url: url, width: try row.read("width"), height: try row.read("height"), author: try row.read("author"),
            licence: try row.read("licence"))
    }
}
