import Foundation

/// Consecutive sets on a reverse, five minutes each.
struct ParkSlotRange: Sendable, Hashable {
    var slot: ParkSlot
    var sets: Int

    var members: String { #"\#(slot.members),"sets":\#(sets)"# }
    var start: Date { slot.startsAt }
    var end: Date { slot.startsAt + Double(sets) * 300 }

    func overlaps(_ other: ParkSlotRange) -> Bool {
        slot.reverse == other.slot.reverse && start < other.end && other.start < end
    }
}

extension ParkSlotRange {
    /// Creates the set that is running on a reverse at a given time.
    init(running reverse: String, at time: Date) {
        let start = (time.timeIntervalSince1970 / 300).rounded(.down) * 300
        self.init(slot: ParkSlot(reverse: reverse, startsAt: Date(timeIntervalSince1970: start)), sets: 1)
    }

    /// Reads the range from a booking in the service's answer.
    init?(_ booking: JSON) {
        guard let reverse = booking["reverseId"].text, let start = booking["startsAt"].text,
            let date = try? Date(start, strategy: .iso8601), let sets = booking["sets"].int
        else { return nil }
        self.init(slot: ParkSlot(reverse: reverse, startsAt: date), sets: sets)
    }
}

/// An administrator's decision on a late cancellation.
enum ParkVerdict: Sendable, Hashable {
    case none, warning
    case chargeSets(Int)
    /// A fee in minor units.
    case fee(Int)

    var sanction: String {
        switch self {
        case .none: "none"
        case .warning: "warning"
        case .chargeSets: "charge-sets"
        case .fee: "fee"
        }
    }

    var members: String {
        switch self {
        case .none, .warning: #""sanction":"\#(sanction)""#
        case .chargeSets(let sets): #""sanction":"charge-sets","sets":\#(sets)"#
        case .fee(let amount): #""sanction":"fee","fee":{"amount":\#(amount),"currency":"BYN"}"#
        }
    }
}

/// Slots that the waitlist holds for a customer.
struct ParkOffer: Sendable, Hashable {
    /// The ids of the entry and of the hold.
    var entry: String
    var hold: String
    var range: ParkSlotRange
    var until: Date
    /// A time at which the offer was certainly in force.
    var seen: ContinuousClock.Instant

    /// Reads an entry of the waitlist; returns `nil` if it is not offered.
    init?(_ entry: JSON, seen: ContinuousClock.Instant) {
        guard entry["state"] == .string("offered"), let id = entry["id"].text, let hold = entry["holdId"].text,
            let range = ParkSlotRange(entry), let end = entry["offeredUntil"].text,
            let until = try? Date(end, strategy: .iso8601)
        else { return nil }
        self.init(entry: id, hold: hold, range: range, until: until, seen: seen)
    }

    init(entry: String, hold: String, range: ParkSlotRange, until: Date, seen: ContinuousClock.Instant) {
        (self.entry, self.hold, self.range, self.until, self.seen) = (entry, hold, range, until, seen)
    }
}

/// The money that a customer owes the park, and that the park owes the customer, in minor units.
struct ParkDebts: Sendable, Equatable {
    var due = 0
    var credit = 0

    /// Reverses a fee: waives its unpaid part, and credits the paid part.
    mutating func reverse(fee: Int) {
        let waived = min(due, fee)
        due -= waived
        credit += fee - waived
    }
}

/// One operation of a customer: the request, its times and its outcome.
struct ParkOperation: Sendable {
    enum Request: Sendable {
        case hold(ParkSlotRange)
        case book(ParkSlotRange, withPass: Bool)
        /// Books the slots that the customer holds.
        case confirm(hold: String, ParkSlotRange, withPass: Bool)
        case cancel(String)
        case move(String, to: ParkSlotRange)
        /// The staff books a running set for the customer, who is named by phone number.
        case walkIn(ParkSlotRange, withPass: Bool, phone: String)
        /// The staff records that the customer showed up, or did not.
        case checkIn(String)
        case noShow(String)
        /// Buys a pass of five sets and pays for it; the provider notifies twice.
        case topUp
        /// An administrator decides the case of a booking, or reverses the decision.
        case decide(String, of: String, ParkVerdict)
        case reverse(String, of: String)
        /// The customer explains a case of a booking, and appeals against its decision; an administrator rejects that.
        case explain(String, of: String)
        case appeal(String, of: String)
        case rejectAppeal(String, of: String)
        /// The till sells a pass of five sets to the owner of a phone number, and adds sets to a pass.
        case sell(phone: String)
        case correct(String, sets: Int)
        /// The customer, named by id, pays a part of a debt at the till, and the till pays out a part of a credit.
        case settle(Int, of: String)
        case payBack(Int, to: String)
        /// An administrator refunds the price of a pass that was bought online, named by its payment.
        case refund(String)
        /// The customer waits for slots that others have booked, and stops waiting.
        case wait(ParkSlotRange)
        case leave(String)
        /// The customer books slots that the waitlist offers.
        case accept(ParkOffer, withPass: Bool)
    }
    enum Outcome: Sendable {
        case ok(JSON)
        /// The reason of a refusal that changed nothing.
        case fail(String)
    }

    var customer: Int
    var request: Request
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
    /// The time of the end by the wall clock.
    var endedAt = Date.now
    var outcome: Outcome
    /// The number of attempts that were repeated because their effect was unknown.
    var unknown = 0

