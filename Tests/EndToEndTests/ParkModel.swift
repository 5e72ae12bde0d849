import Foundation
import Values

/// A model of the bookings and cases that a customer knows of, which chooses the next operation at random.
struct ParkModel {
    private var bookings: [(id: String, range: ParkSlotRange)] = []
    private var hold: (id: String, range: ParkSlotRange)?
    /// The undecided cases and the decided ones, each with its booking.
    private var open: [(id: String, booking: String)] = []
    private var decided: [(id: String, booking: String, verdict: ParkVerdict)] = []
    /// The number of check-ins of the customer's bookings.
    ///
    /// It is limited, because slots of a customer who showed up never become free again.
    private var visits = 0
    private var purchases = 0
    private var sales = 0
    /// The passes sold at the till that were not corrected yet.
    private var soldPasses: [String] = []
    /// The decided cases with an appeal that awaits an answer.
    private var appealed: [(id: String, booking: String)] = []
    /// The id of the customer, once the till has named it.
    private var customer: String?
    private var debts = ParkDebts()
    /// The payments of passes that were bought online and not refunded.
    private var payments: [String] = []
    /// True if the last operation bought a pass, which is then unused and can be refunded.
    private var isPassNew = false
    /// The bookings of running sets that still need a check-in or a no-show.
    private var walkIns: [String] = []
    /// The entries on the waitlist.
    private var waits: [String] = []
    private var offers: [ParkOffer] = []
    private let phone: String
    /// The reverses for walk-ins, on which nothing else is booked.
    private let walkInReverses: [String]
    private let lateBefore: Date
    private static let visitLimit = 2
    private static let purchaseLimit = 3
    private static let saleLimit = 3

    init(phone: String, walkInReverses: [String], lateBefore: Date) {
        self.phone = phone
        self.walkInReverses = walkInReverses
        self.lateBefore = lateBefore
    }

    /// True if the customer waits for slots, which may have been offered.
    var isWaiting: Bool { !waits.isEmpty }

    /// Notes the offers in force.
    mutating func note(_ offers: [ParkOffer]) { self.offers = offers }

    func nextRequest(_ slots: [ParkSlot], using random: inout SplitMix64) -> ParkOperation.Request {
        let range = ParkSlotRange(
            slot: slots[Int.random(in: slots.indices, using: &random)], sets: Int.random(in: 1...2, using: &random))
        let withPass = Bool.random(using: &random)
        let verdict = [
            ParkVerdict.none, .warning, .fee(100), .chargeSets(Int.random(in: 1...3, using: &random)),
        ][Int.random(in: 0..<4, using: &random)]
        let part = Int.random(in: 1...2, using: &random) * 50
        let booking = bookings.randomElement(using: &random)
        let reverse = walkInReverses.randomElement(using: &random)
        let other = Int.random(in: 0..<30, using: &random)
        let choice = Int.random(in: 0..<10, using: &random)
        if let offer = offers.first, choice < 7 { return .accept(offer, withPass: withPass) }
        if isPassNew, choice < 5, let last = payments.last { return .refund(last) }
        switch other {
        case 0 where purchases < Self.purchaseLimit: return .topUp
        case 1...6:
            if let first = open.first { return .decide(first.id, of: first.booking, verdict) }
        case 7:
            if let first = decided.first { return .reverse(first.id, of: first.booking) }
        case 8...9:
            if let reverse {
                return .walkIn(ParkSlotRange(running: reverse, at: .now), withPass: withPass, phone: phone)
            }
        case 10...13:
            if let first = walkIns.first { return .noShow(first) }
        case 14:
            if let first = walkIns.first { return .checkIn(first) }
        case 15...16:
            if let customer, debts.due > 0 { return .settle(min(debts.due, part), of: customer) }
        case 17:
            if let customer, debts.credit > 0 { return .payBack(min(debts.credit, part), to: customer) }
        case 18:
            if let last = payments.last { return .refund(last) }
        case 20 where sales < Self.saleLimit: return .sell(phone: phone)
        case 21:
            if let first = soldPasses.first { return .correct(first, sets: 2) }
        case 22:
            if let first = open.first { return .explain(first.id, of: first.booking) }
        case 23...24:
            if let first = decided.first { return .appeal(first.id, of: first.booking) }
        case 25:
            if let first = appealed.first { return .rejectAppeal(first.id, of: first.booking) }
        case 26...28: return .wait(range)
        case 29:
            if let first = waits.first { return .leave(first) }
        default: break
        }
        if let hold, choice < 6 {
            return .confirm(hold: hold.id, hold.range, withPass: withPass)
        }
        switch (choice, booking) {
        // Slots that can only be cancelled late are few. They are not checked in, so that they become free again.
        case (0, let booking?) where visits < Self.visitLimit && booking.range.start >= lateBefore:
            return .checkIn(booking.id)
        case (0...2, let booking?),
            (_, let booking?) where bookings.count > 4:
            return .cancel(booking.id)
        case (3...4, let booking?): return .move(booking.id, to: range)
        case (5...6, _): return .hold(range)
        default: return .book(range, withPass: withPass)
        }
    }

