import Postgres
import Resilience
import Synchronization

/// Reads the ``Vocabulary`` from PostgreSQL, and again after museums have changed.
final class VocabularyStore: Sendable {
    private struct Version: Sendable {
        /// The latest change that the vocabulary contains.
        var number: Int64
        var vocabulary: Vocabulary
    }

    private let client: PostgresClient
    private let current = Mutex<Version?>(nil)
    private let readings = SingleFlight<Bool, Result<Void, any Error>>()

    init(client: PostgresClient) { self.client = client }

    /// Returns a corrector that knows the words of all museums, and which words of the query the database leaves out.
    func corrector(for query: SearchQuery, deadline: ContinuousClock.Instant?) async throws -> QueryCorrector {
        let texts = QueryCorrection(query).readings.flatMap { $0.map(\.text) }
        let row = try await client.query(Self.state, ["texts": texts], deadline: deadline).only
        let number = try row.read("number", as: Int64.self)
        let common = try Set(row.read("common", as: [String].self))
        // The first reading that this call joins may have begun before the change.
        for _ in 0..<2 where vocabulary(atLeast: number) == nil {
            try await readings.run(true) {
                if vocabulary(atLeast: number) == nil { try await read() }
            }
        }
        return QueryCorrector(vocabulary: vocabulary(atLeast: 0) ?? Vocabulary([]), common: common)
    }

    /// Returns the vocabulary if it contains the change `number`.
    private func vocabulary(atLeast number: Int64) -> Vocabulary? {
        current.withLock { $0.flatMap { $0.number >= number ? $0.vocabulary : nil } }
    }

    /// Reads the words within the pool's time limit, not the caller's deadline: callers with later deadlines may be
    /// waiting for the result.
    private func read() async throws {
        let rows = try await client.query(Self.words, ["most": Vocabulary.maximumWords])
        let number = try rows.first?.read("number", as: Int64.self) ?? 0
        // Sorting all words on the caller's event loop would hold up its other calls.
        let vocabulary = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try Vocabulary(rows.map { (try $0.read("word"), try $0.read("museums")) })
        }
        current.withLock { $0 = Version(number: number, vocabulary: vocabulary) }
    }

    /// Selects the number of the latest change of museums, and those of `texts` that queries leave out.
    private static let state = PreparedStatement(
        "museums.vocabularyState",
        """
        SELECT coalesce(max(number), 0) AS number, ARRAY(
            SELECT text FROM unnest(:texts::text[]) AS typed (text) WHERE to_tsvector('pg_catalog.russian', text) = ''
        ) AS common
        FROM museum_changes
        """)

    /// Selects the words of the most museums, at most `most`, and the number of the latest change that they contain.
    private static let words = PreparedStatement(
        "museums.vocabulary",
        """
        SELECT word, museums, coalesce((SELECT max(number) FROM museum_changes), 0) AS number FROM museum_vocabulary
        ORDER BY museums DESC, word LIMIT :most
        """)
}
