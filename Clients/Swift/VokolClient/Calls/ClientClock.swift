import Platform
package import Resilience
package import Values

/// The clock and the randomness of a client; tests replace them.
package struct ClientClock: Sendable {
    /// The time of day.
    package var now: @Sendable () -> Instant
    /// The monotonic clock.
    package var tick: @Sendable () -> Tick
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Returns when a time limit has passed.
    package var expire: @Sendable (Duration) async throws -> Void
    /// Returns a random number, 0…1.
    package var random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Instant, tick: @escaping @Sendable () -> Tick,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        expire: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        (self.now, self.tick, self.sleep, self.expire, self.random) = (now, tick, sleep, expire, random)
    }

    /// The operating system's.
    package static let system = ClientClock(
        now: { Instant(milliseconds: WallClock.milliseconds()) }, tick: { Tick(ContinuousClock.now) },
        sleep: { try await Task.sleep(for: $0) }, expire: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0...1) })
}
