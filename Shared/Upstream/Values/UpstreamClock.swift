public import Contracts
public import ServiceRuntime

/// The clocks that calls to third parties go by; a test sets them.
public struct UpstreamClock: Sendable {
    /// The time of day: how old an answer is, which day a daily quota belongs to.
    public var now: @Sendable () -> Instant
    /// A clock that never goes back: deadlines, breakers, buckets.
    public var monotonic: @Sendable () -> ContinuousClock.Instant
    /// Waits until that moment of ``monotonic``; throws only if the task is cancelled.
    public var sleep: @Sendable (_ until: ContinuousClock.Instant) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Instant = SystemClock.now,
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        sleep: @escaping @Sendable (_ until: ContinuousClock.Instant) async throws -> Void = {
            try await Task.sleep(until: $0, clock: .continuous)
        }
    ) {
        self.now = now
        self.monotonic = monotonic
        self.sleep = sleep
    }

    /// The operating system's clocks.
    public static let system = UpstreamClock()
}
