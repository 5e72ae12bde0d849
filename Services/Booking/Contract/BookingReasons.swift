import Contract

/// Reasons that a time cannot be booked, shared by booking, holding and rescheduling.
extension Booking {
    static let slotTaken = ErrorReason(
        .conflict, "slot-taken",
        "The time is taken, closed, or not yet bookable; `details` lists the next free slots"
    )
    static let past = ErrorReason(.conflict, "past", "The time has begun; `details` lists the next free slots")
    static let notASlot = ErrorReason(
        .invalidParams, "not-a-slot",
        "Unknown reverse, no set starts then, or too few sets follow; `errors` names the member")
    static let suspended = ErrorReason(
        .forbidden, "suspended", "An administrator has suspended bookings by this account for now")
    static let prepayOnly = ErrorReason(
        .forbidden, "prepay-only", "This account must pay by pass for now")
    static let notEnoughSets = ErrorReason(
        .conflict, "not-enough-sets", "The passes have too few sets left that are valid at that time")
    static let alreadyStarted = ErrorReason(.conflict, "already-started", "The booking has begun")
    static let notBooked = ErrorReason(.conflict, "not-booked", "The booking is cancelled or over")
}
