/// Counts two kinds of events in a sliding window.
///
/// The window is divided into ten slots, so an event counts for 90 to 100 percent of its length. Counts are exact, not
/// averaged, so that short bursts remain visible.
@usableFromInline
struct SlidingCounts: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        /// The slot's number, counted from the clock's origin.
        @usableFromInline var number: UInt64 = 0
        @usableFromInline var first = 0
        @usableFromInline var second = 0

        @usableFromInline
        init(number: UInt64 = 0) { self.number = number }
    }

    @usableFromInline static let slotCount: UInt64 = 10

    @usableFromInline let slotNanoseconds: UInt64
    @usableFromInline var slots = [Slot](repeating: Slot(), count: Int(slotCount))

    init(window: Duration) {
        slotNanoseconds = max(1, UInt64(clamping: window.nanoseconds) / Self.slotCount)
    }

    @inlinable
    mutating func add(first: Int = 0, second: Int = 0, at now: Tick) {
        let number = now.nanoseconds / slotNanoseconds
        let index = Int(number % Self.slotCount)
        if slots[index].number != number { slots[index] = Slot(number: number) }
        slots[index].first += first
        slots[index].second += second
    }

    /// Returns the counts in the window that ends at `now`.
    func sums(at now: Tick) -> (first: Int, second: Int) {
        let number = now.nanoseconds / slotNanoseconds
        var sums = (first: 0, second: 0)
        for slot in slots where slot.number + Self.slotCount > number {
            sums.first += slot.first
            sums.second += slot.second
        }
        return sums
    }

    mutating func clear() {
        for index in slots.indices { slots[index] = Slot() }
    }
}
