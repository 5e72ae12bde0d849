import Synchronization

/// What a call ends with: the results of its statements, none where the operation has none, or an error.
typealias Outcome = Result<[ResultStorage], PostgresError>

/// One operation that a task waits for.
///
/// The first to finish it decides: the answer, the deadline, or the task's cancellation. Whoever comes later is ignored.
final class Call: Sendable {
    enum Operation: Sendable {
        /// Statements that each connection prepares once, sent in one go, with the `COMMIT` of their transaction if so.
        ///
        /// When one fails, those after it are not run, nor is the `COMMIT`.
        case prepared([BoundStatement], commits: Bool)
        /// A statement without parameters that is run as it is.
        case plain(String)
    }

    let operation: Operation
    /// When the caller stops waiting, whatever has been done by then.
    let deadline: ContinuousClock.Instant?
    /// Whether it takes effect when it runs, rather than with the end of its transaction.
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

    /// Whether its transaction ends with it, if nothing fails.
    var commits: Bool {
        if case .prepared(_, commits: true) = operation { true } else { false }
    }

    /// Hands the call over with `submit` and waits for its end.
    ///
    /// Where `cancelled` is given, the task's cancellation ends the wait at once, and `cancelled` forgets the call
    /// wherever it waits.
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

    /// False if the call was finished before it began: the continuation has been resumed then.
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

    /// A connection takes the call to run it; false if nobody waits for it any more.
    func claim(by runner: WakeEvent) -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation, _) = state else { return false }
            state = .waiting(continuation, runner: runner)
            return true
        }
    }

    /// Ends the wait; false if it had ended before.
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
