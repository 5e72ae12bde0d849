import Platform
import Synchronization

/// A claim to a connection that waits for the notifications of one channel.
///
/// It keeps the connection until it is cancelled or the connection is lost. Nothing else runs there, since PostgreSQL
/// delivers notifications only between transactions.
final class NotificationListener: Sendable {
    private enum Phase {
        case queued
        case attached(WakeEvent)
        case over
    }

    private struct State {
        var phase = Phase.queued
        var outcome: Result<Void, PostgresError>?
        var waiting: CheckedContinuation<Result<Void, PostgresError>, Never>?
    }

    /// The channel: lower-case letters and underscores, because it becomes a part of the statement.
    let channel: String
    private let receive: @Sendable (ChannelEvent) -> Void
    private let state = Mutex(State())

    init(channel: String, receive: @escaping @Sendable (ChannelEvent) -> Void) {
        self.channel = channel
        self.receive = receive
    }

    // MARK: The listening task's side

    /// Waits until listening has ended, and returns its outcome.
    func end() async -> Result<Void, PostgresError> {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Stops listening and closes the connection.
    func cancel() {
        let wake = state.withLock { state -> WakeEvent? in
            if case .attached(let wake) = state.phase { wake } else { nil }
        }
        finish(.success(()))
        wake?.signal()
    }

    // MARK: The connection's side

    /// Assigns the connection whose thread waits on `wake`; returns false if listening has ended.
    func attach(_ wake: WakeEvent) -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.phase = .attached(wake)
            return true
        }
    }

    var isOver: Bool { state.withLock { $0.outcome != nil } }

    func deliver(_ event: ChannelEvent) { receive(event) }

    /// Stops listening with an outcome; further outcomes are ignored.
    func finish(_ outcome: Result<Void, PostgresError>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Void, PostgresError>, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.phase = .over
            return state.waiting.take()
        }
        waiting?.resume(returning: outcome)
    }
}
