import Contract
import Database
import MuseumsContract
import Postgres
import Values

// Conversions of columns that several statements select.

extension MuseumID: ColumnValue {}
extension PictureHash: ColumnValue {}

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

extension SourceCredit {
    /// Reads the columns `attribution` and `source_licence`; returns `nil` for a source that asks for no credit.
    init?(_ row: PostgresRow) throws(PostgresError) {
        guard let attribution = try row.read("attribution", as: String?.self) else { return nil }
        self.init(attribution: attribution, licence: try row.read("source_licence"))
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
        museum_pictures.licence, museum_pictures.page,
        ARRAY(
            SELECT concat_ws(' ', hash, format, width, height) FROM museum_picture_files AS files
            WHERE files.museum_id = museum_pictures.museum_id ORDER BY width, format, hash
        ) AS picture_files
        """
    static let join = "LEFT JOIN museum_pictures ON museum_pictures.museum_id = museums.id"

    /// Returns the condition that an editor set or removed the picture of a museum, so that files leave it alone.
    ///
    /// - Parameter id: the SQL of the museum's id.
    static func isEdited(_ id: String) -> String {
        """
        EXISTS (
            SELECT FROM museum_edits
            WHERE museum_edits.museum_id = \(id) AND kind IN ('picture-set', 'picture-removed'))
        """
    }
}

/// The columns of a museum's facts: one array each of kinds, values, sources and days.
enum FactColumns {
    /// Returns the columns for a SELECT list.
    ///
    /// - Parameter rows: the FROM clause of the rows of `museum_facts`, with the alias `stated`.
    static func all(_ rows: String) -> String {
        [("fact", "kinds"), ("value", "values"), ("source", "sources"), ("stated_on", "days")].map { column, name in
            "ARRAY(SELECT stated.\(column) FROM \(rows) ORDER BY stated.fact) AS fact_\(name)"
        }.joined(separator: ", ")
    }

    /// Reads the columns.
    static func facts(_ row: PostgresRow) throws(PostgresError) -> [FactKind: MuseumFact] {
        let kinds = try row.read("fact_kinds", as: [String].self)
        let values = try row.read("fact_values", as: [String].self)
        let sources = try row.read("fact_sources", as: [String].self)
        let days = try row.read("fact_days", as: [LocalDate].self)
        var facts: [FactKind: MuseumFact] = [:]
        for (index, name) in kinds.enumerated() {
            // A newer program may write further kinds.
            guard let kind = FactKind(rawValue: name) else { continue }
            facts[kind] = MuseumFact(kind: kind, value: values[index], source: sources[index], date: days[index])
        }
        return facts
    }

    /// Returns an array of the kinds of facts that an editor set or removed, so that files leave them alone.
    ///
    /// A fact that an undo brought back from another source follows files again.
    ///
    /// - Parameter id: the SQL of the museum's id.
    static func edited(_ id: String) -> String {
        """
        ARRAY(
            SELECT DISTINCT edited.kind FROM museum_edits, unnest(museum_edits.edited_facts) AS edited (kind)
            WHERE museum_edits.museum_id = \(id) AND NOT EXISTS (
                SELECT FROM museum_facts
                WHERE museum_id = \(id) AND fact = edited.kind AND source <> '\(EditableMuseum.source)'))
        """
    }
}

extension CreditedPicture {
    /// Reads ``PictureColumns``; returns `nil` for a museum without a picture.
    init?(_ row: PostgresRow) throws(PostgresError) {
        guard let url = try row.read("url", as: String?.self) else { return nil }
        self.init(
            url: url, width: try row.read("width"), height: try row.read("height"), author: try row.read("author"),
            licence: try row.read("licence"), page: try row.read("page"),
            files: try row.read("picture_files", as: [String].self).compactMap(PictureFileSize.init))
    }
}

extension PictureFileSize {
    /// Reads an entry of `picture_files`; returns `nil` for a format of a newer program.
    fileprivate init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, let format = PictureFormat(rawValue: words[1]), let width = Int(words[2]),
            let height = Int(words[3])
        else { return nil }
        self.init(hash: PictureHash(unchecked: words[0]), width: width, height: height, format: format)
    }
}
