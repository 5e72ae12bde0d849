import Contract

/// Why a time cannot be had, or not by this account: what booking, holding and moving have in common.
extension Booking {
    static let slotTaken = ErrorReason(
        .conflict, "slot-taken",
        "Somebody else has it, the park is closed then, or it cannot be booked yet; `details` names the next free slots"
    )
    static let past = ErrorReason(.conflict, "past", "It has begun; `details` names the next free slots")
    static let notASlot = ErrorReason(
        .invalidParams, "not-a-slot",
        "There is no such reverse, no set begins then, or not as many follow it; `errors` names the member")
    static let suspended = ErrorReason(
        .forbidden, "suspended", "An administrator has suspended bookings of this account for a time")
    static let prepayOnly = ErrorReason(
        .forbidden, "prepay-only", "An administrator has asked this account to pay by pass for a time")
    static let notEnoughSets = ErrorReason(
        .conflict, "not-enough-sets", "The passes have not as many sets left that are valid then")
    static let alreadyStarted = ErrorReason(.conflict, "already-started", "The booking has begun")
    static let notBooked = ErrorReason(.conflict, "not-booked", "The booking was cancelled or is over")
}
