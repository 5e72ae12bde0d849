/// The number of gateways that share the limits.
///
/// A higher number takes effect at once, a lower one after a while: a store that has lost its memory sees the gateways
/// return one by one.
struct GatewayCount: Sendable {
    /// The time after which a lower number takes effect, in nanoseconds.
    static let patience: UInt64 = 10_000_000_000

    private(set) var current: Int
    private var confirmedAt: UInt64

    init(assumed count: Int, now: UInt64) { (current, confirmedAt) = (count, now) }

    /// Records the number that the store reported.
    mutating func reported(_ count: Int, now: UInt64) {
        guard count >= current || now >= confirmedAt + Self.patience else { return }
        (current, confirmedAt) = (count, now)
    }

    /// Restarts the wait for a lower number, because the store did not answer.
    mutating func missed(now: UInt64) { confirmedAt = max(confirmedAt, now) }
}
