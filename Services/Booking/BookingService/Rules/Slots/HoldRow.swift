import BookingContract
import Values

/// A hold as stored: slots reserved while the customer confirms.
struct HoldRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var slots: SlotRange
    var madeAt: Instant
    var expiresAt: Instant

    var view: Booking.HeldSlots {
        Booking.HeldSlots(
            id: id, reverseId: slots.reverse, startsAt: slots.start, endsAt: slots.end, sets: slots.sets,
            price: slots.money, expiresAt: expiresAt)
    }
}
