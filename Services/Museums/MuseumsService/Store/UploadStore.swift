import MuseumsContract
import Postgres
import Values

/// The pictures that editors are uploading, in PostgreSQL: each part may reach another replica.
struct UploadStore: Sendable {
    /// The time after which an upload that has not grown is deleted.
    static let lifetime: Duration = .seconds(3_600)

    let client: PostgresClient
    var makeID: @Sendable (Instant) -> Identifier = Identifier.make(at:)

    /// Stores the first part of a picture, in place of an earlier upload of the account.
    func begin(
        _ content: [UInt8], by account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> (upload: Identifier, size: Int) {
        try await client.withTransaction(deadline: deadline) { transaction in
            let now = try await transaction.now()
            let upload = makeID(Instant(milliseconds: now))
            _ = try await transaction.query(Self.lock, ["account": account])
            _ = try await transaction.query(Self.delete, ["account": account])
            _ = try await transaction.query(
                Self.create, ["upload": upload, "account": account, "now": now, "size": content.count])
            _ = try await transaction.query(Self.add, ["upload": upload, "start": 0, "content": content])
            return (upload, content.count)
        }
    }

    /// Stores a further part; returns the size so far, or `nil` if the part does not continue the upload.
    func append(
        _ content: [UInt8], at offset: Int, to upload: Identifier, by account: Identifier,
        deadline: ContinuousClock.Instant
    ) async throws -> Int? {
        try await client.withTransaction(deadline: deadline) { transaction in
            let now = try await transaction.now()
            let grown = try await transaction.query(
                Self.grow,
                [
                    "upload": upload, "account": account, "start": offset, "size": offset + content.count, "now": now,
                ])
            guard grown.affectedRows == 1 else {
                // The answer to an earlier attempt may have been lost.
                let isRepeated = try await !transaction.query(
                    Self.find, ["upload": upload, "account": account, "start": offset, "content": content]
                ).isEmpty
                return isRepeated ? offset + content.count : nil
            }
            _ = try await transaction.query(Self.add, ["upload": upload, "start": offset, "content": content])
            return offset + content.count
        }
    }

    /// Returns the bytes of an upload; empty if the account has no such upload.
    func bytes(
        of upload: Identifier, by account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        try await client.query(Self.read, ["upload": upload, "account": account], deadline: deadline)
            .reduce(into: []) { $0 += try $1.read("content", as: [UInt8].self) }
    }

    /// Deletes the uploads that have not grown for ``lifetime``; returns their number.
    func removeExpired(deadline: ContinuousClock.Instant) async throws -> Int {
        try await client.withTransaction(deadline: deadline) { transaction in
            let expired = try await transaction.now() - Self.lifetime.components.seconds * 1_000
            return try await transaction.query(Self.expire, ["expired": expired]).affectedRows
        }
    }

    /// Deletes the upload of an account.
    func removeAll(of account: Identifier, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(Self.delete, ["account": account], deadline: deadline)
    }

    /// Of two uploads that an account begins at once, the later one replaces the other.
    private static let lock = PreparedStatement(
        "museums.upload.lock",
        "SELECT pg_advisory_xact_lock(hashtextextended('museums/upload/' || (:account::uuid)::text, 0))")
    private static let expire = PreparedStatement(
        "museums.upload.expire", "DELETE FROM museum_uploads WHERE at < :expired::bigint")
    private static let create = PreparedStatement(
        "museums.upload.create",
        "INSERT INTO museum_uploads (id, account_id, at, size) VALUES (:upload::uuid, :account::uuid, :now::bigint, :size)"
    )
    private static let grow = PreparedStatement(
        "museums.upload.grow",
        """
        UPDATE museum_uploads SET size = :size::integer, at = :now::bigint
        WHERE id = :upload::uuid AND account_id = :account::uuid AND size = :start::integer
        """)
    private static let add = PreparedStatement(
        "museums.upload.add",
        "INSERT INTO museum_upload_parts (upload_id, start, content) VALUES (:upload::uuid, :start, :content)")
    private static let find = PreparedStatement(
        "museums.upload.find",
        """
        SELECT start FROM museum_upload_parts JOIN museum_uploads ON museum_uploads.id = upload_id
        WHERE upload_id = :upload::uuid AND account_id = :account::uuid AND start = :start::integer
            AND content = :content
        """)
    private static let read = PreparedStatement(
        "museums.upload.read",
        """
        SELECT content FROM museum_upload_parts JOIN museum_uploads ON museum_uploads.id = upload_id
        WHERE upload_id = :upload::uuid AND account_id = :account::uuid ORDER BY start
        """)
    private static let delete = PreparedStatement(
        "museums.upload.delete", "DELETE FROM museum_uploads WHERE account_id = :account::uuid")
}
