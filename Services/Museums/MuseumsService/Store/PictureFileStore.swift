import Contract
import MuseumsContract
import Postgres

/// Reads and writes the bytes of pictures.
struct PictureFileStore: Sendable {
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
    func hasFiles(_ museum: MuseumID) async throws(PostgresError) -> Bool {
        try await client.query(Self.countAllFiles, ["id": museum]).only.read("files") > 0
    }

    /// Replaces a museum's picture and its files; returns false if there is no such museum.
    func replace(
        _ picture: CreditedPicture, files: [ScaledPicture], of museum: MuseumID
    ) async throws -> Bool {
        try await client.withTransaction { transaction in
            try await Self.replace(picture, files: files, of: museum, in: transaction)
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
    private static let countAllFiles = PreparedStatement(
        "museums.countAllPictureFiles", "SELECT count(*) AS files FROM museum_picture_files WHERE museum_id = :id")
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