    mutating func record(_ operation: ParkOperation) {
        // The next offers are read before the next request.
        offers = []
        isPassNew = operation.payment != nil
        switch operation.outcome {
        case .ok(let result): accept(operation.request, result)
        case .fail(let reason): refuse(operation.request, reason)
        }
    }

    private mutating func accept(_ request: ParkOperation.Request, _ result: JSON) {
        let id = result["id"].text ?? ""
        switch request {
        case .hold(let range): hold = (id, range)
        case .book(let range, _), .confirm(_, let range, _):
            bookings.append((id, range))
            hold = nil
        case .cancel(let id):
            forget(id)
            if let sanctionCase = result["caseId"].text { open.append((sanctionCase, id)) }
        case .move(let old, let range):
            forget(old)
            bookings.append((id, range))
        case .walkIn:
            walkIns.append(result["booking"]["id"].text ?? "")
            customer = result["customer"]["id"].text
        case .checkIn(let id):
            if bookings.contains(where: { $0.id == id }) { visits += 1 }
            forget(id)
        case .noShow(let id):
            forget(id)
            if let sanctionCase = result["booking"]["caseId"].text { open.append((sanctionCase, id)) }
        case .topUp:
            purchases += 1
            payments.append(id)
        case .decide(let id, let booking, let verdict):
            open.removeAll { $0.id == id }
            decided.append((id, booking, verdict))
            if case .fee(let amount) = verdict { debts.due += amount }
        case .reverse(let id, _):
            if case .fee(let amount) = decided.first(where: { $0.id == id })?.verdict { debts.reverse(fee: amount) }
            decided.removeAll { $0.id == id }
            appealed.removeAll { $0.id == id }
        case .explain: break
        case .appeal(let id, let booking):
            // Of one repeated later, the first answer may be there already.
            if result["appeal"]["state"] == .string("open"), !appealed.contains(where: { $0.id == id }) {
                appealed.append((id, booking))
            }
        case .rejectAppeal(let id, _): appealed.removeAll { $0.id == id }
        case .sell:
            sales += 1
            soldPasses.append(result["passId"].text ?? "")
            customer = result["customerId"].text
        case .correct(let id, _): soldPasses.removeAll { $0 == id }
        case .settle(let amount, _): debts.due -= amount
        case .payBack(let amount, _): debts.credit -= amount
        case .refund(let id): payments.removeAll { $0 == id }
        case .wait: if !waits.contains(id) { waits.append(id) }
        case .leave(let id): waits.removeAll { $0 == id }
        case .accept(let offer, _):
            bookings.append((id, offer.range))
            waits.removeAll { $0 == offer.entry }
            hold = nil
        }
    }

    private mutating func refuse(_ request: ParkOperation.Request, _ reason: String) {
        switch (request, reason) {
        // A closure has cancelled the booking.
        case (.move(let id, _), "not-booked"), (.checkIn(let id), "not-booked"): forget(id)
        case (.confirm, "hold-expired"): hold = nil
        case (.refund(let id), "pass-used"): payments.removeAll { $0 == id }
        case (.accept(let offer, _), "hold-expired"): waits.removeAll { $0 == offer.entry }
        default: break
        }
    }

    private mutating func forget(_ id: String) {
        bookings.removeAll { $0.id == id }
        walkIns.removeAll { $0 == id }
    }
}
