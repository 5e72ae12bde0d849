import BookingContract
import Values

/// A hold as stored: slots reserved while the customer confirms.
struct HoldRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var slots: SlotRange
    /// The time since which the customer has held slots without a gap; holds that replace each other share it.
    var heldSince: Instant
    var expiresAt: Instant

    var view: Booking.HeldSlots {
        Booking.HeldSlots(
            id: id, reverseId: slots.reverse, startsAt: slots.start, endsAt: slots.end, sets: slots.sets,
            price: slots.money, expiresAt: expiresAt)
    }
}
