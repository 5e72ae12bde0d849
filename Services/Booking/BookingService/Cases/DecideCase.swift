import BookingContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// The caller's cases, newest first.
    func cases(_ params: Booking.Cases.Params, _ caller: Caller) async throws -> Page<Booking.Case> {
        let list = PageList(name: "cases")
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        guard let customer = try await knownCustomer(caller) else {
            return Page(items: [], nextCursor: nil)
        }
        let rows = try await store.cases(
            of: customer.id, after: start, limit: limit + 1, deadline: caller.deadline)
        return list.page(
            rows, limit: limit, key: { PageKey(time: $0.openedAt.milliseconds, id: $0.id) }, view: \.view)
    }

    /// Cases that wait for a decision, the oldest first.
    func openCases(_ params: Booking.OpenCases.Params, _ caller: Caller) async throws -> Page<Booking.OpenCase> {
        let park = try await source.park()
        let list = PageList(name: "openCases")
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        let rows = try await store.openCases(
            after: start, park.currency, limit: limit + 1, deadline: caller.deadline)
        return list.page(
            rows, limit: limit,
            key: { PageKey(time: $0.sanctionCase.openedAt.milliseconds, id: $0.sanctionCase.id) },
            view: { row in
                Booking.OpenCase(
                    sanctionCase: row.sanctionCase.view, customer: row.item.customer.view,
                    charge: row.item.booking.chargeView)
            })
    }

    /// Decides a case: nothing happens to a customer without an administrator who says what and why.
    func decide(_ params: Booking.Decide.Params, _ caller: Caller) async throws -> Booking.Case {
        let call = try KeyedCall(Booking.Decide.self, params, caller)
        let row = try await withCase(params.id, caller, call.key) { sanctionCase, booking, desk in
            try await once(call, at: desk) {
                guard sanctionCase.state == .open else { throw RPCError(.conflict, reason: "already-decided") }
                let decision = try SanctionRule.decision(
                    params, sets: booking.ride.sets.value, currency: desk.park.currency, now: desk.now)
                try await apply(decision, to: booking, of: sanctionCase, at: desk)
                try await desk.transaction.decide(sanctionCase.id, decision, by: caller.account)
                try await tell(.decided(decision.sanction), until: Self.noticeEnd(desk), at: desk)
                try await desk.transaction.audit(
                    AuditEntry(
                        event: .decided, actor: caller.account, customer: booking.customer, booking: booking.id,
                        subject: "\(sanctionCase.id.text) \(decision.sanction.rawValue)", traceID: caller.traceID),
                    now: desk.now)
                var decided = sanctionCase
                decided.state = .decided
                decided.decision = decision
                return decided.view
            }
        }
        metrics.decisions.add()
        wakeRelay()
        return row
    }

    private func apply(
        _ decision: Booking.Decision, to booking: BookingRow, of sanctionCase: CaseRow, at desk: Desk
    ) async throws {
        let cause = LedgerCause(customer: booking.customer, booking: booking.id, caseID: sanctionCase.id)
        var charged = decision.sets ?? 0
        if booking.payWith == .pass {
            // What is set aside for the booking, or was used when it began, counts towards what is charged, or goes back.
            let isUsed = charged >= booking.ride.sets.value
            if isUsed { charged -= booking.ride.sets.value }
            try await settleSets(of: booking, isUsed: isUsed, isByPark: true, cause, at: desk)
        } else if booking.charge == .undecided {
            try await desk.transaction.setCharge(.none, of: booking.id)
        }
        switch decision.sanction {
        case .none, .warning: break
        case .chargeSets:
            // A pass that was good for the ride is good for its price, even if it has run out since.
            let time = min(desk.now, booking.ride.start)
            try await charge(charged, from: time, cause, at: desk)
        case .fee:
            guard let fee = decision.fee else { return }
            try await desk.transaction.move(
                fee, of: .due, isMore: true, .fees, kind: .fee, id: makeID(desk), cause, now: desk.now)
        case .prepayOnly, .suspension:
            guard let until = decision.until else { return }
            try await desk.transaction.restrict(
                booking.customer, decision.sanction, until: until, because: sanctionCase.id)
        }
    }

    /// Uses the sets of a booking on a pass, or gives them back, whether they are still set aside or were used already.
    /// - Parameter isByPark: whether they go back because of what the park has done or decided; they can be used for a
    ///   while then, even if the pass has run out.
    func settleSets(
        of booking: BookingRow, isUsed: Bool, isByPark: Bool, _ cause: LedgerCause, at desk: Desk
    ) async throws {
        if isByPark, !isUsed { try await keepGood(.ofBooking(booking.id), at: desk) }
        switch booking.charge {
        case .held, .undecided:
            try await desk.transaction.resolve(
                booking.id, posting: isUsed, cause, now: desk.now, id: { makeID(desk) })
        case .charged where !isUsed:
            for (account, sets) in try await desk.transaction.usedSets(of: booking.id) {
                try await desk.transaction.moveSets(
                    sets, pass: account, .used, isTaken: false, kind: .restored, id: makeID(desk), cause,
                    now: desk.now)
            }
        case .charged, .due, .returned, .none: return
        }
        try await desk.transaction.setCharge(isUsed ? .charged : .returned, of: booking.id)
    }

    /// Lets the passes to which sets go back be good for a while: what was decided late is no use on a pass that ends.
    private func keepGood(_ passes: ReturnedTo, at desk: Desk) async throws {
        let until = desk.now.milliseconds + policy.returnedSetsLifetime.wholeMilliseconds
        try await desk.transaction.extend(passes, until: Instant(milliseconds: until))
    }

    /// Takes sets from the passes that were good at a time.
    private func charge(_ sets: Int, from time: Instant, _ cause: LedgerCause, at desk: Desk) async throws {
        let passes = try await desk.transaction.lockPasses(of: cause.customer)
        guard let parts = PassPlan.parts(of: sets, for: time, from: passes) else { throw RPCError.notEnoughSets }
        for part in parts {
            try await desk.transaction.moveSets(
                part.sets, pass: part.account, .charged, isTaken: true, kind: .charged, id: makeID(desk), cause,
                now: desk.now)
        }
    }

    /// Takes a decision back: restrictions end, sets that it took return, and what was paid of a fee the park owes.
    func reverseDecision(_ params: Booking.ReverseDecision.Params, _ caller: Caller) async throws -> Booking.Case {
        try await withCase(params.id, caller) { sanctionCase, booking, desk in
            if sanctionCase.state == .reversed { return }
            guard sanctionCase.state == .decided, let decision = sanctionCase.decision else {
                throw RPCError(.conflict, reason: "not-decided")
            }
            let cause = LedgerCause(customer: booking.customer, booking: booking.id, caseID: sanctionCase.id)
            try await desk.transaction.liftRestriction(of: sanctionCase.id, now: desk.now)
            if decision.sanction == .chargeSets {
                try await keepGood(.chargedBy(sanctionCase.id), at: desk)
                for (account, sets) in try await desk.transaction.chargedSets(by: sanctionCase.id) {
                    try await desk.transaction.moveSets(
                        sets, pass: account, .charged, isTaken: false, kind: .restored, id: makeID(desk), cause,
                        now: desk.now)
                }
                if booking.payWith == .pass {
                    try await settleSets(of: booking, isUsed: false, isByPark: true, cause, at: desk)
                }
            }
            var credit: Money?
            if let fee = decision.fee { credit = try await takeBack(fee, cause, at: desk) }
            try await desk.transaction.reverse(
                sanctionCase.id, reason: params.reason, by: caller.account, now: desk.now)
            try await tell(.reversed(credit: credit), until: Self.noticeEnd(desk), at: desk)
            try await desk.transaction.audit(
                AuditEntry(
                    event: .reversed, actor: caller.account, customer: booking.customer, booking: booking.id,
                    subject: sanctionCase.id.text, traceID: caller.traceID),
                now: desk.now)
        }
        wakeRelay()
        guard let row = try await store.sanctionCase(params.id, deadline: caller.deadline) else {
            throw RPCError(.notFound)
        }
        return row.view
    }

    /// Until when it is of use to be told of a decision: a day later it was found in the app.
    private static func noticeEnd(_ desk: Desk) -> Instant { desk.now.advanced(bySeconds: 86_400) }

    /// Runs `body` with a case and its booking locked.
    private func withCase<Value: Sendable>(
        _ id: Identifier, _ caller: Caller, _ key: AnswerKey? = nil,
        _ body: @Sendable (CaseRow, BookingRow, Desk) async throws -> Value
    ) async throws -> Value {
        guard let customer = try await store.sanctionCase(id, deadline: caller.deadline)?.customer else {
            throw RPCError(.notFound)
        }
        return try await atDesk(customer, key, until: caller.deadline) { desk in
            guard let sanctionCase = try await desk.transaction.lockCase(id),
                let booking = try await desk.transaction.lockBooking(sanctionCase.booking)
            else { throw RPCError(.notFound) }
            guard booking.customer == customer else { throw RPCError.joinedMeanwhile }
            return try await body(sanctionCase, booking, desk)
        }
    }
}