    /// The id of the payment if the operation bought a pass.
    var payment: String? {
        guard case .topUp = request, case .ok(let payment) = outcome else { return nil }
        return payment["id"].text
    }
}

extension ParkOperation.Request {
    /// The wanted slots, and the booking that moves to them, if any.
    var target: (range: ParkSlotRange, moved: String?)? {
        switch self {
        case .hold(let range), .book(let range, _), .confirm(_, let range, _), .walkIn(let range, _, _): (range, nil)
        case .accept(let offer, _): (offer.range, nil)
        case .move(let id, let range): (range, id)
        case .cancel, .checkIn, .noShow, .topUp, .decide, .reverse, .explain, .appeal, .rejectAppeal, .sell, .correct,
            .settle, .payBack, .refund, .wait, .leave:
            nil
        }
    }

    /// The call of the operation; for a purchase, the first of several.
    var call: (method: String, params: String) {
        switch self {
        case .hold(let range): ("booking.hold", "{\(range.members)}")
        case .book(let range, let withPass):
            ("booking.book", #"{\#(range.members),"payWith":"\#(withPass ? "pass" : "on-site")"}"#)
        case .confirm(let hold, _, let withPass):
            ("booking.book", #"{"holdId":"\#(hold)","payWith":"\#(withPass ? "pass" : "on-site")"}"#)
        case .accept(let offer, let withPass):
            ("booking.book", #"{"holdId":"\#(offer.hold)","payWith":"\#(withPass ? "pass" : "on-site")"}"#)
        case .cancel(let id): ("booking.cancel", #"{"id":"\#(id)"}"#)
        case .move(let id, let range): ("booking.reschedule", #"{"id":"\#(id)",\#(range.members)}"#)
        case .walkIn(let range, let withPass, let phone):
            (
                "booking.bookFor",
                #"{\#(range.members),"payWith":"\#(withPass ? "pass" : "on-site")","phone":"\#(phone)","name":"Ada"}"#
            )
        case .checkIn(let id): ("booking.checkIn", #"{"id":"\#(id)"}"#)
        case .noShow(let id): ("booking.noShow", #"{"id":"\#(id)"}"#)
        case .topUp: ("booking.topUp", #"{"productId":"five-sets","returnUrl":"https://example.org/paid"}"#)
        case .decide(let id, _, let verdict):
            ("booking.decide", #"{"id":"\#(id)",\#(verdict.members),"reason":"because"}"#)
        case .reverse(let id, _): ("booking.reverseDecision", #"{"id":"\#(id)","reason":"a mistake"}"#)
        case .explain(let id, _): ("booking.explain", #"{"id":"\#(id)","text":"the bus"}"#)
        case .appeal(let id, _): ("booking.appeal", #"{"id":"\#(id)","text":"the bus"}"#)
        case .rejectAppeal(let id, _): ("booking.rejectAppeal", #"{"id":"\#(id)","reason":"nobody called"}"#)
        case .wait(let range): ("booking.wait", "{\(range.members)}")
        case .leave(let id): ("booking.leaveWaitlist", #"{"id":"\#(id)"}"#)
        case .sell(let phone):
            ("booking.sellPass", #"{"phone":"\#(phone)","name":"Ada","productId":"five-sets"}"#)
        case .correct(let id, let sets):
            ("booking.correctPass", #"{"id":"\#(id)","sets":\#(sets),"reason":"a present"}"#)
        case .settle(let amount, let customer): ("booking.settle", Self.params(amount, customer))
        case .payBack(let amount, let customer): ("booking.payBack", Self.params(amount, customer))
        case .refund(let id): ("booking.refund", #"{"id":"\#(id)","reason":"moves away"}"#)
        }
    }

    private static func params(_ amount: Int, _ customer: String) -> String {
        #"{"customerId":"\#(customer)","amount":{"amount":\#(amount),"currency":"BYN"}}"#
    }

    /// True if the staff or an administrator makes the call.
    var isOfStaff: Bool {
        switch self {
        case .walkIn, .checkIn, .noShow, .decide, .reverse, .rejectAppeal, .sell, .correct, .settle, .payBack, .refund:
            true
        case .hold, .book, .confirm, .cancel, .move, .topUp, .explain, .appeal, .wait, .leave, .accept: false
        }
    }
}

/// A closure of a reverse by the staff, until it was reopened.
struct ParkClosure: Sendable {
    var reverse: String
    var from: Date
    var to: Date
    /// The start of the closing call, and the time at which all cancellations were confirmed.
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
    /// The start of the reopening call, and the time of its confirmation.
    var reopenBegan: ContinuousClock.Instant
    var reopenEnded: ContinuousClock.Instant
    /// The number of cancelled bookings.
    var cancelled: Int

    func covers(_ range: ParkSlotRange) -> Bool {
        range.slot.reverse == reverse && range.start < to && from < range.end
    }

    /// Returns true if the reverse may have been closed at some moment of the interval.
    func mayBeInForce(from start: ContinuousClock.Instant, until end: ContinuousClock.Instant) -> Bool {
        began <= end && start <= reopenEnded
    }

    /// Returns true if the reverse was certainly closed throughout the interval.
    func isSurelyInForce(from start: ContinuousClock.Instant, until end: ContinuousClock.Instant) -> Bool {
        ended < start && end < reopenBegan
    }
}
