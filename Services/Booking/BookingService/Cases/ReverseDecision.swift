import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.reverseDecision`.
///
/// Restrictions end, charged sets return, and the park owes the paid part of a fee.
struct ReverseDecision: Sendable {
    let store: BookingStore
    let cases: LockedCases
    let notices: Notices
    let policy: BookingPolicy

    func callAsFunction(
        _ params: Booking.ReverseDecision.Params, _ caller: BookingCaller
    ) async throws -> Booking.Case {
        try await cases.run(params.id, caller) { locked in
            try await reverse(locked, because: params.reason, caller)
        }
        notices.wakeRelay()
        guard let row = try await store.session(until: caller.deadline).cases.get(params.id) else {
            throw RPCError(.notFound)
        }
        return row.view
    }

    private func reverse(_ locked: LockedCase, because reason: NoteText, _ caller: BookingCaller) async throws {
        let (row, transaction) = (locked.row, locked.transaction)
        if row.state == .reversed { return }
        guard row.state == .decided, let decision = row.decision else {
            throw RPCError(Booking.notDecided)
        }
        try await transaction.cases.liftRestriction(of: row.id, now: transaction.now)
        if decision.sanction == .chargeSets { try await returnSets(of: locked) }
        var credit: Money?
        if let fee = decision.fee { credit = try await transaction.debtAccounts.reverse(fee, locked.cause) }
        try await transaction.cases.reverse(row.id, because: reason, by: caller.account, now: transaction.now)
        try await notices.send(.reversed(credit: credit), until: locked.noticeExpiry, in: transaction)
        try await transaction.audit(
            BookingAuditEntry(.reversed, locked.booking, by: caller, subject: row.id.text))
    }

    private func returnSets(of locked: LockedCase) async throws {
        let (row, booking, transaction) = (locked.row, locked.booking, locked.transaction)
        let charges = BookingCharges(transaction: transaction, policy: policy)
        try await charges.extendPasses(.chargedBy(row.id))
        let charged = try await transaction.passes.charged(by: row.id)
        try await transaction.passAccounts.restore(charged, from: .charged, locked.cause)
        if booking.payWith == .pass {
            try await charges.returnSets(of: booking, isByPark: true, locked.cause)
        }
    }
}
