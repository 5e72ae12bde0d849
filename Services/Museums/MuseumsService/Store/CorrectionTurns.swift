import Contract
import RPC
import Resilience
import Synchronization

/// Corrects queries off the event loops, one at a time, with callers served in fair turns.
///
/// Correcting a query of long run-together words takes up to 10 ms, which would block an event loop's other calls.
final class CorrectionTurns: Sendable {
    private struct Waiter: Sendable {
        var deadline: ContinuousClock.Instant?
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var isTaken = false
        var waiting: FairQueue<FlowKey, Waiter>
    }

    private let state: Mutex<State>

    /// - Parameter capacity: the maximum number of calls that wait.
    init(capacity: Int = 256) { state = Mutex(State(waiting: FairQueue(limit: capacity))) }

    /// The number of calls that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for the current call's turn, then runs `correct` on the shared executor.
    ///
    /// - Throws: `overloaded` if too many wait; `deadlineExceeded` if the turn comes after the deadline;
    ///   `CancellationError` if the task has been cancelled by then.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant?, _ correct: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        // A call's task prefers its event loop. Without this, the correction would run there, and the turn of a call
        // would wait until its loop is free.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            // As for other calls that cost extra, this wait says nothing about the load of the service.
            try await withCheckedThrowingContinuation { enter(Waiter(deadline: deadline, continuation: $0)) }
            defer { leave() }
            try Task.checkCancellation()
            if let deadline, ContinuousClock.now >= deadline { throw RPCError(.deadlineExceeded) }
            return await correct()
        }
    }

    private func enter(_ call: Waiter) {
        let now = ContinuousClock.now
        let (isGranted, refused, late) = state.withLock { state -> (Bool, Waiter?, [Waiter]) in
            guard state.isTaken else {
                state.isTaken = true
                return (true, nil, [])
            }
            let isFull = state.waiting.count >= state.waiting.limit
            let late = isFull ? state.waiting.removeAll { $0.deadline.map { $0 <= now } ?? false } : []
            return switch state.waiting.append(call, of: CallWork.currentFlow) {
            case .queued: (false, nil, late)
            case .displaced(let other): (false, other, late)
            case .full: (false, call, late)
            }
        }
        if isGranted { call.continuation.resume() }
        refused?.continuation.resume(throwing: RPCError(.overloaded, retryAfterMilliseconds: 1_000))
        for waiter in late { waiter.continuation.resume(throwing: RPCError(.deadlineExceeded)) }
    }

    private func leave() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            state.isTaken = next != nil
            return next
        }
        next?.continuation.resume()
    }
}
