import Logging
import Platform
import Synchronization

extension PostgresClient {
    /// Brings the schema up to date over a connection of its own, without `run()`.
    ///
    /// Programs that migrate at the same time take turns. Each migration runs in a transaction of its own, which also
    /// records it in `schema_migrations`, together with the oldest compatible program version.
    ///
    /// - Parameters:
    ///   - migrations: all of the program's migrations, in the order of their numbers.
    ///   - programVersion: this program's version, compared with the oldest that each migration allows.
    /// - Throws: `incompatibleDatabase` if the database is too new for this program, has another history, or is not
    ///   UTF-8; the server's error with the migration's name; `unavailable`, `lockNotAvailable`, `cancelled`.
    public func migrate(_ migrations: [Migration], programVersion: Int) async throws {
        try configuration.validate()
        let wake = try withSystemResources { () throws(SystemError) in try WakeEvent() }
        let cancelled = Flag()
        let migrator = Migrator(configuration: configuration, logger: logger, isCancelled: { cancelled.isSet })
        let outcome: Result<Void, PostgresError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(PostgresError) {
                    try withSystemResources { () throws(SystemError) in
                        try OSThread.start {
                            continuation.resume(
                                returning: migrator.outcome(migrations, programVersion: programVersion, wake: wake))
                        }
                    }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            cancelled.set()
            wake.signal()
        }
        try outcome.get()
    }
}

extension PostgresClient {
    /// Brings the schema up to date as ``migrate(_:programVersion:)`` does, and tries again
    /// while the server is `unavailable`, with a line in the log each time.
    ///
    /// - Throws: any other error at once; `cancelled` or `CancellationError` if the task is cancelled.
    public func migrateWhenAvailable(_ migrations: [Migration], programVersion: Int) async throws {
        try await AvailabilityRetry("waiting for the database", logger: logger).run {
            try await migrate(migrations, programVersion: programVersion)
        }
    }
}

extension Migrator {
    fileprivate func outcome(
        _ migrations: [Migration], programVersion: Int, wake: WakeEvent
    ) -> Result<Void, PostgresError> {
        do throws(PostgresError) {
            return .success(try run(migrations, programVersion: programVersion, wake: wake))
        } catch {
            return .failure(error)
        }
    }
}

/// A flag that is set once, by any thread.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
