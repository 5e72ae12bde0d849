import Contract
import Logging
import NIOPosix
import RPC
import ScheduleContract
import ServiceRuntime
import Simulator
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

/// Tests of the service with a simulated university and all its faults.
@Suite struct SimulatedUniversityTests {
    private static let clock = Instant(milliseconds: 1_789_365_600_000)

    /// Faults that leave timetables correct: those of feeds, and an answer without content.
    private static let harmless: Set<Fault.Kind> = [
        .badEntities, .duplicateGuids, .oddDates, .notFound,
    ]

    /// Runs `body` with a simulated university and a function that makes services.
    private func withUniversity(
        at now: Instant = Self.clock,
        _ body: @Sendable (Simulator, @Sendable (_ patience: Duration) throws -> TimetableLibrary) async throws -> Void
    ) async throws {
        var settings = Simulator.Settings()
        settings.clock = now
        let simulator = try await Simulator.start(settings)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let upstream = try UpstreamService(
            UpstreamConfiguration(process: "schedule"), group: MultiThreadedEventLoopGroup.singleton,
            metrics: Metrics(), logger: logger, clock: UpstreamClock(now: { now }))
        let make: @Sendable (Duration) throws -> TimetableLibrary = { patience in
            let host = try upstream.host(
                "bsuir", base: simulator.url(of: .bsuir),
                policy: HostPolicy {
                    $0.total = patience
                    $0.rateGrace = patience
                    $0.maximumBytes = 4 * 1_048_576
                    $0.retries = 0
                    $0.breakerFailures = 1_000
                })
            var freshness = LibraryFreshness()
            // Every call reads the catalogue.
            freshness.catalogues.fresh = .zero
            freshness.catalogues.revalidate = .zero
            return TimetableLibrary(
                client: BSUIRClient(server: host), caches: TimetableLibrary.Caches(upstream, freshness),
                clock: MinskClock(time: try MinskTime(), now: { now }), changeTimes: ChangeTimes(),
                reports: TimetableLibrary.Reports(metrics: ScheduleMetrics(Metrics()), logger: logger))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await upstream.run() }
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(simulator, make))
            } catch {
                result = .failure(error)
            }
            group.cancelAll()
            try? await group.waitForAll()
            await simulator.stop()
            try result.get()
        }
    }

    /// Faults whose responses never end.
    private static let endless: Set<Fault.Kind> = [.hang, .stall, .endlessChunks]

    @Test func `Every fault ends in the true timetable or in a failure, and cached copies stay`() async throws {
        try await withUniversity { simulator, make in
            let before = try make(Self.patience)
            let groups = try await before.groups().value.items
            let subject = Subject.group(try #require(groups.first { $0.course != nil }).number)
            let truth = try await before.plan(of: subject).value.plan
            try #require(truth?.isEmpty == false)

            for kind in Fault.Kind.allCases {
                let patience = Self.endless.contains(kind) ? .milliseconds(300) : Self.patience
                let empty = try make(patience)
                let full = try make(patience)
                _ = try? await full.plan(of: subject)
                _ = try? await full.groups()
                simulator.add(Self.fault(kind))
                do throws(UpstreamFailure) {
                    let plan = try await empty.plan(of: subject).value.plan
                    #expect(plan == (kind == .notFound ? nil : truth), "\(kind)")
                } catch {
                    #expect(!Self.harmless.contains(kind), "\(kind): \(error)")
                    let answer = RPCError(
                        error, unavailable: Schedule.timetableUnavailable, unreadable: Schedule.timetableUnreadable)
                    #expect(answer.code != .internal)
                }
                // This call refreshes the kept copy.
                _ = try? await full.plan(of: subject, refresh: true)
                let after = try? await full.plan(of: subject).value.plan
                #expect(after == (kind == .notFound ? nil : truth), "\(kind)")
                let listed = try? await full.groups().value.items.map(\.number)
                #expect(listed == groups.map(\.number), "\(kind)")
                simulator.clearFaults()
            }
        }
    }

    /// A time limit that suffices on a busy machine.
    private static let patience: Duration = .seconds(30)

    private static func fault(_ kind: Fault.Kind) -> Fault {
        Fault(kind, of: .bsuir).with {
            ($0.milliseconds, $0.bytesPerSecond, $0.limit) = (20, 1_000_000, 0)
            ($0.status, $0.statuses, $0.failures, $0.successes) = (500, [500, 200], 1, 1)
            $0.location = "http://elsewhere.invalid/"
            switch kind {
            case .huge: $0.bytes = 6_000_000
            case .close, .reset, .stall: $0.bytes = 200
            case .deepNesting: $0.bytes = 100_000
            default: break
            }
        }
    }

    @Test func `A timetable reads the same in each of its shapes, and changes are noticed`() async throws {
        try await withUniversity { simulator, make in
            let library = try make(Self.patience)
            let group = try #require(try await library.groups().value.items.first { $0.course != nil }).number
            let subject = Subject.group(group)
            let first = try await library.plan(of: subject, refresh: true).value
            for shape in ["2022", "2024", "2026", "seconds"] {
                simulator.apply(DataChange(.shape).with { $0.shape = shape })
                var plan = try #require(try await library.plan(of: subject, refresh: true).value.plan)
                // The shape of 2022 names no terms.
                if shape == "2022" { plan.termName = first.plan?.termName }
                #expect(plan == first.plan, "\(shape)")
            }
            simulator.apply(DataChange(.lessonMoved).with { $0.group = group.text })
            let moved = try await library.plan(of: subject, refresh: true).value
            #expect(moved.plan != first.plan && moved.fingerprint != first.fingerprint)
            simulator.apply(DataChange(.timetableGone).with { $0.group = group.text })
            let gone = try await library.plan(of: subject, refresh: true).value
            #expect(gone.plan == nil)
        }
    }

    @Test(arguments: [
        "2026-08-31T23:59:00+03:00", "2026-09-14T09:00:00+03:00", "2027-01-01T00:01:00+03:00",
        "2027-06-20T12:00:00+03:00",
    ])
    func `Every timetable of a university is read, weeks agree and no e-mail address is passed on`(
        _ moment: String
    ) async throws {
        try await withUniversity(at: try #require(Instant(moment))) { _, make in
            let library = try make(Self.patience)
            let groups = try await library.groups().value.items
            #expect(groups.count > 100)
            var lessons = 0
            for group in groups.prefix(15) {
                let plan = try await library.plan(of: .group(group.number)).value.plan
                for entry in plan?.entries ?? [] {
                    #expect(!entry.isUnplaced, "\(group.number): \(entry)")
                    for date in [entry.from, entry.to].compactMap(\.self) where date.weekday == entry.weekday {
                        #expect(entry.weeks.contains(.week(AcademicWeek(of: date).number)), "\(group.number): \(entry)")
                    }
                    lessons += 1
                }
                let encoded = String(decoding: try JSONCoding.encode(plan?.entries ?? []), as: UTF8.self)
                #expect(!encoded.contains("@"))
            }
            #expect(lessons > 150)
            let week = try await library.client.currentWeek()
            #expect(week == AcademicWeek(of: library.clock.today).number)
        }
    }
}
