import Synchronization

/// Work on an exchange, ended by whatever bounds it.
enum TransportRace {
    /// Does the work until it ends, or until the watch does: then it is cancelled, and the watch says why.
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

    /// Returns when the time has come, or when the task is cancelled.
    static func deadline(_ end: ContinuousClock.Instant, clock: UpstreamClock) async -> TransportFailure {
        do { try await clock.sleep(end) } catch { return .cancelled }
        return .timedOut
    }
}

/// Says when a body has come too slowly.
final class PaceWatch: Sendable {
    private let floor: RateFloor
    private let count = Atomic(0)

    init(_ floor: RateFloor) { self.floor = floor }

    /// So many bytes have come in all.
    func received(_ count: Int) { self.count.store(count, ordering: .relaxed) }

    /// Returns when it has been too slow, or when the task is cancelled.
    func run(clock: UpstreamClock) async -> TransportFailure {
        // Bytes only put the end off, so that whoever wakes at an earlier one has missed nothing.
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
