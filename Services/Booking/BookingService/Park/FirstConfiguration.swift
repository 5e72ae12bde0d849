import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Stores the default park in a new database, for an administrator to change.
final class FirstConfiguration: Service {
    private let store: BookingStore
    private let logger: Logger
    private let done = Atomic<Bool>(false)

    init(store: BookingStore, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    var isDone: Bool { done.load(ordering: .acquiring) }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.configure() }
        try? await gracefulShutdown()
    }

    private func configure() async throws {
        try await AvailabilityRetry("the configuration waits for the database", logger: logger).run {
            try await Self.configure(store)
        }
        done.store(true, ordering: .releasing)
    }

    /// The default park as JSON.
    static var document: String { String(decoding: PackageResources.park_json, as: UTF8.self) }

    /// Inserts version 1, unless the database has one.
    static func configure(_ store: BookingStore, _ document: String = document) async throws {
        try await store.inTransaction { transaction in
            // Another replica may be doing the same.
            try await transaction.lockPark()
            guard try await transaction.configurations.newestVersion() == 0 else { return }
            let now = try await transaction.now()
            try await transaction.configurations.insert(
                ConfigurationRow(version: 1, document: document), by: nil, now: now)
        }
    }
}
