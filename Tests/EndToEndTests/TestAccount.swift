import Foundation

/// A model of one customer's bookings, cases and sets, updated by each operation, with the contradictions found.
struct TestAccount {
    /// The state of a booking.
    enum Fate: Equatable {
        case booked, checkedIn, noShow, cancelled
        /// Cancelled after the free period; an administrator decides on sanctions.
        case cancelledLate
        case cancelledByPark
    }

    /// The expected state of a booking.
    struct Kept {
        var ride: ParkRide
        var withPass: Bool
        var fate = Fate.booked
        /// The period of the call that gave the booking its present time.
        var placed: ClosedRange<ContinuousClock.Instant>
    }

    /// A decision, and whether it was reversed.
    struct Decision {
        var verdict: ParkVerdict
        var isReversed = false
    }

    /// The longest period for which a booking or hold may have occupied its slots.
    struct Taking {
        var ride: ParkRide
        var booking: String?
        var from: ContinuousClock.Instant
        var until: ContinuousClock.Instant?
    }

    private(set) var setsBought: Int
    private let closures: [ParkClosure]
    private let lateBefore: Date
    private(set) var bookings: [String: Kept] = [:]
    private(set) var decisions: [String: Decision] = [:]
    private(set) var takings: [Taking] = []
    private(set) var faults: [String] = []
    /// The index of the customer's hold in `takings`.
    private var hold: Int?

    init(setsBought: Int, closures: [ParkClosure], lateBefore: Date) {
        self.setsBought = setsBought
        self.closures = closures
        self.lateBefore = lateBefore
    }

    var cancelledByPark: Int { bookings.values.count { $0.fate == .cancelledByPark } }

    // MARK: Sets

    /// Returns the number of sets that a booking has set aside or used.
    private func sets(of id: String, _ kept: Kept) -> Int {
        guard kept.withPass else { return 0 }
        switch kept.fate {
        case .booked, .checkedIn: return kept.ride.sets
        case .cancelledLate, .noShow: return decisions[id] == nil ? kept.ride.sets : 0
        case .cancelled, .cancelledByPark: return 0
        }
    }

    private var setsHeld: Int { bookings.reduce(0) { $0 + sets(of: $1.key, $1.value) } }

    /// Returns the number of sets held by bookings that no closure can have cancelled by `moment`.
    private func setsSurelyHeld(at moment: ContinuousClock.Instant) -> Int {
        bookings.reduce(0) { sum, entry in
            let mayBeCancelled =
                entry.value.fate == .booked && mayBeHit(entry.value, until: moment)
            return mayBeCancelled ? sum : sum + sets(of: entry.key, entry.value)
        }
    }

    private var setsCharged: Int {
        decisions.values.reduce(0) { sum, decision in
            if case .chargeSets(let sets) = decision.verdict, !decision.isReversed { sum + sets } else { sum }
        }
    }

    /// The smallest number of sets that can be left.
    private var setsLeft: Int { setsBought - setsHeld - setsCharged }

    private var due: Int {
        decisions.values.reduce(0) { sum, decision in
            if case .fee(let amount) = decision.verdict, !decision.isReversed { sum + amount } else { sum }
        }
    }

    private func isLate(_ ride: ParkRide) -> Bool { ride.start < lateBefore }

    /// Returns true if a closure may have cancelled a booking by `moment`.
    private func mayBeHit(_ kept: Kept, until moment: ContinuousClock.Instant) -> Bool {
        closures.contains { $0.hits(kept.ride) && $0.mayHold(from: kept.placed.lowerBound, until: moment) }
    }

    // MARK: Operations

    mutating func apply(_ operation: ParkOperation) {
        switch operation.end {
        case .fail(let reason): refuse(operation, reason)
        case .ok(let result): accept(operation, result)
        }
        if setsSurelyHeld(at: operation.ended) + setsCharged > setsBought {
            faults.append("more sets are set aside than were bought")
        }
    }

