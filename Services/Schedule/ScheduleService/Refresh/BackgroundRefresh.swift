import Logging
import ScheduleContract
import ServiceLifecycle
import ServiceRuntime
import Synchronization
import Upstream
import Values

/// Keeps the timetables of all groups and lecturers warm, so that the first who asks is answered at once, and so that
/// there is something to give when the university's server is down.
///
/// It is polite: a few calls at a time with pauses in between, only for what is old, and it stops after a few failures
/// in a row until the next round.
struct BackgroundRefresh: Service {
    /// How it goes about it; see the settings of the same names.
    struct Plan: Sendable {
        /// Between rounds; four fifths of it is how old a timetable must be to be asked for; zero: no rounds.
        var interval: Duration = .hours(12)
        /// Calls at a time.
        var parallel = 2
        /// The mean pause of each before a call.
        var pause: Duration = .milliseconds(500)
    }

    /// How many failures in a row end a round.
    static let patience = 3
    /// How long after a round that was ended so the next begins.
    static let pauseAfterFailure: Duration = .minutes(15)

    /// How much of an interval makes a timetable old: rounds begin up to a tenth early, and take a while.
    static let oldAfter = 0.8

    let library: TimetableLibrary
    let plan: Plan
    let metrics: ScheduleMetrics
    let logger: Logger
    /// Waits; a test returns at once.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Where a round stands.
    private struct Progress {
        var left: ArraySlice<Subject>
        var failures = 0
        var fetched = 0

        mutating func next() -> Subject? { failures < BackgroundRefresh.patience ? left.popFirst() : nil }
    }

    /// What those who work on a round share.
    private final class Round: Sendable {
        let progress: Mutex<Progress>

        init(_ subjects: [Subject]) { progress = Mutex(Progress(left: subjects[...])) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await warmCatalogues()
            guard plan.interval > .zero else { return }
            // Not all replicas at once.
            try? await sleep(.seconds(5 + 25 * random()))
            while !Task.isCancelled {
                let isFinished = await round()
                let wait = isFinished ? plan.interval : min(plan.interval, Self.pauseAfterFailure)
                try? await sleep(wait * (0.9 + 0.2 * random()))
            }
        }
        try? await gracefulShutdown()
    }

    /// Makes catalogues ready for searching before somebody waits for them, from disk where they are there.
    private func warmCatalogues() async {
        _ = try? await library.groups()
        _ = try? await library.lecturers()
        _ = try? await library.rooms()
    }

    /// One round; false if failures ended it.
    func round() async -> Bool {
        guard let subjects = await stale() else {
            metrics.rounds.count(.stopped)
            return false
        }
        let round = Round(subjects)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<plan.parallel {
                group.addTask { await work(on: round) }
            }
        }
        let (failures, fetched) = round.progress.withLock { ($0.failures, $0.fetched) }
        let isFinished = failures < Self.patience
        metrics.rounds.count(isFinished ? .finished : .stopped)
        logger.info(
            "timetables refreshed",
            metadata: [
                "wanted": .stringConvertible(subjects.count), "fetched": .stringConvertible(fetched),
                "finished": .stringConvertible(isFinished),
            ])
        return isFinished
    }

    private func work(on round: Round) async {
        while !Task.isCancelled, let subject = round.progress.withLock({ $0.next() }) {
            guard (try? await sleep(plan.pause * (0.5 + random()))) != nil else { return }
            do throws(UpstreamFailure) {
                _ = try await library.plan(of: subject, refresh: true)
                round.progress.withLock {
                    $0.failures = 0
                    $0.fetched += 1
                }
                metrics.refreshes.count(.fetched)
            } catch {
                if error == .cancelled { return }
                round.progress.withLock { $0.failures += 1 }
                metrics.refreshes.count(.failed)
                logger.debug(
                    "a timetable was not refreshed",
                    metadata: ["timetable": .string(subject.key), "error": .string("\(error)")])
            }
        }
    }

    /// Whose timetables are old, in no order: those that fail would end each round at the same place otherwise.
    ///
    /// `nil` if nobody can be told of.
    private func stale() async -> [Subject]? {
        var subjects: [Subject] = []
        do throws(UpstreamFailure) {
            subjects += try await library.groups().value.items.map { .group($0.number) }
            subjects += try await library.lecturers().value.items.map { .lecturer($0.slug) }
            _ = try await library.rooms()
        } catch {
            logger.warning("catalogues were not refreshed", metadata: ["error": .string("\(error)")])
            if subjects.isEmpty { return nil }
        }
        let before = library.now().advanced(bySeconds: -(plan.interval * Self.oldAfter).components.seconds)
        var old: [(order: Double, subject: Subject)] = []
        for subject in subjects {
            if Task.isCancelled { return nil }
            if let kept = await library.kept(of: subject), kept.fetchedAt > before { continue }
            old.append((random(), subject))
        }
        return old.sorted { $0.order < $1.order }.map(\.subject)
    }
}
