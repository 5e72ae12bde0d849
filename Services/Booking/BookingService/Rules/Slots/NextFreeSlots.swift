import BookingContract
import Values

/// The alternatives for slots that are taken.
enum NextFreeSlots {
    /// Finds the earliest slots from `start` on at which `sets` consecutive free slots begin.
    ///
    /// Runs for every caller who loses a race, so it collects at most `limit` slots per reverse and day.
    static func find(sets: Int, in days: [DaySlots], after start: Instant, limit: Int = 6) -> [Booking.Slot] {
        var found: [Booking.Slot] = []
        for day in days where found.count < limit {
            var ofDay: [Booking.Slot] = []
            var (reverse, count) = (ReverseID?.none, 0)
            for (index, slot) in day.slots.enumerated() where slot.state == .free && slot.startsAt >= start {
                if slot.reverseId != reverse { (reverse, count) = (slot.reverseId, 0) }
                guard count < limit, areFree(sets, in: day.slots[index...]) else { continue }
                count += 1
                ofDay.append(slot)
            }
            found += ofDay.sorted { ($0.startsAt, $0.reverseId.text) < ($1.startsAt, $1.reverseId.text) }
        }
        return Array(found.prefix(limit))
    }

    /// Returns true if the first slots are free and consecutive on one reverse.
    private static func areFree(_ sets: Int, in slots: ArraySlice<Booking.Slot>) -> Bool {
        let wanted = slots.prefix(sets)
        return wanted.count == sets
            && zip(wanted, wanted.dropFirst()).allSatisfy { slot, next in
                next.state == .free && next.reverseId == slot.reverseId && next.startsAt == slot.endsAt
            }
    }
}
