import BookingContract
import Values

/// The slots of a date, with their states at one moment.
struct DaySlots: Sendable {
    var date: LocalDate
    var slots: [Booking.Slot]
    var opening: Range<Instant>?
    /// The period for which the states hold unless claims change: up to the next start of a set or expiry of a hold.
    var validity: Range<Instant>

    var free: Int { slots.reduce(0) { $1.state == .free ? $0 + 1 : $0 } }

    init(_ date: LocalDate, of park: Park, _ claims: CurrentClaims, now: Instant) {
        self.date = date
        opening = park.opening(on: date)
        var validUntil = min(Instant(milliseconds: now.milliseconds + Self.longestValidity), claims.nextExpiry)
        let starts = park.starts(on: date)
        let isPast = date < park.zone.date(at: now)
        let isBeyond = date > park.horizon(at: now).upperBound
        var slots: [Booking.Slot] = []
        slots.reserveCapacity(starts.count * park.bookableReverses.count)
        for reverse in park.bookableReverses {
            for start in starts {
                let end = Instant(milliseconds: start.milliseconds + park.setLength)
                if start > now { validUntil = min(validUntil, start) }
                let state: SlotState =
                    if isPast || start <= now {
                        .past
                    } else if isBeyond || claims.closings.contains(where: { $0.closes(reverse, start..<end) }) {
                        .closed
                    } else {
                        claims.state(of: reverse, start..<end)
                    }
                slots.append(
                    Booking.Slot(
                        reverseId: reverse, startsAt: start, endsAt: end, state: state,
                        price: Money(amount: park.price(from: start), currency: park.currency)))
            }
        }
        self.slots = slots
        validity = now..<max(now, validUntil)
    }

    /// The time in milliseconds after which a day is computed again even without a known change.
    private static let longestValidity: Int64 = 60_000
}

extension CurrentClaims {
    /// Returns the state of a slot: booked if any part of it is, or else held if any part is.
    fileprivate func state(of reverse: ReverseID, _ time: Range<Instant>) -> SlotState {
        var state = SlotState.free
        for atom in Atom.number(at: time.lowerBound)..<Atom.number(at: time.upperBound) {
            switch self[reverse, atom] {
            case .booking: return .booked
            case .hold: state = .held
            case nil: break
            }
        }
        return state
    }
}
