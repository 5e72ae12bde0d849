import BookingContract
import Values

/// A closure as stored: a time when the park, or one reverse, is closed.
struct ClosureRow: Sendable {
    var id: Identifier
    /// The closed reverse; `nil` for the whole park.
    var reverse: ReverseID?
    var time: Range<Instant>
    var reason: NoteText
    var madeAt: Instant
    var reopenedAt: Instant?
    var cancelled: Int
    var remaining: Int

    var view: Booking.Closure {
        Booking.Closure(
            id: id, reverseId: reverse, from: time.lowerBound, to: time.upperBound, reason: reason, madeAt: madeAt,
            reopenedAt: reopenedAt, cancelled: cancelled, remaining: remaining)
    }
}

/// The rules for the period of a closure.
enum ClosureRule {
    /// The maximum length of a closure in milliseconds: a year.
    private static let longest: Int64 = 366 * 86_400_000

    static func time(from: Instant, to: Instant) throws(MemberFault) -> Range<Instant> {
        guard from < to else { throw MemberFault(.after("from"), at: "/to") }
        guard to.milliseconds - from.milliseconds <= longest else {
            throw MemberFault(.withinYear, at: "/to")
        }
        return from..<to
    }

    /// Checks that the closure does not end in the past.
    static func check(end: Instant, now: Instant) throws(MemberFault) {
        guard end > now else { throw MemberFault(.future, at: "/to") }
    }
}
