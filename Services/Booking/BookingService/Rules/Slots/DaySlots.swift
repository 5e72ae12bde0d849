import BookingContract
import Values

/// The slots of a date, with their states at one moment.
struct DaySlots: Sendable {
    var date: LocalDate
    var slots: [Booking.Slot]
    var opening: Range<Instant>?
    /// The claims of accounts, by account and index of the slot.
    private var ownClaims: [Identifier: [Int: Occupancy.Claim]] = [:]
    /// The first closure of each reverse that closes one of its slots.
    private var closures: [ReverseID: Occupancy.Closing] = [:]
    /// The reason why nothing can be booked that day, regardless of claims and closures.
    private let cause: ClosingCause?
    /// The period for which the states hold unless claims change: up to the next start of a set or expiry of a hold.
    var validity: Range<Instant>

    var free: Int { slots.reduce(0) { $1.state == .free ? $0 + 1 : $0 } }

    init(_ date: LocalDate, of park: Park, _ claims: CurrentClaims, now: Instant) {
        self.date = date
        opening = park.opening(on: date)
        cause = park.closingCause(on: date, at: now)
        var validUntil = min(Instant(milliseconds: now.milliseconds + Self.longestValidity), claims.nextExpiry)
        let starts = park.starts(on: date)
        let isPast = date < park.zone.date(at: now)
        let isBeyond = date > park.horizon(at: now).upperBound
        var slots: [Booking.Slot] = []
        slots.reserveCapacity(starts.count * park.bookableReverses.count)
        for reverse in park.bookableReverses {
            let isOpen = park.opens(reverse, on: date)
            for start in starts {
                let end = Instant(milliseconds: start.milliseconds + park.setLength)
                if start > now { validUntil = min(validUntil, start) }
                let closing = claims.closings.first { $0.closes(reverse, start..<end) }
                let current = claims.claims(of: reverse, start..<end)
                let state: SlotState =
                    if isPast || start <= now {
                        .past
                    } else if isBeyond || closing != nil || !isOpen {
                        .closed
                    } else {
                        current.state
                    }
                if state == .closed, closures[reverse] == nil { closures[reverse] = closing }
                for claim in current {
                    if let account = claim.account { ownClaims[account, default: [:]][slots.count] = claim }
                }
                slots.append(
                    Booking.Slot(
                        reverseId: reverse, startsAt: start, endsAt: end, state: state,
                        price: Money(amount: park.price(from: start), currency: park.currency), isMine: false))
            }
        }
        self.slots = slots
        validity = now..<max(now, validUntil)
    }

    /// The time in milliseconds after which a day is computed again even without a known change.
    private static let longestValidity: Int64 = 60_000
}

extension DaySlots {
    /// Returns true if an account holds or has booked a slot.
    func hasClaims(of account: Identifier) -> Bool { ownClaims[account] != nil }

    /// Returns the slots as an account sees them.
    func slots(of account: Identifier?) -> [Booking.Slot] {
        guard let account, let claims = ownClaims[account] else { return slots }
        var slots = slots
        for (index, claim) in claims {
            slots[index].isMine = true
            if claim.isHold { slots[index].holdId = claim.owner } else { slots[index].bookingId = claim.owner }
        }
        return slots
    }

    /// Returns the reason why nothing can be booked that day, or on one reverse.
    ///
    /// A day is closed from the moment at which each of its slots is past or closed.
    func closingCause(of reverse: ReverseID?) -> ClosingCause? {
        if let cause { return cause }
        var closed: [ReverseID] = []
        for slot in slots where reverse == nil || slot.reverseId == reverse {
            if slot.state == .closed { closed.append(slot.reverseId) } else if slot.state != .past { return nil }
        }
        guard !closed.isEmpty else { return .past }
        // One reverse may not open on this date while a closure closes the others.
        guard let closure = closed.compactMap({ closures[$0] }).first else { return .closingDayOfReverse }
        return .closure(closure.reason, isOfReverse: reverse != nil && closure.reverse != nil)
    }
}

extension CurrentClaims {
    /// Returns the claims on a period, one for each claimed ``Atom``.
    func claims(of reverse: ReverseID, _ time: Range<Instant>) -> [Occupancy.Claim] {
        (Atom.number(at: time.lowerBound)..<Atom.number(at: time.upperBound)).compactMap { self[reverse, $0] }
    }
}

extension [Occupancy.Claim] {
    /// The state of a slot with these claims: booked if any part of it is, or else held if any part is.
    var state: SlotState {
        if isEmpty { return .free }
        return allSatisfy(\.isHold) ? .held : .booked
    }
}

extension Occupancy.Claim {
    fileprivate var isHold: Bool { expiresAt != nil }
}
