import Contract
import Database
import Foundation
import Logging
import NIOPosix
import Postgres
import RPC
import Resilience
import ScheduleContract
import ServiceRuntime
import Synchronization
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

/// A monotonic clock that the test moves.
final class StepClock: Sendable {
    private let offset = Mutex<Duration>(.zero)
    private let start = ContinuousClock.now
    var now: ContinuousClock.Instant { start + offset.withLock { $0 } }
    func advance(_ duration: Duration) { offset.withLock { $0 += duration } }
}

/// A manual clock that starts on 2026-09-14, a Monday of week 3, at 09:00 in Minsk.
final class DayClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_789_365_600_000)
    var now: Instant { Instant(milliseconds: milliseconds.withLock { $0 }) }
    func advance(_ duration: Duration) { milliseconds.withLock { $0 += duration.wholeMilliseconds } }
    func set(_ instant: Instant) { milliseconds.withLock { $0 = instant.milliseconds } }
}

/// A stand-in for the university's server, whose answers the test sets.
final class FakeUniversity: RemoteHost {
    enum Reply: Sendable {
        case json(String)
        case absent
        case failure(UpstreamFailure)
        /// No answer until the test is over.
        case never
    }

    private struct State {
        var replies: [String: Reply] = [
            "/student-groups": .json(Samples.groups), "/employees/all": .json(Samples.employees),
            "/auditories": .json(Samples.rooms), "/schedule/current-week": .json("3"),
        ]
        var outage: UpstreamFailure?
        var requests: [String] = []
        var inFlight = 0
        var peak = 0
    }

    private let state = Mutex(State())

    /// The requests in order.
    var requests: [String] { state.withLock { $0.requests } }
    /// The largest number of requests in flight at once.
    var peak: Int { state.withLock { $0.peak } }

    func setReply(_ reply: Reply, for path: String) { state.withLock { $0.replies[path] = reply } }
    func fail(with failure: UpstreamFailure?) { state.withLock { $0.outage = failure } }
    func clearRequests() { state.withLock { $0.requests = [] } }

    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer {
        let path = request.path + request.query.map { "?\($0.name)=\($0.value)" }.joined()
        let reply = state.withLock { state -> Reply in
            state.requests.append(path)
            state.inFlight += 1
            state.peak = max(state.peak, state.inFlight)
            return state.outage.map(Reply.failure) ?? state.replies[path] ?? .absent
        }
        await Task.yield()
        state.withLock { $0.inFlight -= 1 }
        switch reply {
        case .json(let text): return .body(Array(text.utf8), Validators(), charset: nil)
        case .absent: return .absent([])
        case .failure(let failure): throw failure
        case .never:
            while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
            throw .cancelled
        }
    }
}

/// The waits for third parties: real ones, or counted and skipped.
final class Waits: Sendable {
    private let skipped = Mutex<Duration?>(nil)
    /// The sum of the waits since ``skip()``.
    var total: Duration { skipped.withLock { $0 ?? .zero } }

    /// Ends all further waits at once, and counts them anew.
    func skip() { skipped.withLock { $0 = .zero } }

    func sleep(until end: ContinuousClock.Instant) async throws {
        let isSkipped = skipped.withLock { total in
            if let counted = total { total = counted + (end - .now) }
            return total != nil
        }
        if !isSkipped { try await Task.sleep(until: end, clock: .continuous) }
    }
}

/// The changes of timetables that a test's library found.
final class FoundChanges: Sendable {
    private let changes = Mutex<[FoundChange]>([])
    var all: [FoundChange] { changes.withLock(\.self) }
    func append(_ change: FoundChange) { changes.withLock { $0.append(change) } }
}

/// The service's methods with a university, a clock and a disk that the test controls.
struct TestUniversity: Sendable {
    static let timetable = Samples.timetable("\"schedules\":\(Samples.days(("Понедельник", [Samples.lesson()])))")

    /// Makes the timetable of another group; ``timetable`` is that of 353501.
    static func timetable(of group: Int) -> String {
        Samples.timetable(
            "\"schedules\":\(Samples.days(("Понедельник", [Samples.lesson()])))",
            "\"studentGroupDto\":{\"name\":\"\(group)\"}")
    }

    let clock: DayClock
    let university: FakeUniversity
    let metrics: ScheduleMetrics
    let library: TimetableLibrary
    let lastCheck = LatestWeekCheck()
    let handler: ScheduleHandler
    /// The changes of timetables found so far, in order.
    let found = FoundChanges()
    /// The times of changes; a test that wants those of the database reads them.
    let changeTimes = ChangeTimes()
    /// Announces nothing by itself: its `waiting` shows the changes found so far.
    let changes: ChangePublisher<ScheduleChange>

