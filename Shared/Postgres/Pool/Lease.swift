import DequeModule
import Platform
import Synchronization

/// A transaction's claim to a connection, and the operations that wait for it there.
///
/// The connection is requested with the first operation: a transaction that has not used the database yet occupies
/// none, and `BEGIN` is sent together with its first statement.
final class Lease: Sendable {
    enum Operation: Sendable {
        case statement(Call)
        case copyStart(Call, sql: String)
        case copyChunk(Call, [UInt8])
        case copyEnd(Call, failure: String?)
        case finish(Call, isCommit: Bool)

        var call: Call {
            switch self {
            case .statement(let call), .copyStart(let call, _), .copyChunk(let call, _), .copyEnd(let call, _),
                .finish(let call, _):
                call
            }
        }

        /// True if the operation may be sent only while nothing else is in flight.
        var needsQuiet: Bool {
            if case .statement = self { false } else { true }
        }
    }

    /// The maximum number of waiting operations of one transaction.
    static let operationLimit = 64

    let begin: [String]
    let statementTimeout: Duration
    private let state = Mutex(State())

    private struct State {
        var phase = Phase.unused
        var operations = Deque<Operation>()
        var firstFailure: PostgresError?
    }

    private enum Phase {
        case unused
        case queued
        case attached(WakeEvent)
        /// Commit or rollback has been requested; no more operations are accepted.
        case ending(WakeEvent)
        case over
    }

    /// Creates the lease of a transaction that begins with these statements.
    init(begin: [String], statementTimeout: Duration) {
        self.begin = begin
        self.statementTimeout = statementTimeout
    }

    // MARK: The transaction's side

    enum SubmitAction {
        /// The first operation: the pool has to find a connection for it.
        case enqueue
        case accepted
        case rejected(PostgresError)
    }

    func submit(_ operation: Operation) -> SubmitAction {
        let (action, wake): (SubmitAction, WakeEvent?) = state.withLock { state in
            guard state.operations.count < Self.operationLimit else {
                return (
                    .rejected(PostgresError(.poolExhausted, "too many statements at once in one transaction")), nil
                )
            }
            switch state.phase {
            case .unused:
                state.phase = .queued
                state.operations.append(operation)
                return (.enqueue, nil)
            case .queued:
                state.operations.append(operation)
                return (.accepted, nil)
            case .attached(let wake):
                if case .finish = operation { state.phase = .ending(wake) }
                state.operations.append(operation)
                return (.accepted, wake)
            case .ending, .over:
                let error = state.firstFailure ?? PostgresError(.other, "the transaction has ended")
                return (.rejected(error), nil)
            }
        }
        wake?.signal()
        return action
    }

    enum Status { case unused, queued, attached, over }

    var status: Status {
        state.withLock { state in
            switch state.phase {
            case .unused: .unused
            case .queued: .queued
            case .attached: .attached
            case .ending, .over: .over
            }
        }
    }

    /// The first error of the operations.
    var firstFailure: PostgresError? { state.withLock { $0.firstFailure } }

    func note(_ failure: PostgresError) {
        state.withLock { state in
            if state.firstFailure == nil { state.firstFailure = failure }
        }
    }

    // MARK: The connection's side

    /// Assigns the lease to the connection whose thread waits on `wake`.
    func attach(_ wake: WakeEvent) {
        state.withLock { $0.phase = .attached(wake) }
    }

    /// Returns the next operation to send; `nil` if there is none, or if it must wait until the connection is quiet.
    func next(isQuiet: Bool) -> Operation? {
        state.withLock { state in
            guard let first = state.operations.first, isQuiet || !first.needsQuiet else { return nil }
            return state.operations.removeFirst()
        }
    }

    /// Puts an operation back at the front of the queue.
    func putBack(_ operation: Operation) {
        state.withLock { $0.operations.prepend(operation) }
    }

    /// Ends the waits whose deadlines have passed; returns the next deadline.
    func expire(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let calls = state.withLock { $0.operations.map(\.call) }
        var next: ContinuousClock.Instant?
        for case let (call, deadline?) in calls.map({ ($0, $0.deadline) }) where !call.isFinished {
            if deadline <= now {
                call.finish(.failure(PostgresError(.deadlineExceeded, "the deadline passed")))
            } else {
                next = min(next ?? deadline, deadline)
            }
        }
        return next
    }

    /// Ends the transaction, with `error` if the connection was lost; operations that still wait fail.
    func end(_ error: PostgresError? = nil) {
        let waiting = state.withLock { state in
            state.phase = .over
            if state.firstFailure == nil { state.firstFailure = error }
            defer { state.operations.removeAll() }
            return Array(state.operations)
        }
        let failure = error ?? PostgresError(.other, "the transaction has ended")
        for operation in waiting { operation.call.finish(.failure(failure)) }
    }
}
