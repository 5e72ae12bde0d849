import Platform

/// Coalesces concurrent requests for the same key: one caller does the work and the others wait for its outcome.
public final class SingleFlight<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
    /// One caller's wait for a flight; it can end earlier than the flight.
    public final class Ticket: Sendable {
        private enum State {
            case open
            case waiting(CheckedContinuation<Outcome?, Never>)
            case done(Outcome?)
        }

        private let state = Lock(State.open)

        public init() {}

        /// Ends the wait; later calls have no effect.
        ///
        /// - Parameter outcome: `nil` ends the wait without an outcome.
        public func end(with outcome: Outcome?) {
            let waiter: CheckedContinuation<Outcome?, Never>? = state.withLock { state in
                switch state {
                case .open:
                    state = .done(outcome)
                    return nil
                case .waiting(let waiter):
                    state = .done(outcome)
                    return waiter
                case .done: return nil
                }
            }
            waiter?.resume(returning: outcome)
        }

        /// Waits for the outcome; cancelling the task ends the wait.
        fileprivate func outcome() async -> Outcome? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    let ended: Outcome?? = state.withLock { state in
                        if case .done(let outcome) = state { return .some(outcome) }
                        state = .waiting(waiter)
                        return nil
                    }
                    if case .some(let outcome) = ended { waiter.resume(returning: outcome) }
                }
            } onCancel: {
                end(with: nil)
            }
        }
    }

    private let flights = Lock<[Key: [ObjectIdentifier: Ticket]]>([:])

    public init() {}

    /// Joins the flight for `key`.
    ///
    /// - Returns: true if this call starts the flight, so that the caller has to run and end it.
    public func join(_ key: Key, _ ticket: Ticket) -> Bool {
        flights.withLock { flights in
            let isFirst = flights[key] == nil
            flights[key, default: [:]][ObjectIdentifier(ticket)] = ticket
            return isFirst
        }
    }

    /// Starts a flight without waiters.
    ///
    /// - Returns: false if there is one already.
    public func begin(_ key: Key) -> Bool {
        flights.withLock { flights in
            guard flights[key] == nil else { return false }
            flights[key] = [:]
            return true
        }
    }

    /// Ends the flight for `key` and all waits for it.
    ///
    /// - Parameter outcome: `nil` ends the waits without an outcome.
    public func end(_ key: Key, with outcome: Outcome?) {
        let tickets = flights.withLock { $0.removeValue(forKey: key) ?? [:] }
        for ticket in tickets.values { ticket.end(with: outcome) }
    }

    /// Waits for the end of the flight.
    ///
    /// - Parameters:
    ///   - sleep: ends the wait when it returns; without it, the wait is unlimited.
    ///   - job: the flight itself, if this caller started it; cancelled if the wait ends first.
    /// - Returns: `nil` if the wait ended before the flight, or the flight ended without an outcome.
    public func outcome(
        of key: Key, _ ticket: Ticket, until sleep: (@Sendable () async throws -> Void)? = nil,
        running job: (@Sendable () async -> Void)? = nil
    ) async -> Outcome? {
        let outcome: Outcome?
        if sleep == nil, job == nil {
            outcome = await ticket.outcome()
        } else {
            outcome = await withTaskGroup(of: Void.self) { tasks in
                if let job { tasks.addTask { await job() } }
                if let sleep {
                    tasks.addTask {
                        // A cancellation means that the outcome has arrived.
                        do { try await sleep() } catch { return }
                        ticket.end(with: nil)
                    }
                }
                let outcome = await ticket.outcome()
                tasks.cancelAll()
                return outcome
            }
        }
        if outcome == nil { flights.withLock { _ = $0[key]?.removeValue(forKey: ObjectIdentifier(ticket)) } }
        return outcome
    }

    /// The number of flights under way.
    public var count: Int { flights.withLock { $0.count } }

    /// Returns the number of callers that wait for `key`.
    public func waiters(_ key: Key) -> Int { flights.withLock { $0[key]?.count ?? 0 } }
}

extension SingleFlight {
    /// Runs `body` in this task, or waits for the run of an earlier caller.
    ///
    /// If that caller's task is cancelled, one of the waiting callers takes over.
    ///
    /// - Throws: the error of the run; `CancellationError` if this task is cancelled while it waits.
    public func run<Value>(_ key: Key, _ body: () async throws -> Value) async throws -> Value
    where Outcome == Result<Value, any Error> {
        while true {
            let ticket = Ticket()
            if join(key, ticket) {
                let outcome: Outcome
                do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                if case .failure = outcome, Task.isCancelled { end(key, with: nil) } else { end(key, with: outcome) }
                return try outcome.get()
            }
            if let outcome = await self.outcome(of: key, ticket) { return try outcome.get() }
            try Task.checkCancellation()
        }
    }
}
