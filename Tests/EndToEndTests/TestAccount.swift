import Foundation

/// A model of one customer's bookings, cases and sets, updated by each operation, with the contradictions found.
struct TestAccount {
    /// The state of a booking.
    enum BookingState: Equatable {
        case booked, checkedIn, noShow, cancelled
        /// Cancelled after the free period; an administrator decides on sanctions.
        case cancelledLate
        case cancelledByPark
    }

    /// The expected state of a booking.
    struct ExpectedBooking {
        var range: ParkSlotRange
        var withPass: Bool
        var state = BookingState.booked
        /// The period of the call that gave the booking its present time.
        var placed: ClosedRange<ContinuousClock.Instant>
    }

    /// A decision, and whether it was reversed.
    struct Decision {
        var verdict: ParkVerdict
        var isReversed = false
        var isAppealed = false
        var isAppealRejected = false

        /// The state of the appeal, if there is one.
        var appeal: String? {
            guard isAppealed else { return nil }
            return isAppealRejected ? "rejected" : isReversed ? "granted" : "open"
        }
    }

    /// The longest period for which a booking or hold may have occupied its slots.
    struct Occupancy {
        var range: ParkSlotRange
        var booking: String?
        var from: ContinuousClock.Instant
        var until: ContinuousClock.Instant?
    }

    private(set) var setsBought: Int
    private let closures: [ParkClosure]
    private let lateBefore: Date
    private(set) var bookings: [String: ExpectedBooking] = [:]
    private(set) var decisions: [String: Decision] = [:]
    private var debts = ParkDebts()
    /// The payment of a pass that the customer bought in the last operation, so that no set of it can be used.
    private var newPayment: String?
    private var explained: Set<String> = []
    private(set) var occupancies: [Occupancy] = []
    private(set) var faults: [String] = []
    /// The index of the customer's hold in `occupancies`.
    private var hold: Int?
    /// The indices in `occupancies` of what the customer waits for, and may be offered, by entry.
    private var waits: [String: Int] = [:]
    /// True if the customer's hold may have replaced an offer of the same slots, and then ends with it.
    private var isHoldShort = false

    init(setsBought: Int, closures: [ParkClosure], lateBefore: Date) {
        self.setsBought = setsBought
        self.closures = closures
        self.lateBefore = lateBefore
    }

    var cancelledByPark: Int { bookings.values.count { $0.state == .cancelledByPark } }

    // MARK: Sets

    /// Returns the number of sets that a booking has set aside or used.
    private func sets(of id: String, _ expected: ExpectedBooking) -> Int {
        guard expected.withPass else { return 0 }
        switch expected.state {
        case .booked, .checkedIn: return expected.range.sets
        case .cancelledLate, .noShow: return decisions[id] == nil ? expected.range.sets : 0
        case .cancelled, .cancelledByPark: return 0
        }
    }

    private var setsHeld: Int { bookings.reduce(0) { $0 + sets(of: $1.key, $1.value) } }

