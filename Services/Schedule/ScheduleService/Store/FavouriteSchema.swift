import Contracts
import Logging
import Postgres
import RPC
import ServiceLifecycle
import Synchronization

/// Brings the schema up to date behind the service's back: timetables are answered whether or not there is a database.
final class FavouriteSchema: Service {
    /// The version of the program, as migrations count it.
    static let programVersion = 1

    /// The steps of the schema, in order.
    static let migrations: [Migration] = [
        Migration(
            version: 1, name: "favourites", oldestProgram: 1,
            sql: String(decoding: PackageResources.V0001_favourites_sql, as: UTF8.self))
    ]

    /// Between attempts.
    private static let pause: Duration = .seconds(2)

    private let client: PostgresClient
    private let logger: Logger
    private let isThere = Atomic<Bool>(false)

    /// - Parameter isThere: whether it is known to be there already.
    init(_ client: PostgresClient, logger: Logger, isThere: Bool = false) {
        self.client = client
        self.logger = logger
        self.isThere.store(isThere, ordering: .relaxed)
    }

    /// - Throws: `unavailable` until the schema is there.
    func check() throws(RPCError) {
        guard isThere.load(ordering: .relaxed) else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the schema is not there yet")
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await self.bringUp() }
        try? await gracefulShutdown()
    }

    private func bringUp() async {
        while !Task.isCancelled {
            do {
                try await client.migrateWhenAvailable(
                    Self.migrations, programVersion: Self.programVersion, pause: Self.pause)
                isThere.store(true, ordering: .relaxed)
                return
            } catch is CancellationError {
                return
            } catch {
                // Somebody has to see to the database; favourites are refused until then.
                logger.error("favourites cannot be used", metadata: ["error": .string("\(error)")])
                try? await Task.sleep(for: Self.pause * 15)
            }
        }
    }
}
