import Contracts
import Database
import Logging
import Postgres
import Resilience
import ServiceLifecycle
public import ServiceRuntime
import Synchronization

/// The program `vokol-museums`.
public struct MuseumsProcess: ServiceProcess {
    public static let name = ServiceName.museums.rawValue
    public static let summary = "the catalogue of museums: search, map, details"
    public static let defaultPort: Int? = ServiceName.museums.defaultPort
    public static let defaultAdminPort = 9902
    public static let settings = MuseumsConfiguration.all
    public static let commands = MuseumsCommands.all

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let settings = boot.settings
        let catalogue = try catalogue(settings)
        let database = try database(boot)
        let client = database.client
        try await client.migrateWhenAvailable(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)

        let store = MuseumStore(
            client: client, limits: MuseumStore.Limits(ranked: try settings.value(MuseumsConfiguration.searchRanked)))
        let metrics = MuseumsMetrics(boot.metrics)
        let service = MuseumsService(
            store: store,
            answers: ExpiringCache<MuseumAnswerKey, [UInt8]>(
                maximumBytes: try settings.value(MuseumsConfiguration.cacheBytes),
                lifetime: try settings.value(MuseumsConfiguration.cacheLifetime)),
            metrics: metrics,
            limits: MuseumsService.Limits(
                fewMatches: try settings.value(MuseumsConfiguration.searchFew),
                mapItems: try settings.value(MuseumsConfiguration.mapItems)))
        let loading = CatalogueLoading(
            catalogue, into: store, timeout: try settings.value(MuseumsConfiguration.importTimeout), logger: boot.logger
        )
        return ServiceParts(
            methods: MuseumsHandler(service: service).methods(isOpen: try boot.isOpen(.museums)),
            services: [database, loading],
            readiness: [
                database.readiness,
                ReadinessCheck("catalogue") { loading.isDone ? nil : "not loaded yet" },
            ])
    }

    static func database(_ boot: Bootstrap) throws -> ServiceDatabase {
        try ServiceDatabase(boot, of: .museums, sessionParameters: MuseumsConfiguration.sessionParameters)
    }

    private static func catalogue(_ settings: Settings) throws -> BundledCatalogue {
        let setting = MuseumsConfiguration.cataloguePath
        let path = try settings.value(setting)
        guard let directory = path.isEmpty ? BundledCatalogue.standardDirectory : path else {
            throw SettingFault(name: setting.name, detail: "must be given: where the program lies cannot be told")
        }
        do throws(BundledCatalogue.Fault) {
            return try BundledCatalogue(directory: directory)
        } catch {
            throw SettingFault(name: setting.name, detail: error.description)
        }
    }
}

/// Loads the bundled catalogue once, as soon as the database can be used.
final class CatalogueLoading: Service {
    /// Between attempts while the database is away.
    private static let pause: Duration = .seconds(1)

    private let store: MuseumStore
    private let timeout: Duration
    private let logger: Logger
    /// Let go once it is loaded.
    private let catalogue: Mutex<BundledCatalogue?>

    init(_ catalogue: BundledCatalogue, into store: MuseumStore, timeout: Duration, logger: Logger) {
        self.catalogue = Mutex(catalogue)
        self.store = store
        self.timeout = timeout
        self.logger = logger
    }

    /// Whether the database holds the catalogue.
    var isDone: Bool { catalogue.withLock { $0 == nil } }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.load() }
        try? await gracefulShutdown()
    }

    private func load() async throws {
        while let catalogue = catalogue.withLock({ $0 }) {
            do {
                let summary = try await store.loadCatalogue(catalogue, timeout: timeout)
                self.catalogue.withLock { $0 = nil }
                logger.notice(
                    "catalogue",
                    metadata: [
                        "museums": .stringConvertible(catalogue.museums.count),
                        "added": .stringConvertible(summary?.added ?? 0),
                        "changed": .stringConvertible(summary?.changed ?? 0),
                        "removed": .stringConvertible(summary?.removed ?? 0),
                    ])
            } catch let error as PostgresError where error.code == .unavailable {
                logger.warning("the catalogue waits for the database", metadata: ["error": .string("\(error)")])
                try await Task.sleep(for: Self.pause)
            }
        }
    }
}
