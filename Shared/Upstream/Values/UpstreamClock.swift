public import ServiceRuntime
public import Values

/// The clocks for calls to third parties, replaceable in tests.
public struct UpstreamClock: Sendable {
    /// The time of day, for the age of answers and for daily quotas.
    public var now: @Sendable () -> Instant
    /// A clock that never goes back, for deadlines, breakers and rate limits.
    public var monotonic: @Sendable () -> ContinuousClock.Instant
    /// Waits until an instant of ``monotonic``; throws only if the task is cancelled.
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
