import NIOCore
import Synchronization

/// Brings the outcomes of a connection's calls from their tasks to its event loop, as many at a time as there are.
final class FinishedCalls: Sendable {
    /// A call's task has ended.
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

    /// Hands in an outcome, from any thread.
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

    /// Takes what was handed in, leaving the memory of `batch`, which must be empty, in its place.
    func take(into batch: inout [Finished]) {
        state.withLock { state in
            swap(&state.finished, &batch)
            state.isOnItsWay = false
        }
    }
}

/// Runs tasks on an event loop, so that a call that waits for nobody never changes its thread.
final class LoopTaskExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
