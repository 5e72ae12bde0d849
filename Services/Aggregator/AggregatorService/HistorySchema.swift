import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Brings the tables up to date as soon as there is a database; everything but the history works without.
final class HistorySchema: Service {
    private let client: PostgresClient
    private let done = Atomic<Bool>(false)

    init(client: PostgresClient) { self.client = client }

    /// Whether the tables are there.
    var isReady: Bool { done.load(ordering: .acquiring) }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await self.client.migrateWhenAvailable(
                AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion)
            self.done.store(true, ordering: .releasing)
        }
        try? await gracefulShutdown()
    }
}
