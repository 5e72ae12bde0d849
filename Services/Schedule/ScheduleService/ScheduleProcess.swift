import Contract
import Database
import Postgres
import Resilience
public import ServiceRuntime
import Upstream
import Values

/// The program `vokol-schedule`.
public struct ScheduleProcess: ServiceProcess {
    public static let name = ServiceName.schedule.rawValue
    public static let summary = "the BSUIR timetable"
    public static let defaultPort: Int? = ServiceName.schedule.defaultPort
    public static let defaultAdminPort = 9904
    public static let settings = ScheduleConfiguration.all
    public static let commands = [
        ProcessCommand("migrate", summary: "Brings the database up to date and ends") { _, boot in
            let database = try ServiceDatabase(boot, of: .schedule)
            try await database.client.migrate(
                ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion)
            return 0
        }
    ]

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let settings = boot.settings
        let metrics = ScheduleMetrics(boot.metrics)
        let upstream = try UpstreamService(boot, process: name)
        let library = try library(boot, upstream, metrics)
        let database = try ServiceDatabase(boot, of: .schedule)
        let schema = BackgroundMigration(
            ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion, client: database.client,
            logger: boot.logger)
        let weeks = WeekBoard()
        let service = ScheduleService(
            library: library, weeks: weeks,
            answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(
                maximumBytes: try settings.value(ScheduleConfiguration.answerBytes),
                lifetime: try settings.value(ScheduleConfiguration.answerLifetime)),
            favourites: FavouriteStore(
                client: database.client, isReady: { schema.isDone },
                limit: try settings.value(ScheduleConfiguration.favourites),
                makeID: Identifier.make(at:)),
            metrics: metrics, isSimulated: upstream.isSimulated,
            limits: ScheduleService.Limits(lookAhead: try settings.value(ScheduleConfiguration.lookAhead)))
        let refresh = BackgroundRefresh(
            library: library,
            plan: BackgroundRefresh.Plan(
                interval: try settings.value(ScheduleConfiguration.refreshInterval),
                parallel: try settings.value(ScheduleConfiguration.refreshParallel),
                pause: try settings.value(ScheduleConfiguration.refreshPause)),
            metrics: metrics, logger: boot.logger)
        let check = WeekCheck(library: library, board: weeks, metrics: metrics, logger: boot.logger)
        // Ready without the database: only favourites need it.
        return ServiceParts(
            methods: ScheduleHandler(service: service).methods(isOpen: try boot.isOpen(.schedule)),
            services: [database, schema, upstream, refresh, check])
    }

    private static func library(
        _ boot: Bootstrap, _ upstream: UpstreamService, _ metrics: ScheduleMetrics
    ) throws -> TimetableLibrary {
        let settings = boot.settings
        let address = ScheduleConfiguration.url
        let base = try settings.value(address)
        let policy = try ScheduleConfiguration.policy(settings)
        let host: UpstreamHost
        do throws(UpstreamAddressFault) {
            host = try upstream.host("bsuir", base: base, policy: policy)
        } catch {
            throw SettingFault(name: address.name, detail: error.description)
        }
        var freshness = LibraryFreshness()
        freshness.timetables.fresh = try settings.value(ScheduleConfiguration.fresh)
        freshness.early = try settings.value(ScheduleConfiguration.early)
        return TimetableLibrary(
            client: BSUIRClient(server: host), caches: TimetableLibrary.Caches(upstream, freshness),
            freshness: freshness, time: try MinskTime(), metrics: metrics, logger: boot.logger, now: boot.now)
    }
}

extension TimetableLibrary.Caches {
    /// The caches of a process, which share out the memory that it has for what third parties gave.
    init(_ upstream: UpstreamService, _ freshness: LibraryFreshness) {
        let share = upstream.memoryBytes / 8
        groups = upstream.cache("groups", freshness: freshness.catalogues, memoryBytes: share)
        lecturers = upstream.cache("lecturers", freshness: freshness.catalogues, memoryBytes: share)
        rooms = upstream.cache("rooms", freshness: freshness.catalogues, memoryBytes: share)
        plans = upstream.cache("timetables", freshness: freshness.timetables, memoryBytes: 5 * share)
    }
}
