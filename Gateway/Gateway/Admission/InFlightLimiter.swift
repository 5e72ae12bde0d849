/// Counts of calls in flight by user, over all connections and event loops.
final class InFlightLimiter: Sendable {
    private let slots: KeyedSlots
    private let maximum: UInt64

    /// - Parameters:
    ///   - capacity: the number of users with calls in flight.
    ///   - maximum: calls in flight a user.
    init(capacity: Int, maximum: Int) {
        slots = KeyedSlots(capacity: capacity)
        self.maximum = UInt64(max(1, maximum))
    }

    /// Counts a call that begins; `false` if the user has too many, or if there is no room for another user (nothing was
    /// counted).
    func begin(_ key: LimitKey) -> Bool {
        slots.update(key.value, isFree: { $0 == 0 }) { $0 < maximum ? $0 + 1 : nil } == .changed
    }

    /// Counts a call that has ended: once for each ``begin(_:)`` that returned `true`.
    func end(_ key: LimitKey) {
        _ = slots.update(key.value, isFree: { $0 == 0 }) { $0 > 0 ? $0 - 1 : nil }
    }

    /// How many calls of the user are in flight.
    func count(_ key: LimitKey) -> Int { Int(slots.value(of: key.value)) }
}
