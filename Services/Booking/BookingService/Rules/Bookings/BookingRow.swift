import BookingContract
import Values

/// A booking as stored.
struct BookingRow: Sendable {
    struct Cancellation: Sendable {
        var at: Instant
        var by: CancelledBy
        var isLate: Bool
        var reason: NoteText?
    }

    var id: Identifier
    var customer: Identifier
    var slots: SlotRange
    var state: BookingState
    var payWith: PaymentWay
    var charge: ChargeState
    var timeZone: TimeZoneName
    /// The rule in force when the booking was made.
    var cancellationRule: CancellationRule
    var configurationVersion: Int64
    var note: NoteText?
    var madeAt: Instant
    /// The staff member who made the booking, if any.
    var madeBy: Identifier?
    var cancellation: Cancellation?
    var caseID: Identifier?
    /// The decision of the booking's case.
    var decision: Booking.Decision?
    /// The number of times the booking was moved.
    var moves = 0
}

extension BookingRow {
    var view: Booking.Record {
        Booking.Record(
            id: id, reverseId: slots.reverse, startsAt: slots.start, endsAt: slots.end, timeZone: timeZone,
            sets: slots.sets, state: state, payWith: payWith, charge: chargeView, price: slots.money,
            freeUntil: cancellationRule.freeUntil(start: slots.start, madeAt: madeAt), madeAt: madeAt,
            cancellation: cancellation.map { cancellation in
                Booking.Cancellation(
                    at: cancellation.at, by: cancellation.by, isLate: cancellation.isLate,
                    reason: cancellation.reason)
            },
            caseId: caseID, decision: decision, moves: moves > 0 ? moves : nil)
    }

    /// The charge as its customer sees it; names no amount if nothing is charged.
    var chargeView: Booking.Charge {
        guard charge != ChargeState.none else { return Booking.Charge(state: .none) }
        return Booking.Charge(
            state: charge, sets: payWith == .pass ? slots.sets.value : nil,
            money: payWith == .onSite ? slots.money : nil)
    }

    /// The amount to collect at check-in.
    ///
    /// A no-show leaves the price open; a check-in that withdraws the no-show makes it due.
    var toPay: Money {
        let isOpen = charge == .due && state != .cancelled || charge == .undecided && state == .noShow
        return Money(amount: isOpen ? slots.price : 0, currency: slots.currency)
    }
}
