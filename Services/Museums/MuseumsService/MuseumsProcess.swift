import AuthAccounts
import Contract
import Database
import Postgres
import RPC
import Resilience
import ServiceLifecycle
public import ServiceRuntime
import Values

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
        let database = try database(boot, listeners: 1)
        let client = database.client
        try await client.migrateWhenAvailable(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)

        let answers = MuseumAnswers(
            ExpiringCache<MuseumAnswerKey, [UInt8]>(
                maximumBytes: try settings.value(MuseumsConfiguration.cacheBytes),
                lifetime: try settings.value(MuseumsConfiguration.cacheLifetime)))
        let auth = try boot.client(of: .auth, for: .museums)
        let changes = ChangePublisher<MuseumChange>(client: client, logger: boot.logger)
        let edits = EditStore(client: client, changes: changes)
        let hints = HintLog(epoch: Identifier.make(at: boot.now()).text)
        let listener = ChangeListener<MuseumChange>(
            client: client, hints: hints, logger: boot.logger, heard: answers.heard)
        let marks = MarkStore(
            client: client, limit: try settings.value(MuseumsConfiguration.marks), changes: changes)
        let uploads = UploadStore(client: client)
        let editing = MuseumEditing(store: edits)
        let erasure = AccountErasure(
            client: client, auth: auth, logger: boot.logger,
            erase: { account in
                try await marks.removeAll(of: account, deadline: .now + .seconds(30))
                try await uploads.removeAll(of: account, deadline: .now + .seconds(30))
            })
        let metrics = MuseumsMetrics(boot.metrics)
        let store = MuseumStore(
            client: client, limits: MuseumStore.Limits(ranked: try settings.value(MuseumsConfiguration.searchRanked)))
        let fewMatches = try settings.value(MuseumsConfiguration.searchFew)
        let open = OpenMuseums(store: FactStore(client: client))
        let handler = MuseumsHandler(
            search: MuseumSearch(store: store, metrics: metrics, open: open, fewMatches: fewMatches),
            lookup: MuseumLookup(
                store: store, answers: answers, metrics: metrics),
            map: MuseumMap(
                store: MapStore(client: client), museums: store, open: open,
                maximumItems: try settings.value(MuseumsConfiguration.mapItems), fewMatches: fewMatches),
            categories: CategoryList(store: store), pictures: PictureFileStore(client: client),
            bundle: MuseumBundle(store: BundleStore(client: client)),
            marks: AccountMarks(store: marks), editing: editing,
            history: EditHistory(store: edits, names: AuthDirectory(client: auth).names(of:until:)),
            pictureEditing: PictureEditing(uploads: uploads, editing: editing), hints: hints)
        let loading = CatalogueLoading(
            catalogue,
            into: CatalogueStore(client: client, timeout: try settings.value(MuseumsConfiguration.importTimeout)),
            logger: boot.logger)
        return ServiceParts(
            methods: handler.methods(isOpen: try boot.isOpen(.museums)),
            services: [
                database, changes, listener, loading, erasure,
                MuseumsHousekeeping(
                    uploads: uploads, bundles: BundleStore(client: client), logger: boot.logger),
            ],
            stoppedFirst: [hints],
            readiness: [
                database.readiness,
                ReadinessCheck("catalogue") { loading.isDone ? nil : "not loaded yet" },
            ])
    }

    static func database(_ boot: Bootstrap, listeners: Int = 0) throws -> ServiceDatabase {
        try ServiceDatabase(
            boot, of: .museums, sessionParameters: MuseumsConfiguration.sessionParameters, listeners: listeners)
    }

    private static func catalogue(_ settings: Settings) throws -> BundledCatalogue {
        let setting = MuseumsConfiguration.cataloguePath
        let directory = try settings.value(setting)
        if directory.isEmpty { return BundledCatalogue() }
        do throws(BundledCatalogue.Fault) {
            let catalogue = BundledCatalogue(try CatalogueFile.read(directory: directory))
            // Finds faults before the start is complete.
            _ = try catalogue.museums()
            return catalogue
        } catch {
            throw SettingFault(name: setting.name, detail: error.description)
        }
    }
}
