import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.decide`: records an administrator's decision with its reason, and applies the sanction.
struct DecideCase: Sendable {
    let cases: LockedCases
    let notices: Notices
    let policy: BookingPolicy
    let keyedCalls: KeyedCalls
    let metrics: BookingMetrics

    func callAsFunction(_ params: Booking.Decide.Params, _ caller: BookingCaller) async throws -> Booking.Case {
        let call = try KeyedCall(Booking.Decide.self, params, caller)
        let decided = try await cases.run(params.id, caller, key: call.answerKey) { locked in
            let transaction = locked.transaction
            return try await keyedCalls.run(call, transaction.state.storedAnswer, in: transaction, now: transaction.now)
            {
                try await decide(locked, params, caller).view
            }
        }
        metrics.decisions.add()
        notices.wakeRelay()
        return decided
    }

    private func decide(
        _ locked: LockedCase, _ params: Booking.Decide.Params, _ caller: BookingCaller
    ) async throws -> CaseRow {
        let (row, booking, transaction) = (locked.row, locked.booking, locked.transaction)
        guard row.state == .open else { throw RPCError(Booking.alreadyDecided) }
        let decision = try checking {
            try SanctionRule.decision(
                params, sets: booking.slots.sets.value, currency: transaction.park.currency, now: transaction.now)
        }
        try await apply(params.sanction, decision, to: locked)
        try await transaction.cases.decide(row.id, decision, by: caller.account)
        // A restriction includes its last day.
        let lastDay = decision.until.map {
            transaction.park.zone.date(at: Instant(milliseconds: $0.milliseconds - 1))
        }
        try await notices.send(.decided(decision, until: lastDay), until: locked.noticeExpiry, in: transaction)
        let subject = "\(row.id.text) \(decision.sanction.rawValue)"
        try await transaction.audit(BookingAuditEntry(.decided, booking, by: caller, subject: subject))
        var decided = row
        decided.state = .decided
        decided.decision = decision
        return decided
    }

    private func apply(_ sanction: SanctionKind, _ decision: Booking.Decision, to locked: LockedCase) async throws {
        let (booking, transaction) = (locked.booking, locked.transaction)
        let charged = try await settleBooking(of: locked, charging: decision.sets ?? 0)
        switch sanction {
        case .none, .warning: break
        case .chargeSets:
            // A pass valid for the slots may pay for them even if it has expired since.
            let time = min(transaction.now, booking.slots.start)
            try await transaction.passAccounts.charge(charged, validAt: time, locked.cause)
        case .fee:
            guard let fee = decision.fee else { return }
            try await transaction.debtAccounts.charge(fee, locked.cause)
        case .prepayOnly, .suspension:
            guard let until = decision.until else { return }
            try await transaction.cases.restrict(locked.row, sanction, until: until)
        }
    }

    /// Settles the charge of the booking: its sets count towards those charged, or return to their passes.
    ///
    /// - Returns: the sets that remain to be charged.
    private func settleBooking(of locked: LockedCase, charging sets: Int) async throws -> Int {
        let (booking, transaction) = (locked.booking, locked.transaction)
        guard booking.payWith == .pass else {
            if booking.charge == .undecided { try await transaction.bookings.setCharge(.none, of: booking.id) }
            return sets
        }
        let charges = BookingCharges(transaction: transaction, policy: policy)
        guard sets >= booking.slots.sets.value else {
            try await charges.returnSets(of: booking, isByPark: true, locked.cause)
            return sets
        }
        try await charges.useSets(of: booking, locked.cause)
        return sets - booking.slots.sets.value
    }
}
