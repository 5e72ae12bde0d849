import HTTP

/// Runs an exchange against limits that end it.
enum TransportRace {
    /// Runs `work` until it ends or one of the watches does.
    ///
    /// If a watch ends first, the work is cancelled, and the watch supplies the reason.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Result<Value, HTTPFailure>,
        until first: @escaping @Sendable () async -> HTTPFailure.Reason,
        or second: @escaping @Sendable () async -> HTTPFailure.Reason
    ) async -> Result<Value, HTTPFailure> {
        await withTaskGroup(of: Result<Value, HTTPFailure>.self) { tasks in
            tasks.addTask { await work() }
            for watch in [first, second] {
                tasks.addTask { .failure(HTTPFailure(await watch(), mayHaveBeenSent: true)) }
            }
            let result = await tasks.next() ?? .failure(HTTPFailure(.cancelled, mayHaveBeenSent: true))
            tasks.cancelAll()
            return result
        }
    }

    /// Waits until `end`, or until the task is cancelled.
    static func deadline(_ end: ContinuousClock.Instant, clock: UpstreamClock) async -> HTTPFailure.Reason {
        do { try await clock.sleep(end) } catch { return .cancelled }
        return .timedOut
    }
}
