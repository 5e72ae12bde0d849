import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// How far a refund has come.
    enum RefundOutcome: Equatable, Sendable {
        case done
        /// The provider does not give the money back; the pass is as it was.
        case refused(String)
        /// It is not known yet: housekeeping asks again.
        case pending(String)
    }

    /// Gives the price of an unused pass back.
    ///
    /// The sets go first, so that nobody rides them meanwhile; then the provider is asked, and again by housekeeping until it
    /// says how it ended.
    func refund(_ params: Booking.Refund.Params, _ caller: Caller) async throws -> Booking.Payment {
        guard let payment = try await store.payment(params.id, deadline: caller.deadline) else {
            throw RPCError(.notFound)
        }
        guard let provider = payments, provider.name == payment.provider else {
            throw Self.noPayments("the provider \(payment.provider) is not configured")
        }
        let begun = try await atDesk(payment.customer, until: caller.deadline) { desk in
            try await beginRefund(of: params.id, because: params.reason, caller, at: desk)
        }
        if begun.state == .refunding {
            switch try await finishRefund(of: begun, at: provider, until: caller.deadline) {
            case .done: break
            case .refused(let why): throw RPCError(.conflict, reason: "refund-refused", cause: why)
            case .pending(let why): throw Self.noPayments(why)
            }
        }
        return try await store.payment(begun.id, deadline: caller.deadline)?.view ?? begun.view
    }

    /// Takes the sets of a payment back; nothing if that was done before.
    private func beginRefund(
        of id: Identifier, because reason: NoteText, _ caller: Caller, at desk: Desk
    ) async throws -> PaymentRow {
        guard var payment = try await desk.transaction.lockPayment(id) else { throw RPCError(.notFound) }
        switch payment.state {
        case .refunding, .refunded: return payment
        case .pending, .failed, .expired: throw RPCError(.conflict, reason: "not-paid")
        case .paid: break
        }
        let passes = try await desk.transaction.lockPasses(of: payment.customer)
        guard let pass = try await desk.transaction.pass(of: id),
            passes.first(where: { $0.id == pass.id })?.left == payment.sets
        else { throw RPCError(.conflict, reason: "pass-used") }
        try await desk.transaction.moveSets(
            payment.sets, pass: pass.account, .issued, isTaken: true, kind: .refunded, id: makeID(desk),
            LedgerCause(customer: payment.customer, payment: id), now: desk.now)
        try await desk.transaction.setRefunding(id, because: reason, now: desk.now)
        try await desk.transaction.audit(
            AuditEntry(
                event: .refundBegun, actor: caller.account, customer: payment.customer,
                subject: "\(id.text): \(reason.text)", traceID: caller.traceID),
            now: desk.now)
        payment.state = .refunding
        payment.refundReason = reason
        return payment
    }

    /// Asks the provider to give a payment back whose sets are taken, and writes down how that ended.
    func finishRefund(
        of payment: PaymentRow, at provider: any PaymentProvider, until deadline: ContinuousClock.Instant
    ) async throws -> RefundOutcome {
        guard let transaction = payment.transactionID else {
            throw RPCError(.internal, cause: "payment \(payment.id.text) was paid by no transfer")
        }
        let outcome: RefundOutcome
        do throws(PaymentFault) {
            try await provider.refund(
                RefundOrder(
                    id: payment.id, transaction: transaction, price: payment.price,
                    reason: payment.refundReason?.text ?? ""),
                deadline: deadline)
            outcome = .done
        } catch {
            switch error {
            case .refused(let why): outcome = .refused(why)
            case .unavailable(let why): return .pending(why)
            }
        }
        try await atDesk(payment.customer, until: deadline) { desk in
            guard try await desk.transaction.lockPayment(payment.id)?.state == .refunding else { return }
            try await settleRefund(of: payment, outcome, at: desk)
        }
        return outcome
    }

    private func settleRefund(of payment: PaymentRow, _ outcome: RefundOutcome, at desk: Desk) async throws {
        let cause = LedgerCause(customer: payment.customer, payment: payment.id)
        var entry = AuditEntry(event: .refunded, customer: payment.customer, subject: payment.id.text)
        switch outcome {
        case .done:
            try await desk.transaction.payBack(
                payment.price, over: .provider, kind: .refunded, id: makeID(desk), cause, now: desk.now)
            try await desk.transaction.setState(.refunded, ofPayment: payment.id, now: desk.now)
        case .refused(let why):
            guard let pass = try await desk.transaction.pass(of: payment.id) else {
                throw RPCError(.internal, cause: "payment \(payment.id.text) has no pass")
            }
            try await desk.transaction.moveSets(
                payment.sets, pass: pass.account, .issued, isTaken: false, kind: .restored, id: makeID(desk), cause,
                now: desk.now)
            try await desk.transaction.setState(.paid, ofPayment: payment.id, now: desk.now)
            entry.event = .refundRefused
            entry.subject = "\(payment.id.text): \(why)"
        case .pending: return
        }
        try await desk.transaction.audit(entry, now: desk.now)
    }
}
