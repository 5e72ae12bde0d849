import Contract
import RPC
import Resilience
import Synchronization

/// Corrects queries outside of event loops, one at a time, in fair turns of their callers.
///
/// Long words that were run together take 10 ms, for which an event loop would serve nobody else.
final class CorrectionTurns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: FairQueue<FlowKey, CheckedContinuation<Void, any Error>>
    }

    private let state: Mutex<State>

    /// - Parameter capacity: the maximum number of calls that wait.
    init(capacity: Int = 256) { state = Mutex(State(waiting: FairQueue(limit: capacity))) }

    /// The number of calls that wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `correct` when it is the turn of the call that the current task works for.
    ///
    /// - Throws: `overloaded` if too many wait; `deadlineExceeded` if the turn comes after the deadline;
    ///   `CancellationError` if the task has been cancelled by then.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant?, _ correct: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        let asked = ContinuousClock.now
        try await withCheckedThrowingContinuation { enter($0) }
        defer { leave() }
        let now = ContinuousClock.now
        CallWork.current?.add(wait: now - asked)
        try Task.checkCancellation()
        if let deadline, now >= deadline { throw RPCError(.deadlineExceeded) }
        // The task of a call prefers its event loop.
        return await withTaskExecutorPreference(globalConcurrentExecutor, operation: correct)
    }

    private func enter(_ call: CheckedContinuation<Void, any Error>) {
        let (granted, refused) = state.withLock {
            state -> (CheckedContinuation<Void, any Error>?, CheckedContinuation<Void, any Error>?) in
            guard state.isTaken else {
                state.isTaken = true
                return (call, nil)
            }
            return switch state.waiting.append(call, of: CallWork.currentFlow) {
            case .queued: (nil, nil)
            case .displaced(let other): (nil, other)
            case .full: (nil, call)
            }
        }
        granted?.resume()
        refused?.resume(throwing: RPCError(.overloaded, retryAfterMilliseconds: 1_000))
    }

    private func leave() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            state.isTaken = next != nil
            return next
        }
        next?.resume()
    }
}
