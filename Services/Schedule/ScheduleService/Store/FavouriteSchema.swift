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

    private let migrate: @Sendable () async throws -> Void
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger: Logger
    private let isThere = Atomic<Bool>(false)

    /// Brings the schema up to date through a client.
    /// - Parameter isThere: whether it is known to be there already.
    convenience init(_ client: PostgresClient, logger: Logger, isThere: Bool = false) {
        self.init(logger: logger) {
            try await client.migrate(Self.migrations, programVersion: Self.programVersion)
        }
        self.isThere.store(isThere, ordering: .relaxed)
    }

    /// - Parameters:
    ///   - sleep: waits; a test returns at once.
    ///   - migrate: brings the schema up to date; throws `PostgresError`.
    init(
        logger: Logger, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        migrate: @escaping @Sendable () async throws -> Void
    ) {
        self.migrate = migrate
        self.sleep = sleep
        self.logger = logger
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

    /// Tries until the schema is there; what is wrong is said once, until it is something else.
    func bringUp() async {
        var told: String?
        while !Task.isCancelled {
            do {
                try await migrate()
                isThere.store(true, ordering: .relaxed)
                return
            } catch {
                if Task.isCancelled { return }
                let isAway = (error as? PostgresError)?.code == .unavailable
                if told != "\(error)" { tell(error, isAway: isAway) }
                told = "\(error)"
                try? await sleep(isAway ? Self.pause : Self.pause * 15)
            }
        }
    }

    private func tell(_ error: any Error, isAway: Bool) {
        let metadata: Logger.Metadata = ["error": .string("\(error)")]
        if isAway {
            logger.warning("waiting for the database", metadata: metadata)
        } else {
            // Somebody has to see to the database; favourites are refused until then.
            logger.error("favourites cannot be used", metadata: metadata)
        }
    }
}
