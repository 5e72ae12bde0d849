import BookingContract
import Values

/// Slots that a call requests.
struct SlotRequest: Sendable {
    var reverse: ReverseID
    var start: Instant
    var sets: SetCount
    /// True if the first set may already be running, as in bookings by the staff.
    var mayBeRunning = false
}

/// Consecutive slots on one reverse, with their price in minor units.
struct SlotRange: Sendable, Equatable {
    var reverse: ReverseID
    var start: Instant
    var end: Instant
    var sets: SetCount
    var price: Int
    var currency: CurrencyCode

    var time: Range<Instant> { start..<end }
    /// The atoms that the slots cover.
    var atoms: Range<Int64> { Atom.number(at: start)..<Atom.number(at: end) }
    var money: Money { Money(amount: price, currency: currency) }

    /// Returns true if these are the slots that a request names.
    func isAt(_ reverse: ReverseID, _ start: Instant, _ sets: SetCount) -> Bool {
        self.reverse == reverse && self.start == start && self.sets == sets
    }

    func overlaps(_ other: SlotRange) -> Bool { reverse == other.reverse && time.overlaps(other.time) }
}

/// The reason why the park has no such slots.
enum SlotFault: Error, Equatable {
    /// The reverse does not exist or cannot be booked.
    case reverse
    /// No set begins at that time.
    case start
    /// The request exceeds the maximum number of sets per booking.
    case sets(maximum: Int)
    /// The last set would end after closing time.
    case closing
}

/// Five minutes, counted from 1970: the unit of time in which reverses are claimed.
///
/// Set lengths and opening hours are multiples of it, so a change of either never lets two bookings overlap.
enum Atom {
    static let length: Int64 = 300_000

    /// Returns the number of the atom that contains an instant.
    static func number(at instant: Instant) -> Int64 {
        let (quotient, remainder) = instant.milliseconds.quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
