import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Database

@Suite struct BackgroundMigrationTests {
    @Test func `Migration is retried until it succeeds, and each change of its failure is logged once`() async {
        let faults = [
            PostgresError(.unavailable, "a"), PostgresError(.unavailable, "a"), PostgresError(.unavailable, "b"),
            PostgresError(.incompatibleDatabase, "c"), PostgresError(.incompatibleDatabase, "c"),
            PostgresError(.unavailable, "a"),
        ]
        let recorder = LogRecorder()
        let attempts = Mutex(0)
        let pauses = Mutex<[Duration]>([])
        let migration = BackgroundMigration(
            logger: recorder.logger, sleep: { pause in pauses.withLock { $0.append(pause) } }
        ) {
            let attempt = attempts.withLock { count in
                defer { count += 1 }
                return count
            }
            if attempt < faults.count { throw faults[attempt] }
        }
        #expect(!migration.isDone)
        await migration.bringUp()
        #expect(migration.isDone)
        #expect(attempts.withLock { $0 } == 7)
        #expect(
            recorder.lines.map(\.message) == [
                "waiting for the database", "waiting for the database", "the database cannot be used",
                "waiting for the database",
            ])
        let (short, long) = (BackgroundMigration.pause, BackgroundMigration.longPause)
        #expect(pauses.withLock { $0 } == [short, short, short, long, long, short])
    }
}
