import BookingContract
import Values

/// A case as stored, with the slots of its booking.
struct CaseRow: Sendable {
    var id: Identifier
    var booking: Identifier
    var customer: Identifier
    var kind: CaseKind
    var state: CaseState
    var openedAt: Instant
    var reverse: ReverseID
    var startsAt: Instant
    var sets: SetCount
    var decision: Booking.Decision?

    var view: Booking.Case {
        Booking.Case(
            id: id, kind: kind, state: state, bookingId: booking, reverseId: reverse, startsAt: startsAt, sets: sets,
            openedAt: openedAt, decision: decision)
    }
}
