import Contract
import Database
import Logging
import Postgres
import RPC
public import ServiceRuntime
import Upstream
import Values

/// The program `vokol-aggregator`.
public struct AggregatorProcess: ServiceProcess {
    public static let name = ServiceName.aggregator.rawValue
    public static let summary = "weather, news, places and saved look-ups"
    public static let defaultPort: Int? = ServiceName.aggregator.defaultPort
    public static let defaultAdminPort = 9903
    public static let settings = AggregatorConfiguration.all
    public static let commands = AggregatorCommands.all

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let settings = boot.settings
        let upstream = try UpstreamService(boot, process: name)
        let database = try ServiceDatabase(boot, of: .aggregator)
        let schema = BackgroundMigration(
            AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion, client: database.client,
            logger: boot.logger)
        let metrics = AggregatorMetrics(boot.metrics)
        let sources = SourceParts(
            settings: settings, upstream: upstream, database: database.client, isReady: { schema.isDone },
            metrics: metrics, logger: boot.logger, now: boot.now)
        let service = AggregatorService(
            gazetteer: try gazetteer(settings), zones: ZoneShelf(), weather: try sources.weather(),
            addresses: try sources.addresses(), geocoding: try sources.geocoding(), news: try sources.news(),
            history: HistoryStore(
                client: database.client, limit: try settings.value(AggregatorConfiguration.historyLimit),
                makeID: Identifier.make(at:)),
            isHistoryReady: { schema.isDone }, source: upstream.isSimulated ? .simulator : nil,
            metrics: metrics, now: boot.now)
        // Ready without its database: everything but the history is.
        return ServiceParts(
            methods: AggregatorHandler(service: service).methods(isOpen: try boot.isOpen(.aggregator)),
            services: [upstream, database, schema])
    }

    private static func gazetteer(_ settings: Settings) throws -> Gazetteer {
        let setting = AggregatorConfiguration.places
        let path = try settings.value(setting)
        do {
            return try Gazetteer(file: path.isEmpty ? nil : path)
        } catch {
            throw SettingFault(name: setting.name, detail: "\(error)")
        }
    }
}
