import Values

/// The content of an archive's `manifest.json`.
struct BackupManifest: Codable, Sendable, Equatable {
    /// The version of the archive's format.
    static let format = 1

    /// A file of the archive.
    struct File: Codable, Sendable, Equatable {
        var name: String
        var bytes: Int
        /// The file's digest: 64 hexadecimal digits.
        var sha256: String
    }

    /// A service's database.
    struct Database: Codable, Sendable, Equatable {
        var service: String
        /// The number of the newest migration; absent if the service has never run.
        var migration: Int?
        /// The dump, made by `pg_dump --format=custom`.
        var file: File
    }

    /// A secret that is needed to decrypt rows of a database.
    struct Secret: Codable, Sendable, Equatable {
        /// The name of the secret and its file, such as `auth.secret`.
        var name: String
        /// A digest that identifies the secret without revealing it: 64 hexadecimal digits.
        var sha256: String
        /// The file with the secret; absent in an archive without secrets.
        var file: File?
    }

    var format = Self.format
    var madeAt: Instant
    /// The version of Vokol that created the archive.
    var vokol: String
    /// The version of the PostgreSQL server.
    var postgres: String
    var databases: [Database]
    var secrets: [Secret]

    /// Returns the digest that identifies a secret, ignoring a trailing line break.
    static func fingerprint(_ secret: [UInt8]) -> String {
        FileDigest.sha256(of: secret.last == UInt8(ascii: "\n") ? secret.dropLast() : secret[...])
    }

    /// All files except the manifest.
    var files: [File] { databases.map(\.file) + secrets.compactMap(\.file) }
}
