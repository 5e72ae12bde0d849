import Synchronization

/// Runs loads beside the calls that want them, so that a call that is given up does not take its load with it.
final class LoadRunner: Sendable {
    typealias Job = @Sendable () async -> Void

    /// Loads at once.
    static let most = 256
    /// Loads at once that nobody waits for: they must not keep those off that somebody does.
    static let mostUnawaited = 128

    private struct State {
        var phase = Phase.before
        var unfinished = 0
        var waiting: [Job] = []
    }
    private enum Phase { case before, running, over }

    private let state = Mutex(State())
    private let wakeups: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init() { (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Loads that have begun or wait to.
    var unfinished: Int { state.withLock { $0.unfinished } }

    /// Whether loads are taken over at all.
    var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// Takes a load over.
    /// - Returns: `false` if it does not: it has enough to do, or does not run.
    func submit(isAwaited: Bool, _ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard state.phase == .running, state.unfinished < (isAwaited ? Self.most : Self.mostUnawaited) else {
                return false
            }
            state.unfinished += 1
            state.waiting.append(job)
            return true
        }
        if isTaken { wake.yield() }
        return isTaken
    }

    /// Runs what is submitted until ``stop()`` or until the task is cancelled; what is under way then is cancelled.
    func run() async {
        state.withLock { $0.phase = .running }
        await withDiscardingTaskGroup { tasks in
            for await _ in wakeups {
                for job in takeAll() { tasks.addTask { await self.run(job) } }
            }
            state.withLock { $0.phase = .over }
            tasks.cancelAll()
            // Somebody may wait for those, too; being cancelled, they end at once.
            for job in takeAll() { tasks.addTask { await self.run(job) } }
        }
    }

    func stop() { wake.finish() }

    private func run(_ job: Job) async {
        await job()
        state.withLock { $0.unfinished -= 1 }
    }

    private func takeAll() -> [Job] {
        state.withLock { state in
            let jobs = state.waiting
            state.waiting = []
            return jobs
        }
    }
}
