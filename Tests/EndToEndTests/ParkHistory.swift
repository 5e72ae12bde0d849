import Foundation

/// Sets on a reverse from a time on, five minutes each.
struct ParkRide: Sendable, Hashable {
    var slot: ParkSlot
    var sets: Int

    var members: String { #"\#(slot.members),"sets":\#(sets)"# }

    func overlaps(_ other: ParkRide) -> Bool {
        slot.reverse == other.slot.reverse && slot.startsAt < other.end && other.slot.startsAt < end
    }

    private var end: Date { slot.startsAt + Double(sets) * 300 }
}

extension ParkRide {
    /// The ride of a booking as the service tells it.
    init?(_ booking: JSON) {
        guard let reverse = booking["reverseId"].text, let start = booking["startsAt"].text,
            let date = try? Date(start, strategy: .iso8601), let sets = booking["sets"].int
        else { return nil }
        self.init(slot: ParkSlot(reverse: reverse, startsAt: date), sets: sets)
    }
}

/// What one customer asked for, when, and what came of it in the end.
struct ParkOperation: Sendable {
    enum Wish: Sendable {
        case hold(ParkRide)
        case book(ParkRide, withPass: Bool)
        /// Books what the customer holds.
        case confirm(hold: String, ParkRide, withPass: Bool)
        case cancel(String)
        case move(String, to: ParkRide)
        /// The staff notes that the customer has come.
        case checkIn(String)
    }
    enum End: Sendable {
        case ok(JSON)
        /// A word of the contract that means that nothing was changed.
        case fail(String)
    }

    var customer: Int
    var wish: Wish
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
    var end: End
    /// How often it was not known whether the call had an effect, and the call was repeated.
    var unknown = 0
}

extension ParkOperation.Wish {
    /// The time that is wanted, and the booking that gives up its own for it.
    var target: (ride: ParkRide, moved: String?)? {
        switch self {
        case .hold(let ride), .book(let ride, _), .confirm(_, let ride, _): (ride, nil)
        case .move(let id, let ride): (ride, id)
        case .cancel, .checkIn: nil
        }
    }
}

/// What happened, and whether what is found afterwards can have come from it.
///
/// Each customer does one thing after the other and nobody else changes a customer's bookings, so that the acknowledged
/// operations of a customer tell exactly which bookings there must be. Between customers a refusal has to be justified:
/// a slot was taken only if somebody may have had it at the time.
struct ParkHistory: Sendable {
    /// A booking as it has to be.
    struct Kept: Equatable {
        var ride: ParkRide
        var isCancelled: Bool
        var withPass: Bool
        var isCheckedIn = false
    }

    /// Time that somebody has, at the longest.
    private struct Taking {
        var ride: ParkRide
        var booking: String?
        var from: ContinuousClock.Instant
        var until: ContinuousClock.Instant?
    }

    var operations: [ParkOperation]
    /// The sets that each customer has bought.
    var setsBought: Int

    /// How often each kind of operation ended how.
    var summary: [String: Int] {
        operations.reduce(into: [:]) { counts, operation in
            let end = if case .fail(let reason) = operation.end { reason } else { "ok" }
            counts["\(operation.wish.call.method) \(end)", default: 0] += 1
        }
    }

    /// What is wrong, given the bookings and the sets left that each customer found at the end.
    func faults(found: [Int: (bookings: [JSON], setsLeft: Int)]) -> [String] {
        var faults: [String] = []
        var takings: [Taking] = []
        for (customer, own) in Dictionary(grouping: operations, by: \.customer).sorted(by: { $0.key < $1.key }) {
            var account = Account(setsBought: setsBought)
            for operation in own.sorted(by: { $0.began < $1.began }) { account.apply(operation) }
            faults += account.faults.map { "customer \(customer): \($0)" }
            faults += account.faults(found: found[customer]?.bookings ?? []).map { "customer \(customer): \($0)" }
            let left = setsBought - account.setsHeld
            if let end = found[customer], end.setsLeft != left {
                faults.append("customer \(customer) has \(end.setsLeft) sets left instead of \(left)")
            }
            takings += account.takings
        }
        return faults + unjustified(takings)
    }

