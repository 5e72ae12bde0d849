import Logging
import Postgres
import ServiceLifecycle
import Synchronization

/// Gives a new database the park that comes with the program: its administrator changes it from there.
final class FirstConfiguration: Service {
    private static let pause: Duration = .seconds(1)

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
        while !isDone {
            do {
                try await Self.configure(store)
                done.store(true, ordering: .releasing)
            } catch let error as PostgresError where error.code == .unavailable {
                logger.warning("the configuration waits for the database", metadata: ["error": .string("\(error)")])
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// The park that comes with the program.
    static var document: String { String(decoding: PackageResources.park_json, as: UTF8.self) }

    /// Makes version 1, unless there is one.
    static func configure(_ store: BookingStore, _ document: String = document) async throws {
        try await store.inTransaction { transaction in
            // Another replica may do the same.
            try await transaction.lockPark()
            guard try await transaction.configurationVersion() == 0 else { return }
            let now = try await transaction.now()
            try await transaction.insertConfiguration(1, document, by: nil, now: now)
        }
    }
}
