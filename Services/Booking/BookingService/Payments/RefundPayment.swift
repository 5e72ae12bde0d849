import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.refund`: refunds the price of an unused pass.
///
/// The sets are taken back first, so that they cannot be used meanwhile. Then the provider is asked for the refund;
/// housekeeping repeats the request until the outcome is known.
struct RefundPayment: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let provider: (any PaymentProvider)?
    let finish: FinishRefund

    func callAsFunction(_ params: Booking.Refund.Params, _ caller: BookingCaller) async throws -> Booking.Payment {
        let session = store.session(until: caller.deadline)
        guard let payment = try await session.payments.get(params.id) else { throw RPCError(.notFound) }
        guard let provider, provider.name == payment.provider else {
            throw RPCError.paymentsUnavailable("the provider \(payment.provider) is not configured")
        }
        let begun = try await transactions.run(payment.customer, until: caller.deadline) { transaction in
            try await begin(params.id, because: params.reason, caller, in: transaction)
        }
        if begun.state == .refunding {
            switch try await finish(begun, at: provider, until: caller.deadline) {
            case .done: break
            case .refused(let why): throw RPCError(Booking.refundRefused, cause: why)
            case .pending(let why): throw RPCError.paymentsUnavailable(why)
            }
        }
        return try await session.payments.get(begun.id)?.view ?? begun.view
    }

    /// Takes the sets back, unless an earlier call did.
    private func begin(
        _ id: Identifier, because reason: NoteText, _ caller: BookingCaller, in transaction: CustomerTransaction
    ) async throws -> PaymentRow {
        guard var payment = try await transaction.payments.lock(id) else { throw RPCError(.notFound) }
        switch payment.state {
        case .refunding, .refunded: return payment
        case .pending, .failed, .expired: throw RPCError(Booking.notPaid)
        case .paid: break
        }
        let passes = try await transaction.passes.lock(of: payment.customer)
        guard let pass = try await transaction.passes.bought(by: id),
            payment.isRefundable(left: passes.first { $0.id == pass.id }?.left),
            // What the till added or took is no part of the payment.
            try await !transaction.receipts.exist(for: pass.id)
        else { throw RPCError(Booking.passUsed) }
        try await transaction.ledger.post(
            Transfer(
                kind: .refunded, from: .pass(pass.account), to: .park(.issued), amount: .sets(payment.sets),
                cause: LedgerCause(customer: payment.customer, payment: id)))
        try await transaction.payments.setRefunding(id, because: reason, now: transaction.now)
        try await transaction.audit(
            BookingAuditEntry(
                event: .refundBegun, actor: caller.account, customer: payment.customer,
                subject: "\(id.text): \(reason.text)", traceID: caller.traceID))
        payment.state = .refunding
        payment.refundReason = reason
        return payment
    }
}

/// Asks the provider to refund a payment whose sets have been taken back, and records the outcome.
struct FinishRefund: Sendable {
    enum Outcome: Equatable, Sendable {
        case done
        /// The provider does not refund; the sets are back on the pass.
        case refused(String)
        /// The outcome is unknown: housekeeping asks again.
        case pending(String)
    }

    let transactions: CustomerTransactions

    func callAsFunction(
        _ payment: PaymentRow, at provider: any PaymentProvider, until deadline: ContinuousClock.Instant
    ) async throws -> Outcome {
        guard let transfer = payment.transactionID else {
            throw RPCError(.internal, cause: "payment \(payment.id.text) was paid by no transfer")
        }
        let outcome: Outcome
        do throws(PaymentFault) {
            try await provider.refund(
                RefundOrder(
                    id: payment.id, transaction: transfer, price: payment.price,
                    reason: payment.refundReason?.text ?? ""),
                deadline: deadline)
            outcome = .done
        } catch {
            switch error {
            case .refused(let why): outcome = .refused(why)
            case .unavailable(let why): return .pending(why)
            }
        }
        try await transactions.run(payment.customer, until: deadline) { transaction in
            guard try await transaction.payments.lock(payment.id)?.state == .refunding else { return }
            try await record(outcome, of: payment, in: transaction)
        }
        return outcome
    }

    private func record(
        _ outcome: Outcome, of payment: PaymentRow, in transaction: CustomerTransaction
    ) async throws {
        let cause = LedgerCause(customer: payment.customer, payment: payment.id)
        var entry = BookingAuditEntry(event: .refunded, customer: payment.customer, subject: payment.id.text)
        switch outcome {
        case .done:
            try await transaction.ledger.post(
                Transfer(
                    kind: .refunded, from: .park(.sales), to: .park(.provider), amount: .money(payment.price),
                    cause: cause))
            try await transaction.payments.setState(.refunded, of: payment.id, now: transaction.now)
        case .refused(let why):
            guard let pass = try await transaction.passes.bought(by: payment.id) else {
                throw RPCError(.internal, cause: "payment \(payment.id.text) has no pass")
            }
            let sets = PassSets(account: pass.account, sets: payment.sets)
            try await transaction.passAccounts.restore([sets], from: .issued, cause)
            try await transaction.payments.setState(.paid, of: payment.id, now: transaction.now)
            entry.event = .refundRefused
            entry.subject = "\(payment.id.text): \(why)"
        case .pending: return
        }
        try await transaction.audit(entry)
    }
}
