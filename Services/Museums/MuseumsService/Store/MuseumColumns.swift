import MuseumsContract
import Postgres
import Values

// Columns that several statements select side by side, and their values.

extension LocalizedText {
    /// Reads three columns in the order en, ru, be.
    init(_ row: PostgresRow, at first: Int) throws(PostgresError) {
        english = try row.decode(String?.self, at: first)
        russian = try row.decode(String?.self, at: first + 1)
        belarusian = try row.decode(String?.self, at: first + 2)
    }
}

extension Location {
    /// Reads two columns: degrees north and degrees east.
    init(_ row: PostgresRow, at first: Int) throws(PostgresError) {
        self.init(
            latitude: Latitude(unchecked: try row.decode(Double.self, at: first)),
            longitude: Longitude(unchecked: try row.decode(Double.self, at: first + 1)))
    }
}

extension MuseumCategory {
    /// Reads a category; one that a newer program wrote counts as general.
    init(_ row: PostgresRow, at column: Int) throws(PostgresError) {
        self = MuseumCategory(rawValue: try row.decode(String.self, at: column)) ?? .general
    }
}

/// The columns of a museum's picture, NULL for a museum without one.
enum PictureColumns {
    /// The columns of a SELECT list, once ``join`` is in its FROM clause.
    static let all = """
        museum_pictures.url, museum_pictures.width, museum_pictures.height, museum_pictures.author,
        museum_pictures.licence
        """
    static let join = "LEFT JOIN museum_pictures ON museum_pictures.museum_id = museums.id"
    /// The number of columns.
    static let count = 5
}

extension Museums.Picture {
    /// Reads ``PictureColumns``; `nil` for a museum without a picture.
    init?(_ row: PostgresRow, at first: Int) throws(PostgresError) {
        guard try !row.isNull(at: first) else { return nil }
        self.init(
            url: try row.decode(String.self, at: first), width: try row.decode(Int.self, at: first + 1),
            height: try row.decode(Int.self, at: first + 2), author: try row.decode(String.self, at: first + 3),
            licence: try row.decode(String.self, at: first + 4))
    }
}
