import Contract
import Machine
import Platform

/// Replaces the databases of an installation with those in an archive, all or none.
///
/// Each dump is restored into a draft database beside the one in use. When all drafts are complete, one transaction
/// exchanges the names. A failure before that leaves the installation unchanged.
struct RestoreRun: Sendable {
    /// A database to replace.
    private struct Target: Sendable {
        let database: Installation.Database
        let file: String
        var name: String { database.access.name }
        /// The name of the draft database.
        var draft: String { "\(name)_restoring" }
        /// The name of the replaced database, until it is dropped.
        var old: String { "\(name)_replaced" }
    }

    let installation: Installation
    let administrator: DatabaseAccess
    let limit: Duration
    /// True if databases that are not empty may be replaced.
    let isReplacing: Bool
    let interruption: Interruption
    /// Reports progress.
    let progress: @Sendable (String) -> Void

    /// Creates a run; throws ``OperatorError`` if the installation has no administrator.
    init(
        _ installation: Installation, limit: Duration, isReplacing: Bool, interruption: Interruption,
        progress: @escaping @Sendable (String) -> Void
    ) throws {
        guard let administrator = installation.administrator else {
            throw OperatorError("give --administrator: a file with the URL of a role that may create databases")
        }
        (self.installation, self.administrator, self.limit) = (installation, administrator, limit)
        (self.isReplacing, self.interruption, self.progress) = (isReplacing, interruption, progress)
    }

    private var tools: PostgresTools {
        PostgresTools(programs: installation.programs, limit: limit, interruption: interruption)
    }

    /// Tools that are not interrupted by a request to stop.
    private var lastingTools: PostgresTools {
        PostgresTools(programs: installation.programs, limit: limit, interruption: Interruption())
    }

    /// Restores a verified archive.
    func run(_ manifest: BackupManifest, from archive: BackupArchive) async throws {
        guard !Version.isOlder(than: manifest.vokol) else {
            throw OperatorError("the archive was made by Vokol \(manifest.vokol); this program is \(Version.text)")
        }
        let targets = try targets(manifest, in: archive)
        for target in targets { try await check(target) }
        let secrets = try drafts(of: manifest, in: archive)
        do {
            for target in targets { try await fill(target) }
            try await exchange(targets)
        } catch {
            for secret in secrets { unlink(secret.draft) }
            await drop(targets.map(\.draft))
            throw error
        }
        try install(secrets, manifest)
        await drop(targets.map(\.old))
    }

    // MARK: Before anything is touched

    private func targets(_ manifest: BackupManifest, in archive: BackupArchive) throws -> [Target] {
        for database in installation.databases
        where !manifest.databases.contains(where: { $0.service == database.service.rawValue }) {
            progress("\(database.service.rawValue)  is not in the archive; its database stays unchanged")
        }
        return try manifest.databases.map { entry in
            guard let database = installation.databases.first(where: { $0.service.rawValue == entry.service }) else {
                throw OperatorError(
                    "the archive contains \(entry.service), for which this installation has no database")
            }
            // The suffix must fit, too, because PostgreSQL truncates names to 63 bytes.
            guard (1...50).contains(database.access.name.utf8.count) else {
                throw OperatorError("the name of the database of \(entry.service) must have 1 to 50 bytes")
            }
            return Target(database: database, file: archive.file(entry.file.name))
        }
    }

    private func check(_ target: Target) async throws {
        let sessions = try await tools.query(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = :'name' AND coalesce(backend_type, 'client backend') = 'client backend'
              AND pid <> pg_backend_pid();
            """, ["name": target.name], at: administrator)
        guard sessions == ["0"] else {
            throw OperatorError(
                "\(sessions.first ?? "some") sessions use the database \(target.name): stop the gateway and the services"
            )
        }
        let tables = try await tools.query(
            """
            SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'm', 'v', 'S', 'f') AND n.nspname <> 'information_schema'
              AND n.nspname NOT LIKE 'pg\\_%' AND NOT EXISTS (SELECT FROM pg_depend d
                WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e');
            """, at: target.database.access)
        guard tables == ["0"] || isReplacing else {
            throw OperatorError(
                "the database \(target.name) is not empty: --replace replaces its contents")
        }
    }

    // MARK: Databases

    private func fill(_ target: Target) async throws {
        let service = target.database.service.rawValue
        let began = ContinuousClock.now
        progress("\(service)  restoring")
        await drop([target.draft, target.old])
        try await tools.query(
            """
            SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' LC_COLLATE %L LC_CTYPE %L TEMPLATE template0',
                :'draft', pg_get_userbyid(datdba), datcollate, datctype)
            FROM pg_database WHERE datname = :'name' \\gexec
            REVOKE ALL ON DATABASE :"draft" FROM PUBLIC;
            """, ["name": target.name, "draft": target.draft], at: administrator)
        let access = target.database.access.to(target.draft)
        let progress = progress
        try await tools.run(
            "pg_restore",
            [
                "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", "--no-password",
                "--dbname=\(target.draft)", target.file,
            ], at: access, remark: { progress("\(service)  still restoring after \($0.seconds)") })
        // Dumps contain no statistics, and without them the first searches would be slow.
        try await tools.query("ANALYZE;", at: access)
        progress("\(service)  restored in \((ContinuousClock.now - began).seconds)")
    }

    /// Exchanges the names of the databases in one transaction.
    private func exchange(_ targets: [Target]) async throws {
        try interruption.check()
        let renames = targets.flatMap { target in
            [(target.name, target.old), (target.draft, target.name)].map {
                "ALTER DATABASE \(Self.quoted($0.0)) RENAME TO \(Self.quoted($0.1));"
            }
        }
        try await lastingTools.query((["BEGIN;"] + renames + ["COMMIT;"]).joined(separator: "\n"), at: administrator)
    }

    /// Drops databases, even after a request to stop, and reports those that cannot be dropped.
    private func drop(_ names: [String]) async {
        for name in names {
            do {
                try await lastingTools.query("DROP DATABASE IF EXISTS :\"name\";", ["name": name], at: administrator)
            } catch {
                progress("the database \(name) was not dropped: \(error)")
            }
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    // MARK: Secrets

    /// Writes the archive's secrets to files beside those in use, so that only renames remain to be done.
    private func drafts(
        of manifest: BackupManifest, in archive: BackupArchive
    ) throws -> [(draft: String, path: String)] {
        var drafts: [(draft: String, path: String)] = []
        for secret in installation.secrets {
            guard let entry = manifest.secrets.first(where: { $0.name == secret.name }) else { continue }
            guard let file = entry.file else {
                guard let own = try Files.read(secret.path), BackupManifest.fingerprint(own) == entry.sha256 else {
                    throw OperatorError(
                        "the archive was created without \(secret.name), and \(secret.path) is a different secret")
                }
                continue
            }
            let draft = "\(secret.path).restoring"
            try Files.write(try Files.read(archive.file(file.name)) ?? [], to: draft, mode: Files.secretMode)
            drafts.append((draft, secret.path))
        }
        return drafts
    }

    private func install(_ drafts: [(draft: String, path: String)], _ manifest: BackupManifest) throws {
        for secret in drafts {
            guard rename(secret.draft, secret.path) == 0 else {
                let failure = Files.failure("write", secret.path)
                throw OperatorError("the databases are restored, but \(failure); move \(secret.draft) there")
            }
        }
        // Removes passwords for accounts that are not in the archive.
        for secret in installation.secrets
        where secret.service == nil && !manifest.secrets.contains(where: { $0.name == secret.name }) {
            unlink(secret.path)
        }
    }
}
