import BookingContract
import Values

/// The limits on waiting for slots that are booked.
struct WaitlistRule: Sendable, Equatable {
    /// The time for which free slots are held for a customer who waits for them.
    var offer: Duration = .seconds(900)
    /// The maximum number of entries of a customer.
    var perCustomer = 5
    /// The maximum number of entries that overlap the same slots.
    ///
    /// Bounds the time for which untaken offers keep slots from others.
    var perSlot = 10

    /// The time before the start at which waiting ends, in milliseconds; an offer after that would come too late.
    static let lead: Int64 = 300_000

    /// Returns the end of an offer made now.
    func expiry(of slots: SlotRange, now: Instant) -> Instant {
        min(Instant(milliseconds: now.milliseconds + offer.wholeMilliseconds), slots.start)
    }

    /// Returns true if slots can still be waited for.
    static func isOpen(_ slots: SlotRange, now: Instant) -> Bool {
        slots.start.milliseconds > now.milliseconds + lead
    }
}

/// An entry on the waitlist as stored.
struct WaitlistRow: Sendable {
    var id: Identifier
    var customer: Identifier
    var request: SlotRequest
    var end: Instant
    var madeAt: Instant
    /// The hold that offers the slots, with its end.
    var offer: (hold: Identifier, until: Instant)?
    /// The number of earlier entries that overlap this one.
    var ahead: Int

    /// Returns the entry as its customer sees it.
    func view(in zone: TimeZoneName) -> Booking.WaitlistEntry {
        Booking.WaitlistEntry(
            id: id, reverseId: request.reverse, startsAt: request.start, endsAt: end, sets: request.sets,
            timeZone: zone, state: offer == nil ? .waiting : .offered, ahead: ahead, madeAt: madeAt,
            holdId: offer?.hold, offeredUntil: offer?.until)
    }
}
