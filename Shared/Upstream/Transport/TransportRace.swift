import Synchronization

/// Runs an exchange against a limit that ends it.
enum TransportRace {
    /// Runs the work until it ends or the watch does; then the work is cancelled, and the watch gives the reason.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Result<Value, TransportFailure>,
        until watch: @escaping @Sendable () async -> TransportFailure
    ) async -> Result<Value, TransportFailure> {
        await withTaskGroup(of: Result<Value, TransportFailure>.self) { tasks in
            tasks.addTask { await work() }
            tasks.addTask { .failure(await watch()) }
            let first = await tasks.next() ?? .failure(.cancelled)
            tasks.cancelAll()
            return first
        }
    }

    /// Returns at the end of the time, or when the task is cancelled.
    static func deadline(_ end: ContinuousClock.Instant, clock: UpstreamClock) async -> TransportFailure {
        do { try await clock.sleep(end) } catch { return .cancelled }
        return .timedOut
    }
}

/// Watches the rate of a body.
final class PaceWatch: Sendable {
    private let floor: RateFloor
    private let count = Atomic(0)

    init(_ floor: RateFloor) { self.floor = floor }

    /// Records the number of bytes received in all.
    func received(_ count: Int) { self.count.store(count, ordering: .relaxed) }

    /// Returns when the body has been too slow, or when the task is cancelled.
    func run(clock: UpstreamClock) async -> TransportFailure {
        // Bytes only extend the deadline, so waking at an earlier one misses nothing.
        while true {
            let end = floor.deadline(received: count.load(ordering: .relaxed))
            if let end, clock.monotonic() >= end { return .timedOut }
            do {
                try await clock.sleep(end ?? clock.monotonic() + .seconds(86_400))
            } catch {
                return .cancelled
            }
        }
    }
}
