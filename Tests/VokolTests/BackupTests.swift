import ArgumentParser
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Machine
@testable import vokol

/// Tests of backups and restorations, on a server that requires passwords.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BackupTests {
    /// Three databases with a table each, their owners, the secrets of two, and a place for archives.
    private struct Site {
        static let password = "p@ss: wörd/"
        static let services = ["auth", "museums", "booking"]

        let cluster: PostgresCluster
        let directory: String

        var secret: String { "\(directory)/secret" }
        var bookingSecret: String { "\(directory)/booking-secret" }
        var archive: BackupArchive { BackupArchive("\(directory)/archive") }

        func make() async throws {
            try await cluster.execute("ALTER ROLE postgres PASSWORD '\(Self.password)'")
            for name in Self.services.map({ "site_\($0)" }) {
                for statement in [
                    "DROP DATABASE IF EXISTS \(name) WITH (FORCE)", "DROP ROLE IF EXISTS \(name)",
                    "CREATE ROLE \(name) LOGIN PASSWORD '\(Self.password)'", "CREATE DATABASE \(name) OWNER \(name)",
                ] { try await cluster.execute(statement) }
                try await cluster.execute(
                    """
                    SET ROLE \(name); CREATE EXTENSION pg_trgm; CREATE TABLE thing (id bigint PRIMARY KEY, word text);
                    CREATE INDEX ON thing USING gin (word gin_trgm_ops); INSERT INTO thing VALUES (1, 'музей'), (2, 'b')
                    """, in: name)
            }
            try Files.write("the secret\n".utf8, to: secret, mode: 0o600)
            try Files.write("that of booking\n".utf8, to: bookingSecret, mode: 0o600)
        }

        func installation() throws -> Installation {
            func file(_ role: String, _ database: String) throws -> String {
                let password = try #require(
                    Self.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let url = "postgresql://\(role):\(password)@127.0.0.1:\(cluster.port)/\(database)?sslmode=disable"
                try Files.write((url + "\n").utf8, to: "\(directory)/\(role).url", mode: 0o600)
                return "\(directory)/\(role).url"
            }
            return try .named(
                databases: Self.services.compactMap { service in
                    try ServiceFile(argument: "\(service)=\(file("site_\(service)", "site_\(service)"))")
                }, secrets: ["auth=\(secret)", "booking=\(bookingSecret)"].compactMap { ServiceFile(argument: $0) },
                administrator: try file("postgres", "postgres"))
        }

        func backUp(
            holdsSecrets: Bool = true, interruption: Interruption = Interruption(),
            progress: @escaping @Sendable (String) -> Void = { _ in }
        ) async throws -> BackupManifest {
            let run = BackupRun(
                installation: try installation(), limit: .seconds(60), holdsSecrets: holdsSecrets,
                interruption: interruption, progress: progress)
            return try await run.run(to: archive)
        }

        func restore(
            _ manifest: BackupManifest, isReplacing: Bool = true, interruption: Interruption = Interruption()
        ) async throws {
            let run = try RestoreRun(
                try installation(), limit: .seconds(60), isReplacing: isReplacing, interruption: interruption,
                progress: { _ in })
            try await run.run(manifest, from: archive)
        }

        func words(_ service: String) async throws -> String {
            try await cluster.execute("SELECT string_agg(word, ',' ORDER BY id) FROM thing", in: "site_\(service)")
        }

        func databases() async throws -> String {
            try await cluster.execute(
                "SELECT string_agg(datname || '/' || pg_get_userbyid(datdba), ' ' ORDER BY datname) FROM pg_database "
                    + "WHERE datname LIKE 'site%'")
        }
    }

    private static let sharedCluster = Task {
        let cluster = try await PostgresCluster()
        try await cluster.requirePasswords()
        return cluster
    }

    private func withSite(_ body: (Site) async throws -> Void) async throws {
        let site = Site(cluster: try await Self.sharedCluster.value, directory: try Files.makeTemporaryDirectory())
        defer { try? FileManager.default.removeItem(atPath: site.directory) }
        try await site.make()
        try await body(site)
    }

    private let owned = "site_auth/site_auth site_booking/site_booking site_museums/site_museums"

    @Test func `A restoration brings back rows, owners, indexes, extensions and secrets`()
        async throws
    {
        try await withSite { site in
            let manifest = try await site.backUp()
            #expect(manifest.databases.map(\.service) == Site.services)
            #expect(manifest.secrets.map(\.name) == ["auth.secret", "booking.secret"])
            #expect(try site.archive.verified() == manifest)
            try await site.cluster.execute("DELETE FROM thing WHERE id = 1", in: "site_auth")
            try await site.cluster.execute("DROP TABLE thing", in: "site_museums")
            for secret in [site.secret, site.bookingSecret] {
                try Files.write("another\n".utf8, to: secret, mode: 0o600)
            }

            try await site.restore(manifest)
            #expect(try await site.words("auth") == "музей,b")
            #expect(try await site.words("museums") == "музей,b")
            #expect(try Files.read(site.secret) == Array("the secret\n".utf8))
            #expect(try Files.read(site.bookingSecret) == Array("that of booking\n".utf8))
            #expect(try await site.databases() == owned)
            let tables = try await site.cluster.execute(
                "SELECT tableowner, (SELECT count(*) FROM pg_indexes WHERE tablename = 'thing') FROM pg_tables "
                    + "WHERE tablename = 'thing'", in: "site_museums")
            #expect(tables == "site_museums|2")
            let access = try await site.cluster.execute(
                "SELECT has_database_privilege('site_auth', 'site_museums', 'CONNECT')")
            #expect(access == "f", "others may not enter the new database")
            #expect(Files.names(in: site.directory).filter { $0.contains("restoring") } == [])
        }
    }

    @Test func `Services missing from the archive are reported`() async throws {
        try await withSite { site in
            let output = Mutex<[String]>([])
            _ = try await site.backUp { line in output.withLock { $0.append(line) } }
            #expect(
                output.withLock { $0 }.filter { $0.contains("NOT") } == [
                    "aggregator is NOT in the archive: no --database names it",
                    "schedule is NOT in the archive: no --database names it",
                ])
        }
    }

    @Test func `A database with content is replaced only on request`() async throws {
        try await withSite { site in
            let manifest = try await site.backUp()
            try await site.cluster.execute("INSERT INTO thing VALUES (3, 'new')", in: "site_auth")
            let error = await #expect(throws: OperatorError.self) {
                try await site.restore(manifest, isReplacing: false)
            }
            #expect(error?.description.contains("not empty") == true)
            #expect(try await site.words("auth") == "музей,b,new")

            for name in Site.services.map({ "site_\($0)" }) {
                try await site.cluster.execute("DROP TABLE thing", in: name)
            }
            // A database that contains only an extension counts as empty.
            try await site.restore(manifest, isReplacing: false)
            #expect(try await site.words("museums") == "музей,b")
        }
    }

    @Test func `A failed restoration leaves databases and secrets unchanged, and no files of its own`()
        async throws
    {
        try await withSite { site in
            var manifest = try await site.backUp()
            try await site.cluster.execute("INSERT INTO thing VALUES (3, 'new')", in: "site_auth")
            try Files.write("another\n".utf8, to: site.secret, mode: 0o600)
            // The first dump is valid, the second is not a dump.
            try Files.write("no dump".utf8, to: site.archive.file("museums.dump"), mode: 0o600)
            #expect(throws: OperatorError.self) { _ = try site.archive.verified() }
            let error = await #expect(throws: OperatorError.self) { try await site.restore(manifest) }
            #expect(error?.description.contains("pg_restore failed at the database site_museums_restoring") == true)
            #expect(try await site.words("auth") == "музей,b,new")
            #expect(try await site.words("museums") == "музей,b")
            #expect(try Files.read(site.secret) == Array("another\n".utf8))
            #expect(try await site.databases() == owned)
            #expect(Files.names(in: site.directory).filter { $0.contains("restoring") } == [])

            manifest.databases[0].service = "theatres"
            await #expect(throws: OperatorError.self) { try await site.restore(manifest) }
            manifest.vokol = "999.0"
            await #expect(throws: OperatorError.self) { try await site.restore(manifest) }
        }
    }

    @Test func `A restoration is refused while a service uses a database`() async throws {
        try await withSite { site in
            let manifest = try await site.backUp()
            try await PostgresCluster.withRunningClient(
                .init(url: site.cluster.url(of: "site_museums"))
            ) { client in
                _ = try await client.query(PreparedStatement("one", "SELECT 1"))
                let error = await #expect(throws: OperatorError.self) { try await site.restore(manifest) }
                #expect(error?.description.contains("1 sessions use the database site_museums") == true)
            }
        }
    }

    @Test func `A database that its service has used needs the secret, an unused one does not`()
        async throws
    {
        try await withSite { site in
            try FileManager.default.removeItem(atPath: site.bookingSecret)
            let manifest = try await site.backUp()
            #expect(manifest.secrets.map(\.name) == ["auth.secret"])
            // A secret that was added since stays.
            try Files.write("new\n".utf8, to: site.bookingSecret, mode: 0o600)
            try await site.restore(manifest)
            #expect(try Files.read(site.bookingSecret) == Array("new\n".utf8))

            Files.removeDirectory(site.archive.path)
            try FileManager.default.removeItem(atPath: site.bookingSecret)
            try await site.cluster.execute(
                "SET ROLE site_booking; CREATE TABLE schema_migrations (version int); "
                    + "INSERT INTO schema_migrations VALUES (1)", in: "site_booking")
            let error = await #expect(throws: OperatorError.self) { _ = try await site.backUp() }
            #expect(error?.description.contains("without booking.secret") == true)
            #expect(!Files.exists(site.archive.path))
        }
    }

    @Test(
        arguments: [
            (["--database", "museums=m"], nil),
            (["--database", "auth=a", "--database", "booking=b", "--secret", "booking=c", "--secret", "auth=d"], nil),
            (["--database", "auth=a", "--database", "booking=b", "--secret", "auth=d"], "--secret booking="),
            (["--database", "museums=m", "--secret", "museums=x"], "--secret museums="),
            (["--secret", "auth=d"], "--secret auth="),
            (["--database", "auth=a", "--secret", "auth=d", "--secret", "auth=e"], "--secret auth="),
            (["--database", "museums=m", "--database", "museums=n"], "museums twice"),
        ] as [([String], String?)])
    func `Every service with a secret requires its option, and any other refuses one`(
        _ arguments: [String], _ fault: String?
    ) throws {
        guard let fault else {
            _ = try InstallationOptions.parse(arguments)
            return
        }
        let error = #expect(throws: (any Error).self) { _ = try InstallationOptions.parse(arguments) }
        #expect(InstallationOptions.message(for: try #require(error)).contains(fault))
    }

    @Test func `An archive without secrets is restored only with the original secret`() async throws {
        try await withSite { site in
            let manifest = try await site.backUp(holdsSecrets: false)
            #expect(!Files.names(in: site.archive.path).contains("auth.secret"))
            try Files.write("another\n".utf8, to: site.secret, mode: 0o600)
            let error = await #expect(throws: OperatorError.self) { try await site.restore(manifest) }
            #expect(error?.description.contains("is a different secret") == true)
            // With or without a line break, it is the same secret.
            try Files.write("the secret".utf8, to: site.secret, mode: 0o600)
            try await site.restore(manifest)
            #expect(try await site.words("auth") == "музей,b")
        }
    }

    @Test func `A program that exceeds its time limit is ended and leaves no archive`() async throws {
        try await withSite { site in
            try await PostgresCluster.withRunningClient(.init(url: site.cluster.url(of: "site_auth"))) { client in
                try await client.withTransaction { transaction in
                    // Nobody can read the table until this transaction ends.
                    _ = try await transaction.query(
                        PreparedStatement("lock", "LOCK TABLE thing IN ACCESS EXCLUSIVE MODE"))
                    let run = BackupRun(
                        installation: try site.installation(), limit: .milliseconds(500), holdsSecrets: true,
                        interruption: Interruption(), progress: { _ in })
                    let error = await #expect(throws: OperatorError.self) { _ = try await run.run(to: site.archive) }
                    #expect(error?.description.contains("pg_dump exceeded the limit of") == true)
                }
            }
            #expect(Files.names(in: site.directory).filter { $0.contains("archive") } == [])
        }
    }

    @Test func `An interrupted backup or restoration leaves nothing half done`() async throws {
        try await withSite { site in
            let interruption = Interruption()
            let manifest = try await site.backUp()
            interruption.request()
            let error = await #expect(throws: OperatorError.self) {
                try await site.restore(manifest, interruption: interruption)
            }
            #expect(error?.description == "stopped on request; nothing was changed")
            #expect(try await site.databases() == owned)

            // Interrupts a program that is running, because it waits for a lock.
            Files.removeDirectory(site.archive.path)
            try await PostgresCluster.withRunningClient(.init(url: site.cluster.url(of: "site_auth"))) { client in
                try await client.withTransaction { transaction in
                    _ = try await transaction.query(
                        PreparedStatement("lock", "LOCK TABLE thing IN ACCESS EXCLUSIVE MODE"))
                    let later = Interruption()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { _ = try await site.backUp(interruption: later) }
                        group.addTask {
                            try await Processes.wait("pg_dump at the table") {
                                try await site.cluster.execute(
                                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_dump' "
                                        + "AND wait_event_type = 'Lock'") != "0"
                            }
                        }
                        // Waits until the program waits, or reports why it ended before that.
                        try await group.next()
                        later.request()
                        await #expect(throws: OperatorError.self) { try await group.next() }
                    }
                }
            }
            #expect(Files.names(in: site.directory).filter { $0.contains("archive") } == [])
        }
    }

    @Test func `A file without a usable URL is named, and its content is not shown`() async throws {
        let directory = try Files.makeTemporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let file = "\(directory)/url"
        for text in ["", "postgresql://me:hush@[::/x", "postgresql://me:hush@localhost/x?sslpassword=hush"] {
            try Files.write(text.utf8, to: file, mode: 0o600)
            let error = #expect(throws: OperatorError.self) { _ = try Installation.access(urlFile: file) }
            #expect(error?.description.contains(file) == true)
            #expect(error?.description.contains("hush") == false)
        }
        #expect(throws: OperatorError.self) { _ = try Installation.access(urlFile: "\(directory)/none") }
    }
}
