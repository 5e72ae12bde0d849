import HTTP
import Synchronization

/// Watches the rate at which a body arrives.
final class PaceWatch: Sendable {
    private let grace: Duration
    private let bytesPerSecond: Int
    private let clock: UpstreamClock
    private let count = Atomic(0)
    /// The time at which the head of the answer arrived.
    private let began = AsyncStream.makeStream(of: ContinuousClock.Instant.self, bufferingPolicy: .bufferingOldest(1))

    init(grace: Duration, bytesPerSecond: Int, clock: UpstreamClock) {
        (self.grace, self.bytesPerSecond, self.clock) = (grace, bytesPerSecond, clock)
    }

    /// Records the total number of bytes received; 0 on arrival of the head.
    func received(_ count: Int) {
        self.count.store(count, ordering: .relaxed)
        if count == 0 { began.continuation.yield(clock.monotonic()) }
    }

    /// Waits until the body has become too slow or the task is cancelled, and returns the reason.
    func run() async -> HTTPFailure.Reason {
        var starts = began.stream.makeAsyncIterator()
        guard let start = await starts.next() else { return .cancelled }
        let floor = RateFloor(start: start, grace: grace, bytesPerSecond: bytesPerSecond)
        // Received bytes only extend the deadline, so waking at an earlier one misses nothing.
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
