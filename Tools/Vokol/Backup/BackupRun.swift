import Contract
import Machine
import ServiceRuntime
import Values

/// Copies a running installation to an archive.
struct BackupRun: Sendable {
    let installation: Installation
    let limit: Duration
    /// True if the archive is to contain the secrets; the manifest contains their digests in any case.
    let holdsSecrets: Bool
    let interruption: Interruption
    /// Reports progress.
    let progress: @Sendable (String) -> Void
    var now: @Sendable () -> Instant = SystemClock.now

    private var tools: PostgresTools {
        PostgresTools(programs: installation.programs, limit: limit, interruption: interruption)
    }

    /// Creates the archive and returns its manifest.
    func run(to archive: BackupArchive) async throws -> BackupManifest {
        try await archive.make { draft in
            // Copies the secrets first: if one changes meanwhile, the rows encrypted with it are newer than the dump.
            var secrets: [BackupManifest.Secret] = []
            for secret in installation.secrets {
                if let copied = try await copy(secret, to: draft) { secrets.append(copied) }
            }
            guard let first = installation.databases.first else { throw OperatorError("there is no database to copy") }
            let version = try await tools.query("SHOW server_version", at: first.access).first
            var databases: [BackupManifest.Database] = []
            for database in installation.databases { databases.append(try await dump(database, to: draft)) }
            let copied = Set(installation.databases.map(\.service))
            for service in ServiceName.allCases where !copied.contains(service) {
                progress("\(service.rawValue) is NOT in the archive: no --database names it")
            }
            return BackupManifest(
                madeAt: now(), vokol: Version.text, postgres: version ?? "", databases: databases, secrets: secrets)
        }
    }

    private func copy(_ secret: Installation.Secret, to draft: BackupArchive) async throws -> BackupManifest.Secret? {
        guard let bytes = try Files.read(secret.path) else {
            // A service that has never run has encrypted no rows.
            guard let database = installation.databases.first(where: { $0.service == secret.service }),
                try await migration(of: database) != nil
            else { return nil }
            throw OperatorError(
                "\(secret.path) is missing: without \(secret.name) the database is of little use")
        }
        var entry = BackupManifest.Secret(name: secret.name, sha256: BackupManifest.fingerprint(bytes))
        if holdsSecrets {
            try Files.write(bytes, to: draft.file(secret.name), mode: Files.secretMode)
            entry.file = .init(name: secret.name, bytes: bytes.count, sha256: FileDigest.sha256(of: bytes))
        }
        return entry
    }

    private func dump(_ database: Installation.Database, to draft: BackupArchive) async throws
        -> BackupManifest.Database
    {
        let name = "\(database.service.rawValue).dump"
        let path = draft.file(name)
        let progress = progress
        let began = ContinuousClock.now
        try await tools.run(
            "pg_dump",
            [
                "--format=custom", "--no-owner", "--no-privileges", "--no-password", "--lock-wait-timeout=60s",
                "--file=\(path)",
            ], at: database.access,
            remark: { waited in
                let bytes = (try? FileDigest.size(of: path)) ?? 0
                progress("\(name)  \(bytes >> 20) MiB after \(waited.seconds)")
            })
        // Proves that the dump can be read: one that cannot be listed cannot be restored.
        try await tools.run("pg_restore", ["--list", path], at: database.access)
        let digest = try FileDigest(of: path)
        progress("\(name)  \((digest.bytes + 1023) >> 10) KiB in \((ContinuousClock.now - began).seconds)")
        return BackupManifest.Database(
            service: database.service.rawValue, migration: try await migration(of: database),
            file: .init(name: name, bytes: digest.bytes, sha256: digest.sha256))
    }

    private func migration(of database: Installation.Database) async throws -> Int? {
        let rows = try await tools.query(
            """
            SELECT to_regclass('schema_migrations') IS NOT NULL AS has_run \\gset
            \\if :has_run
            SELECT max(version) FROM schema_migrations;
            \\endif
            """, at: database.access)
        return rows.first.flatMap { Int($0) }
    }
}
