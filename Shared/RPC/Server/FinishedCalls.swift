import NIOCore
import Synchronization

/// Passes outcomes from a connection's tasks to its event loop, in batches.
final class FinishedCalls: Sendable {
    /// The outcome of a call's task.
    struct Finished: Sendable {
        var slot: Int
        var outcome: Result<ByteBuffer, any Error>
    }

    private struct State {
        var finished: [Finished] = []
        var isOnItsWay = false
    }

    private let state = Mutex(State())
    private let connection: NIOLoopBound<ServerConnection>

    init(for connection: NIOLoopBound<ServerConnection>) { self.connection = connection }

    /// Delivers an outcome; may be called from any thread.
    func deliver(_ finished: Finished) {
        let isFirst = state.withLock { state in
            state.finished.append(finished)
            defer { state.isOnItsWay = true }
            return !state.isOnItsWay
        }
        guard isFirst else { return }
        let connection = connection
        connection.eventLoop.execute { connection.value.callsFinished() }
    }

    /// Swaps the delivered outcomes with `batch`, which must be empty; its memory is reused.
    func take(into batch: inout [Finished]) {
        state.withLock { state in
            swap(&state.finished, &batch)
            state.isOnItsWay = false
        }
    }
}

/// Runs tasks on an event loop, so that a call that never suspends stays on one thread.
final class LoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    /// The time on the loop's clock.
    var now: NIODeadline { loop.now }

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
