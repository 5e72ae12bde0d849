import Contracts
import Postgres

/// What a file of pictures did.
struct PictureSummary: Equatable, Sendable {
    var added = 0
    var changed = 0
    var unchanged = 0
    var removed = 0
    /// What was left out, by line.
    var refusals: [Refusal] = []

    /// A line and why it was left out.
    struct Refusal: Equatable, Sendable {
        var line: Int
        var reason: String
    }

    /// Whether museums look otherwise than before.
    var changedAnything: Bool { added + changed + removed > 0 }
}

extension MuseumStore {
    /// The most lines of a file of pictures.
    static let maximumPictures = 1_000_000
    /// How many pictures are sent to the database at a time.
    private static let pictureBatch = 1_000

    /// Gives museums the pictures of a file, all of them or, on any error, none.
    ///
    /// A line whose address is empty takes the museum's picture away. What cannot be used is left out and told of.
    /// - Parameter timeout: how long one statement may take.
    /// - Throws: ``CSVTable/Fault`` if it is no such file.
    func loadPictures(_ path: String, timeout: Duration) async throws -> PictureSummary {
        try await client.withTransaction(TransactionOptions(statementTimeout: timeout)) { transaction in
            var file = try PictureFile(path)
            var summary = PictureSummary()
            while let batch = try file.next(Self.pictureBatch) {
                try await Self.write(batch, in: transaction, &summary)
            }
            summary.refusals = (summary.refusals + file.refusals).sorted { $0.line < $1.line }
            return summary
        }
    }

    private static func write(
        _ batch: [PictureFile.Entry], in transaction: PostgresTransaction, _ summary: inout PictureSummary
    ) async throws {
        let ids = batch.map(\.record.museum.text)
        let known = Set(
            try await transaction.query(knownMuseums, [ids]).map { try $0.decode(String.self, at: 0) })
        for entry in batch where !known.contains(entry.record.museum.text) {
            summary.refusals.append(.init(line: entry.line, reason: "there is no museum \(entry.record.museum.text)"))
        }
        let records = batch.map(\.record).filter { known.contains($0.museum.text) }
        let without = records.filter { $0.picture == nil }.map(\.museum.text)
        let removed = try await transaction.query(removePictures, [without]).affectedRows
        let pictures = records.compactMap { record in record.picture.map { (record.museum.text, $0) } }
        let rows = try await transaction.query(
            writePictures,
            [
                pictures.map(\.0), pictures.map(\.1.url), pictures.map { Int32($0.1.width) },
                pictures.map { Int32($0.1.height) }, pictures.map(\.1.author), pictures.map(\.1.licence),
            ])
        let added = try rows.count { try $0.decode(Bool.self, at: 0) }
        summary.removed += removed
        summary.added += added
        summary.changed += rows.count - added
        summary.unchanged += records.count - removed - rows.count
    }

    private static let knownMuseums = PreparedStatement(
        "museums.known", "SELECT id FROM museums WHERE id = ANY ($1::text[]) FOR KEY SHARE")
    private static let removePictures = PreparedStatement(
        "museums.removePictures", "DELETE FROM museum_pictures WHERE museum_id = ANY ($1::text[])")
    /// Gives a row for each picture that is new or other than before, and whether it is new.
    private static let writePictures = PreparedStatement(
        "museums.writePictures",
        """
        INSERT INTO museum_pictures AS kept (museum_id, url, width, height, author, licence)
        SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[])
        ON CONFLICT (museum_id) DO UPDATE
        SET url = EXCLUDED.url, width = EXCLUDED.width, height = EXCLUDED.height, author = EXCLUDED.author,
            licence = EXCLUDED.licence
        WHERE (kept.url, kept.width, kept.height, kept.author, kept.licence)
            IS DISTINCT FROM (EXCLUDED.url, EXCLUDED.width, EXCLUDED.height, EXCLUDED.author, EXCLUDED.licence)
        RETURNING xmax = 0
        """)
}
