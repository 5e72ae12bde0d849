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
        let parts = try ScheduleParts(boot)
        let library = parts.library
        let reading = ChangeTimeReading(times: parts.times, store: parts.past, logger: boot.logger)
        let renewal = CopyRenewal(library: library)
        let index = RoomIndexStore(client: parts.database.client)
        let rooms = RoomAnswers(library: library, store: index, label: parts.label, isReady: parts.isReady)
        let indexing = RoomIndexing(
            library: library, store: index, interval: try boot.settings.value(ScheduleConfiguration.roomInterval),
            isReady: parts.isReady, announce: { [changes = parts.changes] in changes.announce(.rooms) },
            logger: boot.logger)
        let hints = HintLog(epoch: Identifier.make(at: boot.now()).text)
        let listener = ChangeListener<ScheduleChange>(
            client: parts.database.client, hints: hints, logger: boot.logger,
            heard: { change in
                reading.heard(change)
                renewal.heard(change)
                indexing.heard(change)
                rooms.heard(change)
            })
        let lastCheck = LatestWeekCheck()
        let check = WeekCheck(library: library, latest: lastCheck, metrics: parts.metrics, logger: boot.logger)
        let handler = try parts.handler(rooms: rooms, lastCheck: lastCheck, hints: hints)
        // Ready without the database: most methods do not need it.
        return ServiceParts(
            methods: handler.methods(isOpen: try boot.isOpen(.schedule)),
            services: [
                parts.database, parts.schema, parts.changes, listener, parts.upstream, parts.recording, reading,
                renewal, try parts.refresh(), indexing, check, try parts.erasure(),
            ],
            stoppedFirst: [hints])
    }
}

/// The parts of the process that others are made of.
private struct ScheduleParts {
    let boot: Bootstrap
    let metrics: ScheduleMetrics
    let upstream: UpstreamService
    let database: ServiceDatabase
    let changes: ChangePublisher<ScheduleChange>
    let past: PastTimetableStore
    let times = ChangeTimes()
    let recording: ChangeRecording
    let library: TimetableLibrary
    let schema: BackgroundMigration
    let label: OriginLabel
    let favourites: FavouriteStore
    let calendars: CalendarStore

    init(_ boot: Bootstrap) throws {
        self.boot = boot
        metrics = ScheduleMetrics(boot.metrics)
        upstream = try UpstreamService(boot, process: ScheduleProcess.name)
        database = try ServiceDatabase(boot, of: .schedule, listeners: 1)
        let client = database.client
        changes = ChangePublisher<ScheduleChange>(client: client, logger: boot.logger)
        past = PastTimetableStore(client: client)
        recording = ChangeRecording(store: past, times: times, publisher: changes, logger: boot.logger)
        library = try Self.library(
            boot, upstream, times,
            TimetableLibrary.Reports(metrics: metrics, logger: boot.logger, changed: recording.found))
        schema = BackgroundMigration(
            ScheduleMigrations.all, programVersion: ScheduleMigrations.programVersion, client: client,
            logger: boot.logger)
        label = OriginLabel(isSimulated: upstream.isSimulated)
        favourites = FavouriteStore(
            client: client, limit: try boot.settings.value(ScheduleConfiguration.favourites),
            makeID: Identifier.make(at:), changes: changes)
        calendars = CalendarStore(client: client, changes: changes, makeID: Identifier.make(at:))
    }

    /// Returns true if the database has its tables.
    var isReady: @Sendable () -> Bool { { [schema] in schema.isDone } }

    func handler(rooms: RoomAnswers, lastCheck: LatestWeekCheck, hints: HintLog) throws -> ScheduleHandler {
        let subjects = SubjectLookup(library: library)
        let timetables = TimetableAnswers(
            library: library, subjects: subjects,
            answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(
                maximumBytes: try boot.settings.value(ScheduleConfiguration.answerBytes),
                lifetime: try boot.settings.value(ScheduleConfiguration.answerLifetime)),
            label: label, metrics: metrics, lookAhead: try boot.settings.value(ScheduleConfiguration.lookAhead))
        return ScheduleHandler(
            catalogues: CatalogueListing(library: library, label: label),
            week: WeekAnswer(clock: library.clock, lastCheck: lastCheck, label: label), timetables: timetables,
            rooms: rooms,
            favourites: AccountFavourites(
                store: favourites, library: library, subjects: subjects, isReady: isReady),
            changes: ChangeListing(timetables: timetables, store: past, isReady: isReady),
            calendars: AccountCalendars(store: calendars, timetables: timetables, isReady: isReady), hints: hints)
    }

    func refresh() throws -> BackgroundRefresh {
        BackgroundRefresh(
            library: library,
            plan: BackgroundRefresh.Plan(
                interval: try boot.settings.value(ScheduleConfiguration.refreshInterval),
                parallel: try boot.settings.value(ScheduleConfiguration.refreshParallel),
                pause: try boot.settings.value(ScheduleConfiguration.refreshPause)),
            metrics: metrics, logger: boot.logger)
    }

    func erasure() throws -> AccountErasure {
        AccountErasure(
            client: database.client, auth: try boot.client(of: .auth, for: .schedule), isReady: isReady,
            logger: boot.logger,
            erase: { [favourites, calendars] account in
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
