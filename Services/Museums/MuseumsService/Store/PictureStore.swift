import MuseumsContract
import Postgres

/// Writes the pictures of museums to PostgreSQL.
struct PictureStore: Sendable {
    /// The number of pictures sent to the database at a time.
    private static let batch = 1_000

    let client: PostgresClient
    /// The time limit of one statement of a load.
    let timeout: Duration

    /// Stores all pictures of a source or, on any error, none.
    ///
    /// Lines for unknown museums, and for those whose picture an editor set or removed, are skipped and reported.
    ///
    /// - Parameter makeSource: opens the source; called once for each attempt.
    /// - Throws: the errors of the source, and `PostgresError`.
    func load<Source: PictureSource & SendableMetatype>(
        from makeSource: @escaping @Sendable () throws -> Source
    ) async throws -> PictureSummary {
        try await client.withTransaction(statementTimeout: timeout) { transaction in
            // An edit of a picture must not come between the check and the change.
            _ = try await transaction.query(LoadStatements.lock)
            var source = try makeSource()
            var summary = PictureSummary()
            while let batch = try source.next(Self.batch) {
                try await Self.write(batch, in: transaction, &summary)
            }
            summary.refusals = (summary.refusals + source.refusals).sorted { $0.line < $1.line }
            return summary
        }
    }

    /// Counts the museums, and those with a photograph.
    func count() async throws(PostgresError) -> PhotographCount {
        let row = try await client.query(Self.countPictures, [:], deadline: .now + timeout).only
        return PhotographCount(
            museums: try row.read("museums"), photographs: try row.read("photographs"), links: try row.read("links"))
    }

    private static func write(
        _ batch: [NumberedPicture], in transaction: PostgresTransaction, _ summary: inout PictureSummary
    ) async throws {
        let ids = batch.map(\.picture.museum.text)
        let areEdited = try await transaction.query(knownMuseums, ["ids": ids]).reduce(into: [String: Bool]()) {
            $0[try $1.read("id")] = try $1.read("is_edited", as: Bool.self)
        }
        for entry in batch where areEdited[entry.picture.museum.text] != false {
            let isKnown = areEdited[entry.picture.museum.text] != nil
            let reason = isKnown ? PictureSummary.edited : "there is no museum \(entry.picture.museum)"
            summary.refusals.append(SourceLineRefusal(line: entry.line, reason: reason))
        }
        let records = batch.map(\.picture).filter { areEdited[$0.museum.text] == false }
        let without = records.filter { $0.picture == nil }.map(\.museum.text)
        let removed = try await transaction.query(removePictures, ["ids": without]).affectedRows
        let pictures = records.compactMap { record in record.picture.map { (record.museum.text, $0) } }
        let rows = try await transaction.query(
            writePictures,
            [
                "ids": pictures.map(\.0), "urls": pictures.map(\.1.url), "widths": pictures.map(\.1.width),
                "heights": pictures.map(\.1.height), "authors": pictures.map(\.1.author),
                "licences": pictures.map(\.1.licence), "pages": pictures.map { $0.1.page ?? "" },
            ])
        // The files of a picture that changed show the former one.
        let changed = try rows.map { try $0.read("museum_id", as: String.self) }
        _ = try await transaction.query(removeFiles, ["ids": changed])
        let added = try rows.count { try $0.read("is_new", as: Bool.self) }
        summary.removed += removed
        summary.added += added
        summary.changed += rows.count - added
        summary.unchanged += records.count - removed - rows.count
    }

    /// Counts pictures with bytes as photographs, and those without as links.
    ///
    /// Only a simulator's pictures have an address without TLS.
    private static let countPictures = PreparedStatement(
        "museums.countPictures",
        """
        SELECT (SELECT count(*) FROM museums) AS museums, count(*) FILTER (WHERE is_stored) AS photographs,
            count(*) FILTER (WHERE NOT is_stored) AS links
        FROM (
            SELECT EXISTS (SELECT FROM museum_picture_files WHERE museum_id = museum_pictures.museum_id) AS is_stored
            FROM museum_pictures WHERE url NOT LIKE 'http://%'
        ) AS pictures
        """)
    private static let knownMuseums = PreparedStatement(
        "museums.known",
        """
        SELECT id, \(PictureColumns.isEdited("museums.id")) AS is_edited
        FROM museums WHERE id = ANY (:ids::text[]) FOR KEY SHARE
        """)
    private static let removePictures = PreparedStatement(
        "museums.removePictures", "DELETE FROM museum_pictures WHERE museum_id = ANY (:ids::text[])")
    private static let removeFiles = PreparedStatement(
        "museums.removePictureFiles", "DELETE FROM museum_picture_files WHERE museum_id = ANY (:ids::text[])")
    /// Writes pictures, and returns a row for each that is new or changed; `is_new` is true for a new one.
    private static let writePictures = PreparedStatement(
        "museums.writePictures",
        """
        INSERT INTO museum_pictures AS existing (museum_id, url, width, height, author, licence, page)
        SELECT id, url, width, height, author, licence, nullif(page, '') FROM unnest(
            :ids::text[], :urls::text[], :widths::integer[], :heights::integer[], :authors::text[], :licences::text[],
            :pages::text[]) AS new (id, url, width, height, author, licence, page)
        ON CONFLICT (museum_id) DO UPDATE
        SET url = EXCLUDED.url, width = EXCLUDED.width, height = EXCLUDED.height, author = EXCLUDED.author,
            licence = EXCLUDED.licence, page = EXCLUDED.page
        WHERE (existing.url, existing.width, existing.height, existing.author, existing.licence, existing.page)
            IS DISTINCT FROM (
                EXCLUDED.url, EXCLUDED.width, EXCLUDED.height, EXCLUDED.author, EXCLUDED.licence, EXCLUDED.page)
        RETURNING museum_id, xmax = 0 AS is_new
        """)
}
