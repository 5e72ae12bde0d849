/// Limits the calls in flight per user, over all connections and event loops.
final class InFlightLimiter: Sendable {
    private let slots: KeyedSlots
    private let maximum: UInt64

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - capacity: the number of users with calls in flight.
    ///   - maximum: the calls in flight allowed per user.
    init(capacity: Int, maximum: Int) {
        slots = KeyedSlots(capacity: capacity)
        self.maximum = UInt64(max(1, maximum))
    }

    /// Creates a limiter with another maximum that counts together with `other`.
    init(_ other: InFlightLimiter, maximum: Int) {
        slots = other.slots
        self.maximum = UInt64(max(1, maximum))
    }

    /// Counts the start of a call; returns false without counting if the user has too many calls or the table is full.
    func begin(_ key: LimitKey) -> Bool {
        slots.update(key.value, isFree: { $0 == 0 }) { $0 < maximum ? $0 + 1 : nil } == .changed
    }

    /// Counts the end of a call; to be called once for each ``begin(_:)`` that returned `true`.
    func end(_ key: LimitKey) {
        _ = slots.update(key.value, isFree: { $0 == 0 }) { $0 > 0 ? $0 - 1 : nil }
    }

    /// Returns the number of calls in flight of a user.
    func count(_ key: LimitKey) -> Int { Int(slots.value(of: key.value)) }
}
