import Foundation

/// The final state of a customer.
struct ParkFindings: Sendable {
    var bookings: [JSON] = []
    var cases: [JSON] = []
    var setsLeft: Int
    var debts = ParkDebts()
    var waitlist: [JSON] = []
}

/// A history of operations, with a check that the final state can result from it.
///
/// A customer performs one operation at a time, and nothing but closures changes the customer's bookings otherwise. So
/// the acknowledged operations determine the bookings, cases and sets that must exist, apart from the bookings that
/// closures cancelled, which must be exactly those in the closed time. A slot may be refused as taken only if another
/// customer may have had it or have waited for it at the time, or the reverse may have been closed.
struct ParkHistory: Sendable {
    var operations: [ParkOperation]
    var closures: [ParkClosure] = []
    /// The number of sets that each customer had bought before.
    var setsBought: Int
    /// The earliest start of a booking that can still be cancelled free.
    var lateBefore: Date = .distantPast

    /// The number of slots booked that the waitlist offered.
    var acceptedOffers: Int {
        operations.count {
            if case .accept = $0.request, case .ok = $0.outcome { true } else { false }
        }
    }

    /// The number of operations by method and outcome.
    var summary: [String: Int] {
        var counts: [String: Int] = operations.reduce(into: [:]) { counts, operation in
            let outcome = if case .fail(let reason) = operation.outcome { reason } else { "ok" }
            counts["\(operation.request.call.method) \(outcome)", default: 0] += 1
        }
        counts["booking.close ok"] = closures.count
        return counts
    }

    /// Returns the contradictions between the history and the customers' final states.
    func faults(found: [Int: ParkFindings]) -> [String] {
        var faults: [String] = []
        var occupancies: [TestAccount.Occupancy] = []
        var cancelledByPark = 0
        for (customer, own) in Dictionary(grouping: operations, by: \.customer).sorted(by: { $0.key < $1.key }) {
            var account = TestAccount(setsBought: setsBought, closures: closures, lateBefore: lateBefore)
            for operation in own.sorted(by: { $0.began < $1.began }) { account.apply(operation) }
            if let end = found[customer] { account.compare(with: end) }
            faults += account.faults.map { "customer \(customer): \($0)" }
            occupancies += account.occupancies
            cancelledByPark += account.cancelledByPark
        }
        let counted = closures.reduce(0) { $0 + $1.cancelled }
        if counted != cancelledByPark {
            faults.append("closures cancelled \(cancelledByPark) bookings and counted \(counted)")
        }
        return faults + unjustified(occupancies) + soldOffers
    }

    /// The accepted offers of slots that somebody else got while they were offered.
    private var soldOffers: [String] {
        operations.flatMap { accepted -> [String] in
            guard case .accept(let offer, _) = accepted.request, case .ok = accepted.outcome else { return [] }
            return operations.compactMap { other in
                guard case .ok = other.outcome, other.customer != accepted.customer,
                    let range = other.request.target?.range, range.overlaps(offer.range), other.began > offer.seen,
                    other.ended < accepted.began
                else { return nil }
                return "customer \(other.customer) got \(range), which was offered to customer \(accepted.customer)"
            }
        }
    }

    /// Returns the refusals of slots that nobody had and no closure covered.
    private func unjustified(_ occupancies: [TestAccount.Occupancy]) -> [String] {
        operations.compactMap { operation in
            guard case .fail("slot-taken") = operation.outcome else { return nil }
            // Nobody can wait for slots that are closed.
            if case .wait = operation.request { return nil }
            guard let (range, moved) = operation.request.target else { return "what wants no slot met a taken one" }
            let isTaken = occupancies.contains { occupancy in
                occupancy.range.overlaps(range) && (moved == nil || occupancy.booking != moved)
                    && occupancy.from <= operation.ended && occupancy.until.map { operation.began <= $0 } ?? true
            }
            let isClosed = closures.contains {
                $0.covers(range) && $0.mayBeInForce(from: operation.began, until: operation.ended)
            }
            return isTaken || isClosed
                ? nil : "nobody had what customer \(operation.customer) was refused: \(range)"
        }
    }
}
