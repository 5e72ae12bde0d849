import Values

/// The content of a backup's `manifest.json`.
struct BackupManifest: Codable, Sendable, Equatable {
    /// The version of the archive format.
    static let format = 1

    /// A file of the archive.
    struct File: Codable, Sendable, Equatable {
        var name: String
        var bytes: Int
        /// 64 hexadecimal digits.
        var sha256: String
    }

    /// A service's database.
    struct Database: Codable, Sendable, Equatable {
        var service: String
        /// The newest migration; absent if the service has never run.
        var migration: Int?
        /// The dump by `pg_dump --format=custom`.
        var file: File
    }

    /// A secret without which a database is of little use.
    struct Secret: Codable, Sendable, Equatable {
        /// The name of the secret and its file, such as `auth.secret`.
        var name: String
        /// A digest that identifies the secret without showing it: 64 hexadecimal digits.
        var sha256: String
        /// Absent in an archive without secrets.
        var file: File?
    }

    var format = Self.format
    var madeAt: Instant
    /// The version of Vokol that made the archive.
    var vokol: String
    /// The version of the PostgreSQL server.
    var postgres: String
    var databases: [Database]
    var secrets: [Secret]

    /// The digest that identifies a secret; a trailing line break does not count.
    static func fingerprint(_ secret: [UInt8]) -> String {
        FileDigest.sha256(of: secret.last == UInt8(ascii: "\n") ? secret.dropLast() : secret[...])
    }

    /// All files except the manifest.
    var files: [File] { databases.map(\.file) + secrets.compactMap(\.file) }
}
