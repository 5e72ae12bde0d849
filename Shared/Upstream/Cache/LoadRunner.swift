import Synchronization

/// Runs loads in tasks of their own, so that a load continues when its caller gives up.
final class LoadRunner: Sendable {
    typealias Job = @Sendable () async -> Void

    /// The maximum number of concurrent loads.
    static let maximum = 256
    /// The maximum number of concurrent loads that no caller waits for, which must not delay the others.
    static let maximumUnawaited = 128

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

    /// The number of loads that are running or waiting to run.
    var unfinished: Int { state.withLock { $0.unfinished } }

    /// True while the runner is running; a busy runner still rejects loads.
    var isRunning: Bool { state.withLock { $0.phase == .running } }

    /// Submits a load.
    ///
    /// - Returns: `false` if the runner is busy or not running.
    func submit(isAwaited: Bool, _ job: @escaping Job) -> Bool {
        let isTaken = state.withLock { state in
            guard state.phase == .running, state.unfinished < (isAwaited ? Self.maximum : Self.maximumUnawaited) else {
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
            // Callers may wait for these loads, too; already cancelled, they end at once.
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
