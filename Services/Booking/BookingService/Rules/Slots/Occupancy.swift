import BookingContract
import Values

/// The claims and closures of some days, with the days' versions.
struct Occupancy: Sendable {
    struct Claim: Sendable {
        var reverse: ReverseID
        /// The number of the claimed ``Atom``.
        var atom: Int64
        /// The expiry of a hold's claim; `nil` for a booking's.
        var expiresAt: Instant?
        /// The booking or hold.
        var owner: Identifier
        /// The account of the customer, if there is one.
        var account: Identifier?
    }

    struct Closing: Sendable {
        /// The closed reverse; `nil` for the whole park.
        var reverse: ReverseID?
        var time: Range<Instant>
        /// The reason that customers are told.
        var reason: NoteText

        func closes(_ reverse: ReverseID, _ time: Range<Instant>) -> Bool {
            (self.reverse == nil || self.reverse == reverse) && self.time.overlaps(time)
        }
    }

    var claims: [Claim] = []
    var closings: [Closing] = []
    /// Versions by days since 1970; days that never changed are absent.
    var versions: [Int: Int64] = [:]
}

extension Park {
    /// Returns the number of a reverse's sets that begin on a date on which it opens, without those in closed times.
    func availableSets(on reverse: ReverseID, _ date: LocalDate, without closings: [Occupancy.Closing]) -> Int {
        guard opens(reverse, on: date) else { return 0 }
        return starts(on: date).count { start in
            let end = Instant(milliseconds: start.milliseconds + setLength)
            return !closings.contains { $0.closes(reverse, start..<end) }
        }
    }
}

/// Per-day version numbers; tell whether a cached day is current.
struct DayVersions: Sendable {
    var configuration: Int64
    var days: [Int: Int64]
}

/// The claims in force at a moment, by reverse and ``Atom``.
struct CurrentClaims: Sendable {
    private struct Place: Hashable {
        var reverse: ReverseID
        var atom: Int64
    }

    private var claims: [Place: Occupancy.Claim] = [:]
    let closings: [Occupancy.Closing]
    /// The earliest expiry of a hold.
    private(set) var nextExpiry = Instant(milliseconds: .max)

    init(_ occupancy: Occupancy, now: Instant) {
        closings = occupancy.closings
        for claim in occupancy.claims {
            if let expiry = claim.expiresAt {
                guard expiry > now else { continue }
                nextExpiry = min(nextExpiry, expiry)
            }
            claims[Place(reverse: claim.reverse, atom: claim.atom)] = claim
        }
    }

    subscript(reverse: ReverseID, atom: Int64) -> Occupancy.Claim? { claims[Place(reverse: reverse, atom: atom)] }
}