    /// Runs `body` with a service that keeps copies in `directory`, or in memory only.
    static func with(
        university: FakeUniversity = FakeUniversity(), clock: DayClock = DayClock(), directory: String? = nil,
        postgres: PostgresClient? = nil, hasSchema: Bool = true, isSimulated: Bool = false,
        waits: Waits = Waits(), _ body: @Sendable (TestUniversity) async throws -> Void
    ) async throws {
        var configuration = UpstreamConfiguration(process: "schedule")
        configuration.directory = directory
        configuration.isSimulated = isSimulated
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let upstream = try UpstreamService(
            configuration, group: MultiThreadedEventLoopGroup.singleton, metrics: Metrics(), logger: logger,
            clock: UpstreamClock(now: { clock.now }, sleep: waits.sleep))
        let test = try TestUniversity(university, clock, upstream, postgres, hasSchema: hasSchema, logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await upstream.run() }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(test))
            } catch {
                result = .failure(error)
            }
            // Pending writes reach the disk before the next service reads it.
            group.cancelAll()
            try? await group.waitForAll()
            try result.get()
        }
    }

    private init(
        _ university: FakeUniversity, _ clock: DayClock, _ upstream: UpstreamService, _ postgres: PostgresClient?,
        hasSchema: Bool, _ logger: Logger
    ) throws {
        self.university = university
        self.clock = clock
        metrics = ScheduleMetrics(Metrics())
        let client =
            try postgres
            ?? PostgresClient(
                PostgresConfiguration(url: "postgres://nobody@127.0.0.1:1/none"), logger: logger)
        changes = ChangePublisher<ScheduleChange>(client: client, logger: logger)
        let freshness = LibraryFreshness()
        library = TimetableLibrary(
            client: BSUIRClient(server: university), caches: TimetableLibrary.Caches(upstream, freshness),
            clock: MinskClock(time: try MinskTime(), now: { clock.now }), changeTimes: changeTimes,
            reports: TimetableLibrary.Reports(
                metrics: metrics, logger: logger,
                changed: { [changes, found] change in
                    found.append(change)
                    changes.announce(.timetable(change.subject, change.fingerprint))
                }))
        let subjects = SubjectLookup(library: library, catalogueWait: .seconds(3_600))
        let label = OriginLabel(isSimulated: upstream.isSimulated)
        let isReady: @Sendable () -> Bool = { postgres != nil && hasSchema }
        let timetables = TimetableAnswers(
            library: library, subjects: subjects,
            answers: ExpiringCache<TimetableAnswerKey, [UInt8]>(maximumBytes: 0, lifetime: .seconds(1)),
            label: label, metrics: metrics)
        handler = ScheduleHandler(
            catalogues: CatalogueListing(library: library, label: label),
            week: WeekAnswer(clock: library.clock, lastCheck: lastCheck, label: label), timetables: timetables,
            rooms: RoomAnswers(
                library: library, store: RoomIndexStore(client: client), label: label, isReady: isReady),
            favourites: AccountFavourites(
                store: FavouriteStore(client: client, limit: 3, makeID: Identifier.make(at:), changes: changes),
                library: library, subjects: subjects, isReady: isReady),
            changes: ChangeListing(
                timetables: timetables, store: PastTimetableStore(client: client), isReady: isReady),
            calendars: AccountCalendars(
                store: CalendarStore(client: client, changes: changes, makeID: Identifier.make(at:)),
                timetables: timetables,
                isReady: isReady),
            hints: HintLog(epoch: "test"))
    }

    /// Returns the context of a call, signed in to an account if one is given.
    func context(_ account: Identifier? = nil, locale: String? = nil) -> CallContext {
        var generator = SystemRandomNumberGenerator()
        return CallContext(
            principal: account.map { Principal(sub: $0.text, sid: "s", roles: []) }, deadline: deadline,
            locale: locale, trace: TraceContext.root(using: &generator))
    }

    /// A deadline after the end of any test, even on a busy machine.
    var deadline: ContinuousClock.Instant { .now + .seconds(3_600) }

    func forGroup(_ number: String = "353501") async throws -> Schedule.Timetable {
        let bytes = try await handler.timetables.forGroup(
            Schedule.ForGroup.Params(group: GroupNumber(unchecked: number)), context())
        return try JSONCoding.decode(Schedule.Timetable.self, from: bytes)
    }

    func groups(_ params: Schedule.CatalogueQuery = .init()) async throws -> Schedule.Listing<Schedule.Group> {
        try JSONCoding.decode(
            Schedule.Listing<Schedule.Group>.self, from: try await handler.catalogues.groups(params, context()))
    }

    func day(_ params: Schedule.Day.Params) async throws -> Schedule.Day.Result {
        try JSONCoding.decode(
            Schedule.Day.Result.self, from: try await handler.timetables.day(params, context()))
    }
}

/// Returns the code and reason of a call's error, or `nil`.
func code(_ body: () async throws -> Void) async -> (code: ErrorCode, reason: String?)? {
    do {
        try await body()
        return nil
    } catch let error as RPCError {
        return (error.code, error.reason)
    } catch {
        Issue.record("not an RPCError: \(error)")
        return nil
    }
}
