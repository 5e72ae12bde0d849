import BookingContract
import Values

/// All slots of a date with their states at a moment, and for how long that is so unless somebody books.
struct DaySlots: Sendable {
    var date: LocalDate
    var slots: [Booking.Slot]
    var opening: Range<Instant>?
    /// Until the next set begins or the next hold runs out: time alone changes the states then.
    var validity: Range<Instant>

    var free: Int { slots.reduce(0) { $1.state == .free ? $0 + 1 : $0 } }

    init(_ date: LocalDate, of park: Park, _ takings: Takings, now: Instant) {
        self.date = date
        opening = park.opening(on: date)
        var validUntil = min(Instant(milliseconds: now.milliseconds + Self.longestValidity), takings.nextExpiry)
        let starts = park.starts(on: date)
        let isPast = date < park.zone.date(at: now)
        let isBeyond = date > park.horizon(at: now).upperBound
        var slots: [Booking.Slot] = []
        slots.reserveCapacity(starts.count * park.bookableReverses.count)
        for reverse in park.bookableReverses {
            for start in starts {
                let end = Instant(milliseconds: start.milliseconds + park.setLength)
                if start > now { validUntil = min(validUntil, start) }
                var state = SlotState.free
                if isPast || start <= now {
                    state = .past
                } else if isBeyond || takings.closings.contains(where: { $0.closes(reverse, start..<end) }) {
                    state = .closed
                } else {
                    for atom in Atom.number(at: start)..<Atom.number(at: end) {
                        switch takings[reverse, atom] {
                        case .booked: state = .booked
                        case .held: if state == .free { state = .held }
                        case nil: break
                        }
                    }
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

    /// Milliseconds after which a day is looked at again even if nothing is known to change.
    private static let longestValidity: Int64 = 60_000
}

/// What takes time at a moment, by reverse and atom.
struct Takings: Sendable {
    enum Taking: Sendable { case booked, held }

    private struct Place: Hashable {
        var reverse: ReverseID
        var atom: Int64
    }

    private var taken: [Place: Taking] = [:]
    let closings: [Occupancy.Closing]
    /// When the next hold runs out.
    private(set) var nextExpiry = Instant(milliseconds: .max)

    init(_ occupancy: Occupancy, now: Instant) {
        closings = occupancy.closings
        for claim in occupancy.claims {
            if let expiry = claim.expiresAt {
                guard expiry > now else { continue }
                nextExpiry = min(nextExpiry, expiry)
            }
            taken[Place(reverse: claim.reverse, atom: claim.atom)] = claim.expiresAt == nil ? .booked : .held
        }
    }

    subscript(reverse: ReverseID, atom: Int64) -> Taking? { taken[Place(reverse: reverse, atom: atom)] }
}

extension Occupancy.Closing {
    func closes(_ reverse: ReverseID, _ time: Range<Instant>) -> Bool {
        (self.reverse == nil || self.reverse == reverse) && self.time.overlaps(time)
    }
}
