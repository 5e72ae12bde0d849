import Postgres
import TestSupport
import Testing

@Suite struct MigrationTests {
    private static let first = Migration(
        version: 1, name: "places", oldestProgram: 1,
        sql: "CREATE TABLE places (id INT); CREATE INDEX places_id ON places (id); INSERT INTO places VALUES (1)")
    private static let second = Migration(
        version: 2, name: "names", oldestProgram: 2, sql: "ALTER TABLE places ADD COLUMN name TEXT")

    private static func client(_ configuration: PostgresConfiguration) -> PostgresClient {
        PostgresClient(configuration, logger: .silent)
    }

    @Test func `Migrations run once and are recorded`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            let client = Self.client(configuration)
            try await client.migrate([Self.first], programVersion: 1)
            try await client.migrate([Self.first, Self.second], programVersion: 2)
            try await client.migrate([Self.first, Self.second], programVersion: 2)
            try await PostgresCluster.withRunningClient(configuration) { client in
                let rows = try await client.run(
                    "SELECT version, name, oldest_program FROM schema_migrations ORDER BY 1")
                #expect(try rows.map { try $0.read("version", as: Int.self) } == [1, 2])
                #expect(try rows.map { try $0.read("name", as: String.self) } == ["places", "names"])
                #expect(try rows.map { try $0.read("oldest_program", as: Int.self) } == [1, 2])
                #expect(try await client.run("SELECT id, name FROM places").count == 1)
            }
        }
    }

    @Test func `Programs that migrate at the same time take turns`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await Self.client(configuration).migrate([Self.first, Self.second], programVersion: 2)
                    }
                }
                try await group.waitForAll()
            }
            try await PostgresCluster.withRunningClient(configuration) { client in
                let number = try await client.value(Int.self, "SELECT count(*) FROM places")
                #expect(number == 1)
            }
        }
    }

    @Test func `A database that is too new is refused`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            let client = Self.client(configuration)
            try await client.migrate([Self.first, Self.second], programVersion: 2)
            let error = await postgresError { try await client.migrate([Self.first], programVersion: 1) }
            #expect(error?.code == .incompatibleDatabase)
            #expect(error?.message.contains("migration 2 (names) needs version 2") == true)
            // The database is newer than this program knows, but compatible with it.
            try await client.migrate([Self.first], programVersion: 2)
        }
    }

    @Test func `A failed migration is rolled back as a whole and named`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            let client = Self.client(configuration)
            let broken = Migration(
                version: 2, name: "broken", oldestProgram: 1, sql: "CREATE TABLE half (n INT); SELECT 1 / 0")
            let error = await postgresError { try await client.migrate([Self.first, broken], programVersion: 1) }
            #expect(error?.sqlState == "22012")
            #expect(error?.message.hasPrefix("migration 2 (broken): ") == true)
            try await PostgresCluster.withRunningClient(configuration) { client in
                let isUndone = try await client.value(Bool.self, "SELECT to_regclass('half') IS NULL")
                #expect(isUndone)
                let recorded = try await client.value(Int.self, "SELECT count(*) FROM schema_migrations")
                #expect(recorded == 1)
            }
        }
    }

    @Test func `A migration must not end its own transaction`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            let ending = Migration(version: 1, name: "ending", oldestProgram: 1, sql: "CREATE TABLE a (n INT); COMMIT")
            let error = await postgresError {
                try await Self.client(configuration).migrate([ending], programVersion: 1)
            }
            #expect(error?.message == "migration 1 (ending): a migration must not end its own transaction")
        }
    }

    @Test func `The wait for another program is limited`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            try await PostgresCluster.withRunningClient(configuration) { holder in
                var impatient = configuration
                impatient.migrationLockTimeout = .milliseconds(50)
                let waiting = Self.client(impatient)
                try await holder.withTransaction { transaction in
                    try await transaction.run("SELECT pg_advisory_xact_lock(x'766F6B6F6C6D6967'::bigint)")
                    let error = await postgresError { try await waiting.migrate([Self.first], programVersion: 1) }
                    #expect(error?.code == .lockNotAvailable)
                    #expect(error?.message == "another program has been migrating the database for too long")
                }
                try await waiting.migrate([Self.first], programVersion: 1)
            }
        }
    }

    @Test func `A cancelled migration is rolled back`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            try await PostgresCluster.withRunningClient(configuration) { watcher in
                let slow = Migration(
                    version: 1, name: "slow", oldestProgram: 1, sql: "CREATE TABLE a (n INT); SELECT pg_sleep(3600)")
                let task = Task { try await Self.client(configuration).migrate([slow], programVersion: 1) }
                let sleeping = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE wait_event = 'PgSleep' AND datname = current_database()
                    """
                try await eventually { try await watcher.value(Int.self, sleeping) == 1 }
                task.cancel()
                #expect(await postgresError { try await task.value }?.code == .cancelled)
                try await eventually { try await watcher.value(Int.self, sleeping) == 0 }
                #expect(try await watcher.value(Bool.self, "SELECT to_regclass('a') IS NULL"))
            }
        }
    }

    @Test(arguments: [
        ("ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0", "its encoding is SQL_ASCII"),
        ("ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0", "its LC_CTYPE is C"),
    ])
    func `A database with an unsuitable encoding or locale is refused`(options: String, reason: String) async throws {
        try await PostgresCluster.shared.withDatabase(options) { configuration in
            let client = Self.client(configuration)
            let migrating = await postgresError { try await client.migrate([Self.first], programVersion: 1) }
            #expect(migrating?.code == .incompatibleDatabase)
            #expect(migrating?.message.contains(reason) == true)
            let waiting = Task { try await client.run("SELECT 1") }
            let running = await postgresError { try await client.run() }
            #expect(running == migrating)
            #expect(await postgresError { try await waiting.value } != nil)
        }
    }
}
