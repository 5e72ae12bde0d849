import Contract
import MuseumsContract
import Postgres

/// Reads and writes the bytes of pictures.
struct PictureFileStore: Sendable {
    /// The reason that a fetched picture is not stored.
    enum Refusal: Error {
        case unknownMuseum
        /// An editor set or removed the museum's picture.
        case edited
    }

    let client: PostgresClient

    /// Reads a file; returns `nil` if the hash is unknown.
    func file(
        _ hash: PictureHash, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> (format: PictureFormat, content: [UInt8])? {
        guard let row = try await client.query(Self.readFile, ["hash": hash], deadline: deadline).first,
            let format = PictureFormat(rawValue: try row.read("format"))
        else { return nil }
        return (format, try row.read("content"))
    }

    /// Returns true if a museum has this picture with its files.
    func isStored(_ picture: CreditedPicture, of museum: MuseumID) async throws(PostgresError) -> Bool {
        try await client.query(
            Self.countFiles,
            [
                "id": museum, "url": picture.url, "author": picture.author, "licence": picture.licence,
                "page": picture.page,
            ]
        ).only.read("files") > 0
    }

    /// Returns true if a museum has a picture with files.
    ///
    /// - Throws: ``Refusal/edited``, and `PostgresError`.
    func hasFiles(_ museum: MuseumID) async throws -> Bool {
        let row = try await client.query(Self.state, ["id": museum]).only
        guard try !row.read("is_edited", as: Bool.self) else { throw Refusal.edited }
        return try row.read("files") > 0
    }

    /// Stores a fetched picture of a museum with its files, in place of the former one.
    ///
    /// - Throws: ``Refusal``, and `PostgresError`.
    func store(_ picture: CreditedPicture, files: [ScaledPicture], of museum: MuseumID) async throws {
        try await client.withTransaction { transaction in
            // An editor may set the picture meanwhile.
            _ = try await transaction.query(LoadStatements.lock)
            let row = try await transaction.query(Self.state, ["id": museum]).only
            guard try !row.read("is_edited", as: Bool.self) else { throw Refusal.edited }
            guard try await Self.replace(picture, files: files, of: museum, in: transaction) else {
                throw Refusal.unknownMuseum
            }
        }
    }

    /// Replaces a museum's picture and its files within a transaction; returns false if there is no such museum.
    static func replace(
        _ picture: CreditedPicture, files: [ScaledPicture], of museum: MuseumID, in transaction: PostgresTransaction
    ) async throws -> Bool {
        let rows = try await transaction.query(
            Self.writePicture,
            [
                "id": museum, "url": picture.url, "width": picture.width, "height": picture.height,
                "author": picture.author, "licence": picture.licence, "page": picture.page,
            ])
        guard rows.affectedRows == 1 else { return false }
        _ = try await transaction.query(Self.removeFiles, ["id": museum])
        for file in files {
            _ = try await transaction.query(
                Self.writeFile,
                [
                    "id": museum, "format": file.format.rawValue, "width": file.width, "height": file.height,
                    "content": file.content,
                ])
        }
        return true
    }

    private static let readFile = PreparedStatement(
        "museums.pictureBytes", "SELECT format, content FROM museum_picture_files WHERE hash = :hash LIMIT 1")
    private static let countFiles = PreparedStatement(
        "museums.countPictureFiles",
        """
        SELECT count(*) AS files FROM museum_pictures JOIN museum_picture_files USING (museum_id)
        WHERE museum_id = :id AND (url, author, licence) = (:url::text, :author::text, :licence::text)
            AND page IS NOT DISTINCT FROM :page::text
        """)
    private static let state = PreparedStatement(
        "museums.pictureState",
        """
        SELECT count(*) AS files, \(PictureColumns.isEdited(":id")) AS is_edited
        FROM museum_picture_files WHERE museum_id = :id
        """)
    private static let writePicture = PreparedStatement(
        "museums.writePicture",
        """
        INSERT INTO museum_pictures (museum_id, url, width, height, author, licence, page)
        SELECT id, :url::text, :width::integer, :height::integer, :author::text, :licence::text, :page::text
        FROM museums WHERE id = :id FOR KEY SHARE
        ON CONFLICT (museum_id) DO UPDATE
        SET url = EXCLUDED.url, width = EXCLUDED.width, height = EXCLUDED.height, author = EXCLUDED.author,
            licence = EXCLUDED.licence, page = EXCLUDED.page
        """)
    private static let removeFiles = PreparedStatement(
        "museums.replacePictureFiles", "DELETE FROM museum_picture_files WHERE museum_id = :id")
    /// Two sizes of a small picture can have the same bytes.
    private static let writeFile = PreparedStatement(
        "museums.writePictureFile",
        """
        INSERT INTO museum_picture_files (hash, museum_id, format, width, height, content)
        VALUES (encode(sha256(:content), 'hex'), :id, :format, :width, :height, :content)
        ON CONFLICT DO NOTHING
        """)
}
