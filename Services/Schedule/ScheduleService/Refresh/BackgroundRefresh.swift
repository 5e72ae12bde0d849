import Logging
import ScheduleContract
import ServiceLifecycle
import ServiceRuntime
import Synchronization
import Upstream
import Values

/// Refreshes the timetables of all groups and lecturers in the background.
///
/// So even the first caller gets an answer at once, and a copy exists while the university's server is down. The
/// refresh spares that server: it makes a few calls at a time with pauses in between, only for old copies, and a few
/// failures in a row end the round.
struct BackgroundRefresh: Service {
    /// The pace of the refresh; see the settings of the same names.
    struct Plan: Sendable {
        /// The time between rounds; zero disables them.
        ///
        /// A copy is old after four fifths of this time.
        var interval: Duration = .hours(12)
        /// The number of parallel calls.
        var parallel = 2
        /// The mean pause before each call.
        var pause: Duration = .milliseconds(500)
    }

    /// The number of failures in a row that ends a round.
    static let patience = 3
    /// The pause after a round that failures ended.
    static let pauseAfterFailure: Duration = .minutes(15)

    /// The share of an interval after which a copy is old; less than 1, since rounds begin up to a tenth early and take
    /// a while.
    static let oldAfter = 0.8

    let library: TimetableLibrary
    let plan: Plan
    let metrics: ScheduleMetrics
    let logger: Logger
    /// The function that waits; tests replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The source of random numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// The progress of a round.
    private struct Progress {
        var left: ArraySlice<Subject>
        var failures = 0
        var fetched = 0

        mutating func next() -> Subject? { failures < BackgroundRefresh.patience ? left.popFirst() : nil }
    }

    /// The state that the workers of a round share.
    private final class Round: Sendable {
        let progress: Mutex<Progress>

        init(_ subjects: [Subject]) { progress = Mutex(Progress(left: subjects[...])) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await warmCatalogues()
            guard plan.interval > .zero else { return }
            // Keeps replicas from starting at the same time.
            try? await sleep(.seconds(5 + 25 * random()))
            while !Task.isCancelled {
                let isFinished = await round()
                let wait = isFinished ? plan.interval : min(plan.interval, Self.pauseAfterFailure)
                try? await sleep(wait * (0.9 + 0.2 * random()))
            }
        }
        try? await gracefulShutdown()
    }

    /// Prepares the catalogues for searching before the first caller, from disk where possible.
    private func warmCatalogues() async {
        _ = try? await library.groups()
        _ = try? await library.lecturers()
        _ = try? await library.rooms()
    }

    /// Runs a round; returns false if failures ended it.
    func round() async -> Bool {
        guard let subjects = await staleSubjects() else {
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

    /// Returns the subjects with old copies, in random order, or `nil` if no catalogue is available.
    ///
    /// In a fixed order, failing subjects would end each round at the same place.
    private func staleSubjects() async -> [Subject]? {
        var subjects: [Subject] = []
        do throws(UpstreamFailure) {
            subjects += try await library.groups().value.items.map { .group($0.number) }
            subjects += try await library.lecturers().value.items.map { .lecturer($0.slug) }
            _ = try await library.rooms()
        } catch {
            logger.warning("catalogues were not refreshed", metadata: ["error": .string("\(error)")])
            if subjects.isEmpty { return nil }
        }
        let before = library.clock.now().advanced(bySeconds: -(plan.interval * Self.oldAfter).components.seconds)
        var old: [(order: Double, subject: Subject)] = []
        for subject in subjects {
            if Task.isCancelled { return nil }
            if let time = await library.copyTime(of: subject), time > before { continue }
            old.append((random(), subject))
        }
        return old.sorted { $0.order < $1.order }.map(\.subject)
    }
}
