import Logging
import Postgres
import ServiceLifecycle
import Synchronization

extension BundledCatalogue {
    /// Brings the stored catalogue up to date.
    ///
    /// - Returns: the changes, or `nil` if there was nothing to change.
    func load(into store: CatalogueStore) async throws -> LoadSummary? {
        try await store.replace(Self.source, with: { try museums() }, digest: digest)
    }
}

/// Loads the bundled catalogue once, as soon as the database is available.
final class CatalogueLoading: Service {
    private let store: CatalogueStore
    private let logger: Logger
    /// The catalogue, until it is loaded.
    private let catalogue: Mutex<BundledCatalogue?>

    init(_ catalogue: BundledCatalogue, into store: CatalogueStore, logger: Logger) {
        self.catalogue = Mutex(catalogue)
        self.store = store
        self.logger = logger
    }

    /// True if the database contains the catalogue.
    var isDone: Bool { catalogue.withLock { $0 == nil } }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.load() }
        try? await gracefulShutdown()
    }

    private func load() async throws {
        guard let catalogue = catalogue.withLock({ $0 }) else { return }
        let summary = try await AvailabilityRetry("the catalogue waits for the database", logger: logger).run {
            try await catalogue.load(into: store)
        }
        self.catalogue.withLock { $0 = nil }
        logger.notice(
            "catalogue",
            metadata: [
                "added": .stringConvertible(summary?.added ?? 0),
                "changed": .stringConvertible(summary?.changed ?? 0),
                "removed": .stringConvertible(summary?.removed ?? 0),
            ])
    }
}
