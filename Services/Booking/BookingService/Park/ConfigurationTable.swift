import Postgres
import Values

/// A version of the configuration as stored.
struct ConfigurationRow: Sendable {
    var version: Int64
    /// The settings as JSON.
    var document: String
}

extension BookingSession {
    var configurations: ConfigurationTable { ConfigurationTable(session: self) }
}

/// The versions of the park's configuration.
struct ConfigurationTable: Sendable {
    let session: any BookingSession

    /// The newest version; 0 before the first.
    func newestVersion() async throws -> Int64 {
        try await session.query(Self.newestVersion, [:]).only { (columns) throws(PostgresError) in
            try columns.value()
        }
    }

    /// The newest configuration; `nil` before the first.
    func newest() async throws -> ConfigurationRow? {
        try await session.query(Self.newest, [:]).one { (columns) throws(PostgresError) in
            ConfigurationRow(version: try columns.value(), document: try columns.value())
        }
    }

    /// Inserts a version, unless it exists.
    func insert(_ configuration: ConfigurationRow, by actor: Identifier?, now: Instant) async throws {
        try await session.query(
            Self.insert,
            [
                "version": configuration.version, "document": configuration.document, "now": now.milliseconds,
                "actor": actor?.text,
            ])
    }

    private static let newest = NamedStatement(
        "configuration", "SELECT version, document FROM configuration ORDER BY version DESC LIMIT 1")
    private static let newestVersion = NamedStatement(
        "configurationVersion", "SELECT coalesce(max(version), 0) FROM configuration")
    private static let insert = NamedStatement(
        "configurationInsert",
        """
        INSERT INTO configuration (version, document, made_at, made_by) VALUES ($version, $document, $now, $actor)
        ON CONFLICT (version) DO NOTHING
        """)
}
