import Postgres
import TestSupport
import Testing

@testable import MuseumsService

@Suite struct VocabularyStoreTests {
    @Test func `A reading goes on for those with more time than the caller that began it`() async throws {
        try await MuseumDatabase.with(poolSize: 4) { database in
            let store = VocabularyStore(client: database.client)
            let query = try #require(SearchQuery("musuem"))
            let patient = try await database.client.withTransaction { transaction in
                _ = try await transaction.query(PreparedStatement("test.lock", "LOCK TABLE museum_vocabulary"))
                let deadline = ContinuousClock.now + .seconds(1)
                _ = Task { try await store.corrector(for: query, deadline: deadline) }
                let blocked = PreparedStatement(
                    "test.blocked",
                    """
                    SELECT count(*) AS count FROM pg_locks
                    WHERE NOT granted AND relation = 'museum_vocabulary'::regclass
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    """)
                try await Processes.wait("the reading to begin") {
                    try await database.client.query(blocked).only.read("count", as: Int64.self) > 0
                }
                let patient = Task { try await store.corrector(for: query, deadline: nil) }
                try await Processes.wait("the first deadline") { ContinuousClock.now > deadline + .milliseconds(50) }
                return patient
            }
            _ = try await patient.value
        }
    }
}
