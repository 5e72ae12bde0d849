import Machine
import Synchronization
import UnixSignals

/// Ctrl-C and its like, for commands that leave nothing half done behind: it ends the program that is at work, and what
/// called that one cleans up as after any failure.
final class Interruption: Sendable {
    private struct State {
        var isRequested = false
        var child: ChildProcess?
    }

    private let state = Mutex(State())

    /// Runs `body`, until a signal asks to end if there is one.
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

    /// Asks to end.
    func request() {
        state.withLock { state in
            state.isRequested = true
            state.child?.send(.terminate)
        }
    }

    /// - Throws: ``OperatorError`` if somebody asked to end.
    func check() throws {
        if state.withLock({ $0.isRequested }) { throw OperatorError("stopped on request; nothing was changed") }
    }

    /// Says which program is at work, `nil` for none.
    func note(_ child: ChildProcess?) {
        state.withLock { state in
            state.child = child
            if state.isRequested { child?.send(.terminate) }
        }
    }
}
