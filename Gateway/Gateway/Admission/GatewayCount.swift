/// The number of gateways that share the limits.
///
/// A higher number counts at once, a lower one after a while: a store that has lost its memory sees the gateways return
/// one by one.
struct GatewayCount: Sendable {
    /// The time after which a lower number counts, in nanoseconds.
    static let patience: UInt64 = 10_000_000_000

    private(set) var current: Int
    private var confirmedAt: UInt64

    init(assumed count: Int, now: UInt64) { (current, confirmedAt) = (count, now) }

    /// Counts what the store has told.
    mutating func saw(_ count: Int, now: UInt64) {
        guard count >= current || now >= confirmedAt + Self.patience else { return }
        (current, confirmedAt) = (count, now)
    }

    /// Waits anew before a lower number counts, because the store did not answer.
    mutating func missed(now: UInt64) { confirmedAt = max(confirmedAt, now) }
}