    private mutating func refuse(_ operation: ParkOperation, _ reason: String) {
        switch (operation.wish, reason) {
        case (.hold, "slot-taken"), (.book, "slot-taken"), (.move, "slot-taken"), (.walkIn, "slot-taken"): break
        case (.walkIn(let ride, _, _), "past"):
            if operation.endedAt < ride.end { faults.append("\(ride) was not over") }
        case (.book(let ride, true), "not-enough-sets"), (.confirm(_, let ride, true), "not-enough-sets"),
            (.walkIn(let ride, true, _), "not-enough-sets"):
            if setsLeft >= ride.sets { faults.append("there were sets enough for \(ride)") }
        case (.move(let id, let ride), "not-enough-sets"):
            // A booking that is moved late keeps its sets.
            let freed = bookings[id].map { isLate($0.ride) ? 0 : sets(of: id, $0) } ?? 0
            if bookings[id]?.withPass != true || setsLeft + freed >= ride.sets {
                faults.append("there were sets enough to move to \(ride)")
            }
        case (.decide(_, let id, .chargeSets(let sets)), "not-enough-sets"):
            // Sets that are set aside for the booking can be charged.
            let back = bookings[id].map { self.sets(of: id, $0) } ?? 0
            if setsLeft + back >= sets { faults.append("there were sets enough to be charged") }
        case (.confirm(_, let ride, _), "hold-expired"):
            let from = hold.map { takings[$0].from } ?? operation.began
            if !closures.contains(where: { $0.hits(ride) && $0.mayHold(from: from, until: operation.ended) }) {
                faults.append("a hold of \(ride) was ended by nothing")
            }
            endHold(operation.ended)
        case (.move(let id, _), "not-booked"), (.checkIn(let id), "not-booked"):
            loseToPark(id, until: operation.ended)
        default: faults.append("\(operation.wish) was refused: \(reason)")
        }
    }

    private mutating func accept(_ operation: ParkOperation, _ result: JSON) {
        let id = result["id"].text ?? ""
        if let ride = operation.wish.target?.ride,
            closures.contains(where: {
                $0.hits(ride) && $0.surelyHolds(from: operation.began, until: operation.ended)
            })
        {
            faults.append("\(ride) was to be had while it was closed")
        }
        switch operation.wish {
        case .hold(let ride):
            endHold(operation.ended)
            hold = takings.count
            take(ride, nil, operation)
        case .book(let ride, let withPass), .confirm(_, let ride, let withPass):
            endHold(operation.ended)
            if ParkRide(result) != ride { faults.append("\(ride) was asked for and \(result) booked") }
            make(id, ride, withPass: withPass, operation)
        case .cancel(let id): cancel(id, result, operation)
        case .walkIn(let ride, let withPass, _):
            if ParkRide(result["booking"]) != ride { faults.append("\(ride) was asked for and \(result) booked") }
            make(result["booking"]["id"].text ?? "", ride, withPass: withPass, operation)
        case .checkIn(let id): bookings[id]?.fate = .checkedIn
        case .noShow(let id): bookings[id]?.fate = .noShow
        case .move(let old, let ride): move(old, to: ride, as: id, operation)
        case .topUp: setsBought += 5
        case .decide(_, let id, let verdict):
            if decisions[id] != nil { faults.append("the case of \(id) was decided twice") }
            decisions[id] = Decision(verdict: verdict)
        case .reverse(_, let id): decisions[id]?.isReversed = true
        }
    }

    private mutating func make(_ id: String, _ ride: ParkRide, withPass: Bool, _ operation: ParkOperation) {
        if bookings[id] != nil { faults.append("\(id) was made twice") }
        bookings[id] = Kept(ride: ride, withPass: withPass, placed: operation.began...operation.ended)
        take(ride, id, operation)
    }

    private mutating func cancel(_ id: String, _ result: JSON, _ operation: ParkOperation) {
        guard let kept = bookings[id] else { return }
        switch Fate(result) {
        case .cancelledByPark: return loseToPark(id, until: operation.ended)
        case .cancelledLate:
            if !isLate(kept.ride) { faults.append("\(id) was cancelled in time, and counts as late") }
            bookings[id]?.fate = .cancelledLate
        case .cancelled:
            // A late cancellation is free only if a closure was about to cancel the booking.
            if isLate(kept.ride), !mayBeHit(kept, until: operation.ended) {
                faults.append("\(id) was cancelled late, and counts as free")
            }
            bookings[id]?.fate = .cancelled
        case .booked, .checkedIn, .noShow, nil: faults.append("\(id) was cancelled and is not: \(result)")
        }
        release(id, operation.ended)
    }

    private mutating func move(_ old: String, to ride: ParkRide, as id: String, _ operation: ParkOperation) {
        guard let kept = bookings[old] else { return }
        if ride == kept.ride {
            if id != old { faults.append("\(old) was moved to where it was, and \(id) made instead") }
            return
        }
        release(old, operation.ended)
        if id == old {
            if isLate(kept.ride), !mayBeHit(kept, until: operation.ended) {
                faults.append("\(old) was moved late without a case")
            }
            bookings[old]?.ride = ride
            bookings[old]?.placed = operation.began...operation.ended
            take(ride, old, operation)
        } else {
            if !isLate(kept.ride) { faults.append("\(old) was moved in time, and \(id) made instead") }
            bookings[old]?.fate = .cancelledLate
            make(id, ride, withPass: kept.withPass, operation)
        }
        endHold(of: ride, operation.ended)
    }

