import Platform
import Synchronization

/// The outcome of a call: one result per statement (none for operations without results), or an error.
typealias Outcome = Result<[ResultStorage], PostgresError>

/// One operation that a task waits for.
///
/// It ends with the first outcome: the server's answer, the deadline or the task's cancellation. Others are ignored.
final class Call: Sendable {
    enum Operation: Sendable {
        /// Statements that each connection prepares once, sent in one go, optionally with their transaction's `COMMIT`.
        ///
        /// If one fails, neither its successors nor the `COMMIT` run.
        case prepared([BoundStatement], commits: Bool)
        /// A statement without parameters, which is not prepared.
        case plain(String)
    }

    let operation: Operation
    /// The caller's deadline.
    let deadline: ContinuousClock.Instant?
    /// True if the operation takes effect when it runs, rather than at the end of its transaction.
    let takesEffectAtOnce: Bool
    private let state = Mutex(State.fresh)

    private enum State {
        case fresh
        case waiting(CheckedContinuation<Outcome, Never>, runner: WakeEvent?)
        case finishedEarly(Outcome)
        case finished
    }

    init(_ operation: Operation, deadline: ContinuousClock.Instant?, takesEffectAtOnce: Bool) {
        self.operation = operation
        self.deadline = deadline
        self.takesEffectAtOnce = takesEffectAtOnce
    }

    /// True if the call ends its transaction when no statement fails.
    var commits: Bool {
        if case .prepared(_, commits: true) = operation { true } else { false }
    }

    /// Hands the call over with `submit` and waits for its outcome.
    ///
    /// If `cancelled` is given, cancelling the task ends the wait at once and calls `cancelled`, which removes the call
    /// from its queue.
    func perform(submit: () -> Void, cancelled: (@Sendable () -> Void)?) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if begin(continuation) { submit() }
            }
        } onCancel: {
            guard let cancelled else { return }
            let error = PostgresError(
                .cancelled, "the call was cancelled", mayHaveTakenEffect: takesEffectAtOnce && isRunning)
            if finish(.failure(error)) { cancelled() }
        }
    }

    /// Stores the continuation; returns false if the call has already ended, and then resumes it at once.
    private func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let early: Outcome? = state.withLock { state in
            if case .finishedEarly(let outcome) = state {
                state = .finished
                return outcome
            }
            state = .waiting(continuation, runner: nil)
            return nil
        }
        if let early { continuation.resume(returning: early) }
        return early == nil
    }

    /// Takes the call for a connection to run; returns false if the caller's wait has ended.
    func claim(by runner: WakeEvent) -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation, _) = state else { return false }
            state = .waiting(continuation, runner: runner)
            return true
        }
    }

    /// Ends the wait; returns false if it has already ended.
    ///
    /// Wakes the connection that runs the call, which may end it there.
    @discardableResult
    func finish(_ outcome: Outcome) -> Bool {
        let before = state.withLock { state in
            defer {
                switch state {
                case .fresh: state = .finishedEarly(outcome)
                case .waiting: state = .finished
                case .finishedEarly, .finished: break
                }
            }
            return state
        }
        switch before {
        case .fresh: return true
        case .waiting(let continuation, let runner):
            continuation.resume(returning: outcome)
            if case .failure = outcome { runner?.signal() }
            return true
        case .finishedEarly, .finished: return false
        }
    }

    var isFinished: Bool {
        state.withLock { state in
            switch state {
            case .fresh, .waiting: false
            case .finishedEarly, .finished: true
            }
        }
    }

    private var isRunning: Bool {
        state.withLock { state in
            if case .waiting(_, .some) = state { true } else { false }
        }
    }
}