    /// Refusals for a slot that nobody had.
    private func unjustified(_ takings: [Taking]) -> [String] {
        operations.compactMap { operation in
            guard case .fail("slot-taken") = operation.end else { return nil }
            guard let (ride, moved) = operation.wish.target else { return "what wants no slot met a taken one" }
            let isJustified = takings.contains { taking in
                taking.ride.overlaps(ride) && (moved == nil || taking.booking != moved)
                    && taking.from <= operation.ended && taking.until.map { operation.began <= $0 } ?? true
            }
            return isJustified ? nil : "nobody had what customer \(operation.customer) was refused: \(ride)"
        }
    }

    /// One customer's bookings, operation by operation.
    private struct Account {
        let setsBought: Int
        var bookings: [String: Kept] = [:]
        var takings: [Taking] = []
        var faults: [String] = []
        private var hold: Int?

        init(setsBought: Int) { self.setsBought = setsBought }

        var setsHeld: Int {
            bookings.values.reduce(0) { $1.withPass && !$1.isCancelled ? $0 + $1.ride.sets : $0 }
        }

        mutating func apply(_ operation: ParkOperation) {
            switch operation.end {
            case .fail(let reason): refuse(operation, reason)
            case .ok(let result): accept(operation, result)
            }
        }

        private mutating func refuse(_ operation: ParkOperation, _ reason: String) {
            switch (operation.wish, reason) {
            case (.cancel, _), (.checkIn, _):
                faults.append("a booking could not be cancelled or checked in: \(reason)")
            case (_, "slot-taken"): break
            case (.book(let ride, true), "not-enough-sets"), (.confirm(_, let ride, true), "not-enough-sets"):
                if setsHeld + ride.sets <= setsBought { faults.append("there were sets enough for \(ride)") }
            case (.move(let id, let ride), "not-enough-sets"):
                let freed = bookings[id].map { $0.withPass ? $0.ride.sets : setsBought } ?? setsBought
                if setsHeld - freed + ride.sets <= setsBought {
                    faults.append("there were sets enough to move to \(ride)")
                }
            default: faults.append("\(operation.wish) was refused: \(reason)")
            }
        }

        private mutating func accept(_ operation: ParkOperation, _ result: JSON) {
            let id = result["id"].text ?? ""
            switch operation.wish {
            case .hold(let ride):
                endHold(operation)
                hold = takings.count
                take(ride, nil, operation)
            case .book(let ride, let withPass), .confirm(_, let ride, let withPass):
                endHold(operation)
                if bookings[id] != nil { faults.append("\(id) was made twice") }
                if ParkRide(result) != ride { faults.append("\(ride) was asked for and \(result) booked") }
                bookings[id] = Kept(ride: ride, isCancelled: false, withPass: withPass)
                take(ride, id, operation)
            case .cancel(let id):
                bookings[id]?.isCancelled = true
                release(id, operation)
            case .checkIn(let id): bookings[id]?.isCheckedIn = true
            case .move(let id, let ride):
                bookings[id]?.ride = ride
                release(id, operation)
                take(ride, id, operation)
            }
            if setsHeld > setsBought { faults.append("more sets are set aside than were bought") }
        }

        private mutating func take(_ ride: ParkRide, _ booking: String?, _ operation: ParkOperation) {
            takings.append(Taking(ride: ride, booking: booking, from: operation.began))
        }

        private mutating func release(_ booking: String, _ operation: ParkOperation) {
            for index in takings.indices where takings[index].booking == booking && takings[index].until == nil {
                takings[index].until = operation.ended
            }
        }

        /// A hold ends when the next one is made, and when anything is booked.
        private mutating func endHold(_ operation: ParkOperation) {
            if let hold { takings[hold].until = operation.ended }
            hold = nil
        }

        /// Differences between the bookings that there have to be and those that there are.
        func faults(found: [JSON]) -> [String] {
            var rest = bookings
            var faults: [String] = []
            for booking in found {
                let id = booking["id"].text ?? ""
                guard let expected = rest.removeValue(forKey: id) else {
                    faults.append("nobody asked for \(booking)")
                    continue
                }
                let kept = ParkRide(booking).map {
                    Kept(
                        ride: $0, isCancelled: booking["state"] == .string("cancelled"),
                        withPass: booking["payWith"] == .string("pass"),
                        isCheckedIn: booking["state"] == .string("checkedIn"))
                }
                if kept != expected { faults.append("\(expected) was acknowledged, found is \(booking)") }
            }
            return faults + rest.map { "\($0.key) is lost: \($0.value)" }
        }
    }
}
