import Postgres
import Values

/// A version of the configuration as stored.
struct ConfigurationRow: Sendable {
    var version: Int64
    /// The settings as JSON.
    var document: String
}

extension StatementRunner {
    var configurations: ConfigurationTable { ConfigurationTable(session: self) }
}

/// The versions of the park's configuration.
struct ConfigurationTable: Sendable {
    let session: any StatementRunner

    /// Returns the newest version, or 0 before the first.
    func newestVersion() async throws -> Int64 {
        try await session.query(Self.newestVersion, [:]).only.read("version")
    }

    /// Returns the newest configuration, or `nil` before the first.
    func newest() async throws -> ConfigurationRow? {
        try await session.query(Self.newest, [:]).first.map { row in
            ConfigurationRow(version: try row.read("version"), document: try row.read("document"))
        }
    }

    /// Inserts a version, unless it exists.
    func insert(_ configuration: ConfigurationRow, by actor: Identifier?, now: Instant) async throws {
        try await session.query(
            Self.insert,
            [
                "version": configuration.version, "document": configuration.document, "now": now, "actor": actor,
            ])
    }

    private static let newest = PreparedStatement(
        "configuration", "SELECT version, document FROM configuration ORDER BY version DESC LIMIT 1")
    private static let newestVersion = PreparedStatement(
        "configurationVersion", "SELECT coalesce(max(version), 0) AS version FROM configuration")
    private static let insert = PreparedStatement(
        "configurationInsert",
        """
        INSERT INTO configuration (version, document, made_at, made_by) VALUES (:version, :document, :now, :actor)
        ON CONFLICT (version) DO NOTHING
        """)
}
