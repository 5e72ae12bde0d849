import NIOCore
import Synchronization

/// Runs work that takes long on another thread; tests run it at once.
typealias WorkRunner = @Sendable (@escaping @Sendable () -> Void) -> Void

/// A value that is made off the event loops when it is first asked for, and then kept for all of them.
final class ValueOnDemand<Value: Sendable>: Sendable {
    /// The value, at once or later.
    enum Availability {
        case ready(Value)
        /// Succeeds or fails on the caller's event loop.
        case coming(EventLoopFuture<Value>)
    }

    private enum State {
        case unmade
        case making([EventLoopPromise<Value>])
        case kept(Value)
    }

    private let run: WorkRunner
    private let make: @Sendable () throws -> Value
    private let state = Mutex(State.unmade)

    /// Creates a value that `make` returns once somebody asks for it.
    init(run: @escaping WorkRunner, make: @escaping @Sendable () throws -> Value) {
        self.run = run
        self.make = make
    }

    /// The value, if it has been made.
    var kept: Value? { state.withLock { if case .kept(let value) = $0 { value } else { nil } } }

    /// Returns the value; those who ask while it is being made wait for the same one.
    func value(on loop: any EventLoop) -> Availability {
        var isFirst = false
        let found = state.withLock { state -> Availability in
            if case .kept(let value) = state { return .ready(value) }
            let promise = loop.makePromise(of: Value.self)
            if case .making(let others) = state {
                state = .making(others + [promise])
            } else {
                state = .making([promise])
                isFirst = true
            }
            return .coming(promise.futureResult)
        }
        if isFirst { run { self.makeNow() } }
        return found
    }

    private func makeNow() {
        let result = Result { try make() }
        let waiting = state.withLock { state -> [EventLoopPromise<Value>] in
            guard case .making(let waiting) = state else { return [] }
            // After a failure the next request tries again: the cause may be gone.
            if case .success(let value) = result { state = .kept(value) } else { state = .unmade }
            return waiting
        }
        for promise in waiting { promise.completeWith(result) }
    }
}
