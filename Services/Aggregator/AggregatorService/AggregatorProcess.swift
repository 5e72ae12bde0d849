import AuthAccounts
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
        let database = try ServiceDatabase(boot, of: .aggregator, listeners: 1)
        let schema = BackgroundMigration(
            AggregatorMigrations.all, programVersion: AggregatorMigrations.programVersion, client: database.client,
            logger: boot.logger)
        let metrics = AggregatorMetrics(boot.metrics)
        let sources = SourceFactory(
            settings: settings, upstream: upstream, database: database.client, isReady: { schema.isDone },
            metrics: metrics, logger: boot.logger, now: boot.now)
        let (gazetteer, zones) = (try gazetteer(settings, map: try zoneMap(boot)), ZoneCache())
        let (source, now): (AnswerSource?, _) = (upstream.isSimulated ? .simulator : nil, boot.now)
        let geocoding = try sources.geocoding()
        let places = PlaceNames(gazetteer: gazetteer, geocoding: geocoding, source: source, now: now)
        let weather = WeatherAnswers(
            sources: try sources.weather(), places: places, gazetteer: gazetteer, zones: zones, source: source,
            now: now)
        let addressSources = try sources.addresses()
        let addresses = ReverseGeocoding(
            sources: addressSources, gazetteer: gazetteer, source: source, metrics: metrics, now: now)
        let news = LocalNews(
            places: NewsPlaceReader(gazetteer: gazetteer, addresses: addressSources), zones: zones,
            sources: try sources.news(), source: source, metrics: metrics, now: now)
        let changes = ChangePublisher<AggregatorChange>(client: database.client, logger: boot.logger)
        let hints = HintLog(epoch: Identifier.make(at: boot.now()).text)
        let historyStore = HistoryStore(
            client: database.client, limit: try settings.value(AggregatorConfiguration.historyLimit),
            makeID: Identifier.make(at:), changes: changes)
        let cityStore = CityStore(client: database.client, changes: changes)
        let patience = try settings.value(AggregatorConfiguration.partPatience)
        let history = AccountHistory(
            store: historyStore, addresses: addresses, weather: weather, isReady: { schema.isDone })
        let handler = AggregatorHandler(
            weather: weather, air: try sources.air(source),
            search: PlaceSearch(gazetteer: gazetteer, geocoding: geocoding, source: source, now: now),
            places: places, addresses: addresses, news: news,
            briefing: LocationBriefing(
                addresses: addresses, weather: weather, news: news, history: history, metrics: metrics,
                patience: patience),
            history: history,
            cities: AccountCities(
                store: cityStore, weather: weather, patience: patience, isReady: { schema.isDone }),
            hints: hints)
        // Ready without the database: only the history needs it.
        return ServiceParts(
            methods: handler.methods(isOpen: try boot.isOpen(.aggregator)),
            services: [
                upstream, database, schema, changes,
                ChangeListener<AggregatorChange>(
                    client: database.client, hints: hints, logger: boot.logger, heard: { _ in }),
                try erasure(boot, historyStore, cityStore, isReady: { schema.isDone }),
            ],
            stoppedFirst: [hints])
    }

    private static func erasure(
        _ boot: Bootstrap, _ history: HistoryStore, _ cities: CityStore, isReady: @escaping @Sendable () -> Bool
    ) throws -> AccountErasure {
        AccountErasure(
            client: history.client, auth: try boot.client(of: .auth, for: .aggregator), isReady: isReady,
            logger: boot.logger,
            erase: { account in
                _ = try await history.clear(account, deadline: .now + .seconds(30))
                try await cities.removeAll(of: account, deadline: .now + .seconds(30))
            })
    }

    /// Opens the map of zones; without one, says so in the log and in the metrics.
    private static func zoneMap(_ boot: Bootstrap) throws -> ZoneMap? {
        let setting = AggregatorConfiguration.zones
        let path = try boot.settings.value(setting)
        boot.metrics.observe(
            "vokol_aggregator_zone_map", [], help: "1 if zones and countries come from the map, 0 if from known cities"
        ) { path.isEmpty ? 0 : 1 }
        guard !path.isEmpty else {
            boot.logger.notice(
                "no map of time zones is set; a point has the zone and the country of the nearest known city",
                metadata: ["setting": .string(setting.name)])
            return nil
        }
        do throws(ZoneMap.Fault) {
            return try ZoneMap(path)
        } catch {
            throw SettingFault(name: setting.name, detail: error.description)
        }
    }

    private static func gazetteer(_ settings: Settings, map: ZoneMap?) throws -> Gazetteer {
        let setting = AggregatorConfiguration.places
        let path = try settings.value(setting)
        do {
            return try Gazetteer(file: path.isEmpty ? nil : path, map: map)
        } catch {
            throw SettingFault(name: setting.name, detail: "\(error)")
        }
    }
}