    /// Returns the number of sets held by bookings that no closure can have cancelled by `moment`.
    private func setsSurelyHeld(at moment: ContinuousClock.Instant) -> Int {
        bookings.reduce(0) { sum, entry in
            let mayBeCancelled =
                entry.value.state == .booked && mayBeCancelledByPark(entry.value, until: moment)
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

    private func isLate(_ range: ParkSlotRange) -> Bool { range.start < lateBefore }

    /// Returns true if a closure may have cancelled a booking by `moment`.
    private func mayBeCancelledByPark(_ expected: ExpectedBooking, until moment: ContinuousClock.Instant) -> Bool {
        closures.contains {
            $0.covers(expected.range) && $0.mayBeInForce(from: expected.placed.lowerBound, until: moment)
        }
    }

    // MARK: Operations

    mutating func apply(_ operation: ParkOperation) {
        switch operation.outcome {
        case .fail(let reason): refuse(operation, reason)
        case .ok(let result): accept(operation, result)
        }
        newPayment = operation.payment
        if setsSurelyHeld(at: operation.ended) + setsCharged > setsBought {
            faults.append("more sets are set aside than were bought")
        }
    }

    private mutating func refuse(_ operation: ParkOperation, _ reason: String) {
        switch (operation.request, reason) {
        case (.hold, "slot-taken"), (.book, "slot-taken"), (.move, "slot-taken"), (.walkIn, "slot-taken"): break
        case (.wait, "slot-free"), (.wait, "slot-taken"), (.wait, "too-many-waiting"), (.wait, "waitlist-full"): break
        case (.walkIn(let range, _, _), "past"):
            if operation.endedAt < range.end { faults.append("\(range) was not over") }
        case (.book(let range, true), "not-enough-sets"), (.confirm(_, let range, true), "not-enough-sets"),
            (.walkIn(let range, true, _), "not-enough-sets"):
            if setsLeft >= range.sets { faults.append("there were sets enough for \(range)") }
        case (.move(let id, let range), "not-enough-sets"):
            // A booking that is moved late keeps its sets.
            let freed = bookings[id].map { isLate($0.range) ? 0 : sets(of: id, $0) } ?? 0
            if bookings[id]?.withPass != true || setsLeft + freed >= range.sets {
                faults.append("there were sets enough to move to \(range)")
            }
        case (.decide(_, let id, .chargeSets(let sets)), "not-enough-sets"):
            // Sets that are set aside for the booking can be charged.
            let back = bookings[id].map { self.sets(of: id, $0) } ?? 0
            if setsLeft + back >= sets { faults.append("there were sets enough to be charged") }
        case (.accept(let offer, true), "not-enough-sets"):
            if setsLeft >= offer.range.sets { faults.append("there were sets enough for \(offer.range)") }
        case (.accept(let offer, _), "hold-expired"):
            let isClosed = closures.contains {
                $0.covers(offer.range) && $0.mayBeInForce(from: offer.seen, until: operation.ended)
            }
            if operation.endedAt < offer.until, !isClosed {
                faults.append("an offer of \(offer.range) was ended by nothing")
            }
            endWait(offer.entry, operation.ended)
        case (.confirm(_, let range, _), "hold-expired"):
            let from = hold.map { occupancies[$0].from } ?? operation.began
            if !isHoldShort,
                !closures.contains(where: { $0.covers(range) && $0.mayBeInForce(from: from, until: operation.ended) })
            {
                faults.append("a hold of \(range) was ended by nothing")
            }
            endHold(operation.ended)
        case (.move(let id, _), "not-booked"), (.checkIn(let id), "not-booked"):
            recordCancellationByPark(id, until: operation.ended)
        case (.appeal(_, let id), "no-appeal"):
            guard case .some(.none) = decisions[id]?.verdict else {
                faults.append("an appeal against the decision on \(id) was possible")
                break
            }
        case (.refund(let id), "pass-used"):
            if id == newPayment { faults.append("the pass of \(id) was new") }
        default: faults.append("\(operation.request) was refused: \(reason)")
        }
    }

    private mutating func accept(_ operation: ParkOperation, _ result: JSON) {
        let id = result["id"].text ?? ""
        if let range = operation.request.target?.range,
            closures.contains(where: {
                $0.covers(range) && $0.isSurelyInForce(from: operation.began, until: operation.ended)
            })
        {
            faults.append("\(range) was to be had while it was closed")
        }
        switch operation.request {
        case .hold(let range):
            endHold(operation.ended)
            hold = occupancies.count
            isHoldShort = waits.values.contains { occupancies[$0].range.overlaps(range) }
            take(range, nil, operation)
        case .book(let range, let withPass), .confirm(_, let range, let withPass):
            endHold(operation.ended)
            if ParkSlotRange(result) != range { faults.append("\(range) was asked for and \(result) booked") }
            make(id, range, withPass: withPass, operation)
        case .cancel(let id): cancel(id, result, operation)
        case .walkIn(let range, let withPass, _):
            if ParkSlotRange(result["booking"]) != range {
                faults.append("\(range) was asked for and \(result) booked")
            }
            make(result["booking"]["id"].text ?? "", range, withPass: withPass, operation)
        case .checkIn(let id): bookings[id]?.state = .checkedIn
        case .noShow(let id): bookings[id]?.state = .noShow
        case .move(let old, let range): move(old, to: range, as: id, operation)
        case .topUp: setsBought += 5
        case .decide(_, let id, let verdict):
            if decisions[id] != nil { faults.append("the case of \(id) was decided twice") }
            decisions[id] = Decision(verdict: verdict)
            if case .fee(let amount) = verdict { debts.due += amount }
        case .reverse(_, let id):
            decisions[id]?.isReversed = true
            if case .fee(let amount) = decisions[id]?.verdict { debts.reverse(fee: amount) }
        case .settle(let amount, _): debts.due -= amount
        case .payBack(let amount, _): debts.credit -= amount
        case .refund(let id):
            setsBought -= 5
            if result["state"] != .string("refunded") { faults.append("\(id) was refunded and is not: \(result)") }
        case .explain(_, let id): explained.insert(id)
        case .appeal(_, let id): decisions[id]?.isAppealed = true
        case .rejectAppeal(_, let id): decisions[id]?.isAppealRejected = true
        case .sell: setsBought += 5
        case .correct(_, let sets): setsBought += sets
        case .wait(let range):
            if ParkSlotRange(result) != range { faults.append("\(range) was waited for and \(result) found") }
            guard waits[id] == nil else { break }
            waits[id] = occupancies.count
            take(range, nil, operation)
        case .leave(let id): endWait(id, operation.ended)
        case .accept(let offer, let withPass):
            endHold(operation.ended)
            endWait(offer.entry, operation.ended)
            if ParkSlotRange(result) != offer.range { faults.append("\(offer.range) was offered and \(result) booked") }
            make(id, offer.range, withPass: withPass, operation)
        }
    }

    private mutating func make(_ id: String, _ range: ParkSlotRange, withPass: Bool, _ operation: ParkOperation) {
        if bookings[id] != nil { faults.append("\(id) was made twice") }
        bookings[id] = ExpectedBooking(range: range, withPass: withPass, placed: operation.began...operation.ended)
        take(range, id, operation)
    }

    private mutating func cancel(_ id: String, _ result: JSON, _ operation: ParkOperation) {
        guard let expected = bookings[id] else { return }
        switch BookingState(result) {
        case .cancelledByPark: return recordCancellationByPark(id, until: operation.ended)
        case .cancelledLate:
            if !isLate(expected.range) { faults.append("\(id) was cancelled in time, and counts as late") }
            bookings[id]?.state = .cancelledLate
        case .cancelled:
            // A late cancellation is free only if a closure was about to cancel the booking.
            if isLate(expected.range), !mayBeCancelledByPark(expected, until: operation.ended) {
                faults.append("\(id) was cancelled late, and counts as free")
            }
            bookings[id]?.state = .cancelled
        case .booked, .checkedIn, .noShow, nil: faults.append("\(id) was cancelled and is not: \(result)")
        }
        release(id, operation.ended)
    }

    private mutating func move(_ old: String, to range: ParkSlotRange, as id: String, _ operation: ParkOperation) {
        guard let expected = bookings[old] else { return }
        if range == expected.range {
            if id != old { faults.append("\(old) was moved to where it was, and \(id) made instead") }
            return
        }
        release(old, operation.ended)
        if id == old {
            if isLate(expected.range), !mayBeCancelledByPark(expected, until: operation.ended) {
                faults.append("\(old) was moved late without a case")
            }
            bookings[old]?.range = range
            bookings[old]?.placed = operation.began...operation.ended
            take(range, old, operation)
        } else {
            if !isLate(expected.range) { faults.append("\(old) was moved in time, and \(id) made instead") }
            bookings[old]?.state = .cancelledLate
            make(id, range, withPass: expected.withPass, operation)
        }
        endHold(of: range, operation.ended)
    }

    /// Records that a closure has cancelled a booking, or a fault if none can have.
    private mutating func recordCancellationByPark(_ id: String, until moment: ContinuousClock.Instant) {
        guard let expected = bookings[id] else { return }
        let causes = closures.filter {
            $0.covers(expected.range) && $0.mayBeInForce(from: expected.placed.lowerBound, until: moment)
        }
        if causes.isEmpty { faults.append("\(id) was cancelled by the park, which was open: \(expected.range)") }
        bookings[id]?.state = .cancelledByPark
        release(id, causes.map(\.ended).max() ?? moment)
    }

    // MARK: Times

    private mutating func take(_ range: ParkSlotRange, _ booking: String?, _ operation: ParkOperation) {
        occupancies.append(Occupancy(range: range, booking: booking, from: operation.began))
    }

    private mutating func release(_ booking: String, _ moment: ContinuousClock.Instant) {
        for index in occupancies.indices where occupancies[index].booking == booking && occupancies[index].until == nil
        {
            occupancies[index].until = moment
        }
    }

    /// Ends the hold, as the next hold and any booking do.
    private mutating func endHold(_ moment: ContinuousClock.Instant) {
        if let hold { occupancies[hold].until = moment }
        hold = nil
    }

    private mutating func endWait(_ entry: String, _ moment: ContinuousClock.Instant) {
        if let index = waits.removeValue(forKey: entry) { occupancies[index].until = moment }
    }

    /// Ends the hold if a booking is moved to its time.
    private mutating func endHold(of range: ParkSlotRange, _ moment: ContinuousClock.Instant) {
        if let hold, occupancies[hold].range.overlaps(range) { endHold(moment) }
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
        for entry in end.waitlist where waits[entry["id"].text ?? ""] == nil {
            faults.append("waits without having asked for it: \(entry)")
        }
        if end.setsLeft != setsLeft { faults.append("has \(end.setsLeft) sets left instead of \(setsLeft)") }
        if end.debts != debts { faults.append("\(end.debts) instead of \(debts)") }
    }

    private mutating func compare(_ id: String, with booking: JSON) {
        let state = BookingState(booking)
        if let expected = bookings[id], expected.state == .booked, state == .cancelledByPark {
            recordCancellationByPark(id, until: closures.map(\.reopenEnded).max() ?? expected.placed.upperBound)
        }
        guard let expected = bookings[id] else { return }
        if ParkSlotRange(booking) != expected.range || state != expected.state
            || (booking["payWith"] == .string("pass")) != expected.withPass
        {
            faults.append("\(expected) was acknowledged, found is \(booking)")
        }
        if expected.state == .booked,
            closures.contains(where: { $0.covers(expected.range) && expected.placed.upperBound < $0.began })
        {
            faults.append("a closure left \(id) as it was: \(expected.range)")
        }
    }

    /// Checks that each late cancellation and each no-show has one case, with the administrator's decision.
    private mutating func compareCases(with cases: [JSON]) {
        var rest = Set(bookings.filter { $0.value.state == .cancelledLate || $0.value.state == .noShow }.keys)
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
            if found["appeal"]["state"].text != decision?.appeal
                || (found["statement"] != .null) != explained.contains(id)
            {
                faults.append("the appeal and the words in the case of \(id) are lost: \(found)")
            }
        }
        faults += rest.sorted().map { "\($0) has no case" }
    }
}

extension TestAccount.BookingState {
    /// Reads the state of a booking from the service's answer.
    init?(_ booking: JSON) {
        let cancellation = booking["cancellation"]
        switch booking["state"].text {
        case "booked": self = .booked
        case "checked-in": self = .checkedIn
        case "no-show": self = .noShow
        case "cancelled":
            self =
                cancellation["by"] == .string("park")
                ? .cancelledByPark : cancellation["isLate"] == .bool(true) ? .cancelledLate : .cancelled
        default: return nil
        }
    }
}
