import Synchronization

/// What is being loaded, by key, and who waits for it.
final class Flights<Outcome: Sendable>: Sendable {
    /// One caller's wait for the end of a flight; it may end before that.
    final class Ticket: Sendable {
        private enum State {
            case open
            case waiting(CheckedContinuation<Outcome?, Never>)
            case done(Outcome?)
        }

        private let state = Mutex(State.open)

        /// Ends the wait; only the first of these calls counts.
        /// - Parameter outcome: `nil`: without waiting for the flight's end.
        func end(with outcome: Outcome?) {
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

        /// Waits for the end; a cancelled task does not wait on.
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

    private let flights = Mutex<[String: [ObjectIdentifier: Ticket]]>([:])

    /// Joins the flight for a key.
    /// - Returns: whether there was none, so that the caller has to see to it that it is flown and ended.
    func join(_ key: String, _ ticket: Ticket) -> Bool {
        flights.withLock { flights in
            let isFirst = flights[key] == nil
            flights[key, default: [:]][ObjectIdentifier(ticket)] = ticket
            return isFirst
        }
    }

    /// Begins a flight that nobody waits for.
    /// - Returns: `false` if there is one already.
    func begin(_ key: String) -> Bool {
        flights.withLock { flights in
            guard flights[key] == nil else { return false }
            flights[key] = [:]
            return true
        }
    }

    /// Ends the flight for a key for all who wait for it.
    func end(_ key: String, with outcome: Outcome) {
        let tickets = flights.withLock { $0.removeValue(forKey: key) ?? [:] }
        for ticket in tickets.values { ticket.end(with: outcome) }
    }

    /// Waits for the end of the flight.
    /// - Parameters:
    ///   - deadline: when to wait no longer.
    ///   - job: the flight itself, where nobody else flies it; it is cancelled when the wait ends before it.
    /// - Returns: `nil` if the wait ended before the flight.
    func outcome(
        of key: String, _ ticket: Ticket, deadline: ContinuousClock.Instant?, clock: UpstreamClock,
        flying job: (@Sendable () async -> Void)? = nil
    ) async -> Outcome? {
        let outcome: Outcome?
        if deadline == nil, job == nil {
            outcome = await ticket.outcome()
        } else {
            outcome = await withDiscardingTaskGroup { tasks in
                if let job { tasks.addTask { await job() } }
                if let deadline {
                    tasks.addTask {
                        // Cancelled: the outcome is there.
                        do { try await clock.sleep(deadline) } catch { return }
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

    /// How many keys are being loaded.
    var count: Int { flights.withLock { $0.count } }

    /// How many wait for a key.
    func waiters(_ key: String) -> Int { flights.withLock { $0[key]?.count ?? 0 } }
}
