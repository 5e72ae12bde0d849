import Values

/// The limits on holding slots without booking them.
struct HoldRule: Sendable, Equatable {
    /// The time for which slots are held.
    var lifetime: Duration = .seconds(300)
    /// The minimum time between a hold that ended and the next; a hold that replaces one in force needs no pause.
    var pause: Duration = .seconds(10)
    /// The pause after a hold that expired unused; without it one account could block a slot forever.
    var rest: Duration = .seconds(300)

    /// Returns the earliest time of the next hold after one that expires unused at `expiry`.
    func nextAfter(holdExpiringAt expiry: Instant) -> Instant {
        Instant(milliseconds: expiry.milliseconds + rest.wholeMilliseconds)
    }

    /// Returns the earliest time of the next hold after one that was booked or released in time; the pause runs from
    /// `time`.
    func nextAfter(holdEndedInTime time: Instant) -> Instant {
        Instant(milliseconds: time.milliseconds + pause.wholeMilliseconds)
    }

    /// Returns the expiry of a hold made now that replaces `earlier`, if that is still in force.
    ///
    /// Holds that replace each other last at most twice the ``lifetime``, and a hold that overlaps the earlier one
    /// expires no later than that: otherwise one account could block slots forever.
    func expiry(of slots: SlotRange, replacing earlier: HoldRow?, now: Instant) -> Instant {
        let lifetime = lifetime.wholeMilliseconds
        // Slots that have begun cannot be booked, so a hold ends at their start at the latest.
        let expiry = min(Instant(milliseconds: now.milliseconds + lifetime), slots.start)
        guard let earlier else { return expiry }
        if earlier.slots.reverse == slots.reverse, earlier.slots.time == slots.time {
            // An offer of the waitlist lasts longer than a hold, and still does once its customer holds the same slots.
            return earlier.expiresAt
        }
        if earlier.slots.overlaps(slots) { return min(expiry, earlier.expiresAt) }
        let last = Instant(milliseconds: earlier.heldSince.milliseconds + 2 * lifetime)
        return min(expiry, max(last, earlier.expiresAt))
    }
}
