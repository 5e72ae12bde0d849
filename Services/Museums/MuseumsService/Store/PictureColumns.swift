import Postgres
import Wire

/// The columns of a museum's picture, which are NULL where it has none.
enum PictureColumns {
    /// What a statement selects, once ``join`` is in its FROM.
    static let all = """
        museum_pictures.url, museum_pictures.width, museum_pictures.height, museum_pictures.author,
        museum_pictures.licence
        """
    static let join = "LEFT JOIN museum_pictures ON museum_pictures.museum_id = museums.id"

    /// Writes the member `picture`, a ``Museums/Picture``, if there is one.
    static func write(of row: PostgresRow, at first: Int, into writer: inout JSONWriter) throws(PostgresError) {
        guard try !row.isNull(at: first) else { return }
        writer.key("picture")
        writer.beginObject()
        writer.key("url")
        try writer.text(of: row, at: first)
        writer.key("width")
        writer.integer(try row.decode(Int.self, at: first + 1))
        writer.key("height")
        writer.integer(try row.decode(Int.self, at: first + 2))
        writer.key("author")
        try writer.text(of: row, at: first + 3)
        writer.key("licence")
        try writer.text(of: row, at: first + 4)
        writer.endObject()
    }
}
