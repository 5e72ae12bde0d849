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
    var statement: Booking.Statement?
    var appeal: Booking.Appeal?

    /// The time after a decision during which the customer may appeal against it, in seconds: 14 days.
    private static let appealSeconds: Int64 = 14 * 86_400

    /// The end of the time for an appeal; `nil` if none is possible.
    var appealEnd: Instant? {
        guard state == .decided, appeal == nil, let decision, decision.sanction != SanctionKind.none else { return nil }
        return decision.at.advanced(bySeconds: Self.appealSeconds)
    }

    var view: Booking.Case {
        Booking.Case(
            id: id, kind: kind, state: state, bookingId: booking, reverseId: reverse, startsAt: startsAt, sets: sets,
            openedAt: openedAt, decision: decision, statement: statement, appeal: appeal, appealUntil: appealEnd)
    }
}
