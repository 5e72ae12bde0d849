import AuthAccounts
import Contract
import Database
import Postgres
import RPC
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
        ProcessCommand("migrate", summary: "Migrates the database and exits") { _, boot in
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
        let database = try ServiceDatabase(boot, of: .schedule, listeners: 1)
        let changes = ChangePublisher<ScheduleChange>(client: database.client, logger: boot.logger)
        let past = PastTimetableStore(client: database.client)
        let times = ChangeTimes()
        let recording = ChangeRecording(store: past, times: times, publisher: changes, logger: boot.logger)
        let reading = ChangeTimeReading(times: times, store: past, logger: boot.logger)
        let library = try library(
            boot, upstream, times,
            TimetableLibrary.Reports(metrics: metrics, logger: boot.logger, changed: recording.found))
        let schema = BackgroundMigration(
            ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion, client: database.client,
            logger: boot.logger)
        let renewal = CopyRenewal(library: library)
        let label = OriginLabel(isSimulated: upstream.isSimulated)
        let index = RoomIndexStore(client: database.client)
        let rooms = RoomAnswers(library: library, store: index, label: label, isReady: { schema.isDone })
        let indexing = RoomIndexing(
            library: library, store: index, interval: try settings.value(ScheduleConfiguration.roomInterval),
            isReady: { schema.isDone }, announce: { changes.announce(.rooms) }, logger: boot.logger)
        let hints = HintLog(epoch: Identifier.make(at: boot.now()).text)
        let listener = ChangeListener<ScheduleChange>(
            client: database.client, hints: hints, logger: boot.logger,
            heard: { change in
                reading.heard(change)
                renewal.heard(change)
                indexing.heard(change)
                rooms.heard(change)
            })
        let lastCheck = LatestWeekCheck()
        let subjects = SubjectLookup(library: library)
        let favourites = FavouriteStore(
            client: database.client, limit: try settings.value(ScheduleConfiguration.favourites),
            makeID: Identifier.make(at:), changes: changes)
        let calendars = CalendarStore(client: database.client, makeID: Identifier.make(at:))
        let timetables = TimetableAnswers(
            library: library, subjects: subjects,
            answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(
                maximumBytes: try settings.value(ScheduleConfiguration.answerBytes),
                lifetime: try settings.value(ScheduleConfiguration.answerLifetime)),
            label: label, metrics: metrics, lookAhead: try settings.value(ScheduleConfiguration.lookAhead))
        let handler = ScheduleHandler(
            catalogues: CatalogueListing(library: library, label: label),
            week: WeekAnswer(clock: library.clock, lastCheck: lastCheck, label: label), timetables: timetables,
            rooms: rooms,
            favourites: AccountFavourites(
                store: favourites, library: library, subjects: subjects, isReady: { schema.isDone }),
            changes: ChangeListing(timetables: timetables, store: past, isReady: { schema.isDone }),
            calendars: AccountCalendars(store: calendars, timetables: timetables, isReady: { schema.isDone }),
            hints: hints)
        let refresh = BackgroundRefresh(
            library: library,
            plan: BackgroundRefresh.Plan(
                interval: try settings.value(ScheduleConfiguration.refreshInterval),
                parallel: try settings.value(ScheduleConfiguration.refreshParallel),
                pause: try settings.value(ScheduleConfiguration.refreshPause)),
            metrics: metrics, logger: boot.logger)
        let check = WeekCheck(library: library, latest: lastCheck, metrics: metrics, logger: boot.logger)
        // Ready without the database: most methods do not need it.
        return ServiceParts(
            methods: handler.methods(isOpen: try boot.isOpen(.schedule)),
            services: [
                database, schema, changes, listener, upstream, recording, reading, renewal, refresh, indexing,
                check,
                try erasure(boot, favourites, calendars, isReady: { schema.isDone }),
            ],
            stoppedFirst: [hints])
    }

    private static func erasure(
        _ boot: Bootstrap, _ favourites: FavouriteStore, _ calendars: CalendarStore,
        isReady: @escaping @Sendable () -> Bool
    ) throws -> AccountErasure {
        AccountErasure(
            client: favourites.client, auth: try boot.client(of: .auth, for: .schedule), isReady: isReady,
            logger: boot.logger,
            erase: { account in
                try await favourites.removeAll(of: account, deadline: .now + .seconds(30))
                try await calendars.removeAll(of: account, deadline: .now + .seconds(30))
            })
    }

    private static func library(
        _ boot: Bootstrap, _ upstream: UpstreamService, _ times: ChangeTimes, _ reports: TimetableLibrary.Reports
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
            clock: MinskClock(time: try MinskTime(), now: boot.now), changeTimes: times, reports: reports)
    }
}

extension TimetableLibrary.Caches {
    /// Creates the caches of a process, which share its memory for upstream answers.
    init(_ upstream: UpstreamService, _ freshness: LibraryFreshness) {
        self.freshness = freshness
        let share = upstream.memoryBytes / 8
        groups = upstream.cache("groups", freshness: freshness.catalogues, memoryBytes: share)
        lecturers = upstream.cache("lecturers", freshness: freshness.catalogues, memoryBytes: share)
        rooms = upstream.cache("rooms", freshness: freshness.catalogues, memoryBytes: share)
        plans = upstream.cache("timetables", freshness: freshness.timetables, memoryBytes: 5 * share)
    }
}
