public import Logging
public import Postgres
public import ServiceLifecycle
import Synchronization

/// Brings the schema up to date in the background, for a service that answers most calls without its database.
///
/// It retries until the schema is current; the process neither waits for this nor ends if it fails. A fault is logged
/// once, until it changes.
public final class BackgroundMigration: Service {
    /// The pause between attempts while the database is unavailable.
    static let pause: Duration = .seconds(1)
    /// The pause between attempts if the database is available but unusable, so that an operator has to act.
    static let longPause: Duration = .seconds(30)

    private let migrate: @Sendable () async throws -> Void
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger: Logger
    private let done = Atomic(false)

    /// Creates a background migration of a service's database.
    ///
    /// - Parameters:
    ///   - programVersion: as `PostgresClient.migrate(_:programVersion:)` takes it.
    public convenience init(
        _ migrations: [Migration], programVersion: Int, client: PostgresClient, logger: Logger
    ) {
        self.init(logger: logger) { try await client.migrate(migrations, programVersion: programVersion) }
    }

    /// Creates a background migration from its parts.
    ///
    /// - Parameters:
    ///   - sleep: waits between attempts; a test's version returns at once.
    ///   - migrate: brings the schema up to date; throws `PostgresError`.
    init(
        logger: Logger, sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        migrate: @escaping @Sendable () async throws -> Void
    ) {
        self.migrate = migrate
        self.sleep = sleep
        self.logger = logger
    }

    /// True once the schema is current; until then, calls that need it fail as `unavailable`.
    public var isDone: Bool { done.load(ordering: .acquiring) }

    public func run() async throws {
        await cancelWhenGracefulShutdown { await self.bringUp() }
        try? await gracefulShutdown()
    }

    /// Tries until the schema is up to date or the task is cancelled.
    func bringUp() async {
        var lastLogged: String?
        while !Task.isCancelled {
            do {
                try await migrate()
                done.store(true, ordering: .releasing)
                return
            } catch {
                if Task.isCancelled { return }
                let isAway = (error as? PostgresError)?.code == .unavailable
                if lastLogged != "\(error)" { log(error, isAway: isAway) }
                lastLogged = "\(error)"
                try? await sleep(isAway ? Self.pause : Self.longPause)
            }
        }
    }

    private func log(_ error: any Error, isAway: Bool) {
        let metadata: Logger.Metadata = ["error": .string("\(error)")]
        if isAway {
            logger.warning("waiting for the database", metadata: metadata)
        } else {
            logger.error("the database cannot be used", metadata: metadata)
        }
    }
}
