import Synchronization

/// Runs loads independently of the calls that want them, so that an abandoned call does not end its load.
final class LoadRunner: Sendable {
    typealias Job = @Sendable () async -> Void

    /// The most concurrent loads.
    static let most = 256
    /// The most concurrent loads without a waiting caller: they must not delay awaited ones.
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

    /// The number of loads that run or wait.
    var unfinished: Int { state.withLock { $0.unfinished } }

    /// True while it accepts loads.
    var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// Accepts a load.
    /// - Returns: `false` if it is busy or does not run.
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

    /// Runs submitted loads until ``stop()`` or the task's cancellation, which cancels the running ones.
    func run() async {
        state.withLock { $0.phase = .running }
        await withDiscardingTaskGroup { tasks in
            for await _ in wakeups {
                for job in takeAll() { tasks.addTask { await self.run(job) } }
            }
            state.withLock { $0.phase = .over }
            tasks.cancelAll()
            // Callers may wait for these too; cancelled, they end at once.
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
