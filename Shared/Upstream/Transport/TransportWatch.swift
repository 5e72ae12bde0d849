import Synchronization

/// Says when an exchange has taken too long, as a whole or for what has come of it.
final class TransportWatch: Sendable {
    private struct Ends {
        var total: ContinuousClock.Instant
        var floor: ContinuousClock.Instant?
        var next: ContinuousClock.Instant { floor.map { min($0, total) } ?? total }
    }

    private let ends: Mutex<Ends>

    init(end: ContinuousClock.Instant) { ends = Mutex(Ends(total: end)) }

    /// So many bytes of the body have come in all.
    func received(_ count: Int, floor: RateFloor) {
        ends.withLock { $0.floor = floor.deadline(received: count) }
    }

    /// Returns when it has taken too long, or when the task is cancelled.
    func run(clock: UpstreamClock) async -> TransportFailure {
        while true {
            let end = ends.withLock { $0.next }
            if clock.monotonic() >= end { return .timedOut }
            do { try await clock.sleep(end) } catch { return .cancelled }
        }
    }
}
