import Machine
import Synchronization
import UnixSignals

/// A request to stop, by Ctrl-C or a signal; ends the running child, so that its caller cleans up as after a failure.
final class Interruption: Sendable {
    private struct State {
        var isRequested = false
        var child: ChildProcess?
    }

    private let state = Mutex(State())

    /// Runs `body`, turning signals into requests to stop.
    static func watch(_ body: @escaping @Sendable (Interruption) async throws -> Void) async throws {
        let interruption = Interruption()
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { interruption.request() }
            }
            defer { group.cancelAll() }
            try await body(interruption)
        }
    }

    /// Requests to stop, and terminates the running child.
    func request() {
        state.withLock { state in
            state.isRequested = true
            state.child?.send(.terminate)
        }
    }

    /// Throws ``OperatorError`` if a stop was requested.
    func check() throws {
        if state.withLock({ $0.isRequested }) { throw OperatorError("stopped on request; nothing was changed") }
    }

    /// Records the running child, or `nil` when there is none.
    func note(_ child: ChildProcess?) {
        state.withLock { state in
            state.child = child
            if state.isRequested { child?.send(.terminate) }
        }
    }
}