    /// Records that a closure has cancelled a booking, or a fault if none can have.
    private mutating func loseToPark(_ id: String, until moment: ContinuousClock.Instant) {
        guard let kept = bookings[id] else { return }
        let causes = closures.filter {
            $0.hits(kept.ride) && $0.mayHold(from: kept.placed.lowerBound, until: moment)
        }
        if causes.isEmpty { faults.append("\(id) was cancelled by the park, which was open: \(kept.ride)") }
        bookings[id]?.fate = .cancelledByPark
        release(id, causes.map(\.ended).max() ?? moment)
    }

    // MARK: Times

    private mutating func take(_ ride: ParkRide, _ booking: String?, _ operation: ParkOperation) {
        takings.append(Taking(ride: ride, booking: booking, from: operation.began))
    }

    private mutating func release(_ booking: String, _ moment: ContinuousClock.Instant) {
        for index in takings.indices where takings[index].booking == booking && takings[index].until == nil {
            takings[index].until = moment
        }
    }

    /// Ends the hold, as the next hold and any booking do.
    private mutating func endHold(_ moment: ContinuousClock.Instant) {
        if let hold { takings[hold].until = moment }
        hold = nil
    }

    /// Ends the hold if a booking is moved to its time.
    private mutating func endHold(of ride: ParkRide, _ moment: ContinuousClock.Instant) {
        if let hold, takings[hold].ride.overlaps(ride) { endHold(moment) }
    }

    // MARK: The end

    /// Compares the final state with the expected one and records the differences.
    mutating func compare(with end: ParkFindings) {
        var rest = Set(bookings.keys)
        for booking in end.bookings {
            guard let id = booking["id"].text, rest.remove(id) != nil else {
                faults.append("nobody asked for \(booking)")
                continue
            }
            compare(id, with: booking)
        }
        faults += rest.sorted().map { "\($0) is lost" }
        compareCases(with: end.cases)
        if end.setsLeft != setsLeft { faults.append("has \(end.setsLeft) sets left instead of \(setsLeft)") }
        if end.due != due { faults.append("owes \(end.due) instead of \(due)") }
    }

    private mutating func compare(_ id: String, with booking: JSON) {
        let fate = Fate(booking)
        if let kept = bookings[id], kept.fate == .booked, fate == .cancelledByPark {
            loseToPark(id, until: closures.map(\.reopenEnded).max() ?? kept.placed.upperBound)
        }
        guard let kept = bookings[id] else { return }
        if ParkRide(booking) != kept.ride || fate != kept.fate
            || (booking["payWith"] == .string("pass")) != kept.withPass
        {
            faults.append("\(kept) was acknowledged, found is \(booking)")
        }
        if kept.fate == .booked, closures.contains(where: { $0.hits(kept.ride) && kept.placed.upperBound < $0.began }) {
            faults.append("a closure left \(id) as it was: \(kept.ride)")
        }
    }

    /// Checks that each late cancellation and each no-show has one case, with the administrator's decision.
    private mutating func compareCases(with cases: [JSON]) {
        var rest = Set(bookings.filter { $0.value.fate == .cancelledLate || $0.value.fate == .noShow }.keys)
        for found in cases {
            guard let id = found["bookingId"].text, rest.remove(id) != nil else {
                faults.append("there is no reason for \(found)")
                continue
            }
            let decision = decisions[id]
            let state = decision.map { $0.isReversed ? "reversed" : "decided" } ?? "open"
            if found["state"] != .string(state)
                || found["decision"]["sanction"] != (decision.map { .string($0.verdict.sanction) } ?? .null)
            {
                faults.append("\(state) is the case of \(id), found is \(found)")
            }
        }
        faults += rest.sorted().map { "\($0) has no case" }
    }
}

extension TestAccount.Fate {
    /// Reads the state of a booking from the service's answer.
    init?(_ booking: JSON) {
        let cancellation = booking["cancellation"]
        switch booking["state"].text {
        case "booked": self = .booked
        case "checkedIn": self = .checkedIn
        case "noShow": self = .noShow
        case "cancelled":
            self =
                cancellation["by"] == .string("park")
                ? .cancelledByPark : cancellation["isLate"] == .bool(true) ? .cancelledLate : .cancelled
        default: return nil
        }
    }
}
