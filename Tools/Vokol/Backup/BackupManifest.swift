import Values

/// What `manifest.json` of a backup says.
struct BackupManifest: Codable, Sendable, Equatable {
    /// The number of this form of archives.
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
        /// The newest migration that it has; absent where no service has ever run.
        var migration: Int?
        /// As `pg_dump --format=custom` writes it.
        var file: File
    }

    /// A secret without which a database is of little use.
    struct Secret: Codable, Sendable, Equatable {
        /// What it is, and how its file is called, such as `auth.secret`.
        var name: String
        /// Tells one secret from another without showing it: 64 hexadecimal digits.
        var sha256: String
        /// Absent if the secret is kept elsewhere.
        var file: File?
    }

    var format = Self.format
    var madeAt: Instant
    /// The version of Vokol that made the archive.
    var vokol: String
    /// That of the PostgreSQL server.
    var postgres: String
    var databases: [Database]
    var secrets: [Secret]

    /// What tells a secret from another one; a line break at its end is no part of it.
    static func fingerprint(_ secret: [UInt8]) -> String {
        FileDigest.sha256(of: secret.last == UInt8(ascii: "\n") ? secret.dropLast() : secret[...])
    }

    /// All files but the manifest's own.
    var files: [File] { databases.map(\.file) + secrets.compactMap(\.file) }
}
