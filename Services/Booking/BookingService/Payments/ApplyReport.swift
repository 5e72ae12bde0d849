import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Applies a provider's report to its payment.
///
/// Reports may arrive repeatedly, late or out of order without changing the result. A report that does not match the
/// payment is refused and audited.
struct ApplyReport: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let metrics: BookingMetrics

    func callAsFunction(
        _ report: ProviderReport, of provider: any PaymentProvider, deadline: ContinuousClock.Instant
    ) async throws {
        guard let payment = try await store.session(until: deadline).payments.get(report.order),
            payment.provider == provider.name
        else { throw refusal() }
        let outcome = try await transactions.run(payment.customer, until: deadline) { transaction in
            guard let payment = try await transaction.payments.lock(report.order) else { throw RPCError(.notFound) }
            let outcome = try await decide(report, on: payment, in: transaction)
            try await apply(outcome, of: report, to: payment, in: transaction)
            return outcome
        }
        switch outcome {
        case .credit: metrics.notifications.count(.credited)
        case .end: metrics.notifications.count(.ended)
        case .nothing: metrics.notifications.count(.repeated)
        case .refuse: throw refusal()
        }
    }

    /// Counts a refused report, and returns the error to throw.
    func refusal() -> RPCError {
        metrics.notifications.count(.refused)
        return .notificationRejected
    }

    private func decide(
        _ report: ProviderReport, on payment: PaymentRow, in transaction: CustomerTransaction
    ) async throws -> PaymentRule.Outcome {
        let outcome = PaymentRule.outcome(of: report, for: payment)
        guard outcome == .credit, try await transaction.payments.isOfAnother(report.transaction, than: payment) else {
            return outcome
        }
        return .refuse("another payment's transfer")
    }

    private func apply(
        _ outcome: PaymentRule.Outcome, of report: ProviderReport, to payment: PaymentRow,
        in transaction: CustomerTransaction
    ) async throws {
        switch outcome {
        case .credit: try await credit(payment, paidBy: report.transaction, in: transaction)
        case .end(let state): try await transaction.payments.setState(state, of: payment.id, now: transaction.now)
        case .nothing: break
        case .refuse(let why):
            try await transaction.audit(
                BookingAuditEntry(
                    event: .paymentRefused, customer: payment.customer, subject: "\(payment.id.text): \(why)"))
        }
    }

    private func credit(
        _ payment: PaymentRow, paidBy transfer: String, in transaction: CustomerTransaction
    ) async throws {
        let cause = LedgerCause(customer: payment.customer, payment: payment.id)
        let now = transaction.now
        let account = try await transaction.passes.insert(
            PassRow(
                id: transaction.newID(), product: payment.product, sets: payment.sets, balance: 0, pending: 0,
                expiresAt: Instant(milliseconds: now.milliseconds + payment.validity), boughtAt: now),
            of: payment.customer, payment: payment.id)
        try await transaction.ledger.post(
            Transfer(
                kind: .bought, from: .park(.issued), to: .pass(account), amount: .sets(payment.sets), cause: cause))
        try await transaction.debtAccounts.receive(payment.price, over: .provider, cause)
        try await transaction.payments.setPaid(payment.id, by: transfer, now: now)
        try await transaction.audit(
            BookingAuditEntry(event: .credited, customer: payment.customer, subject: payment.id.text))
    }
}

extension RPCError {
    /// The refusal of a notification that is forged or does not match its payment.
    static let notificationRejected = RPCError(Booking.notBelieved)
}

/// Implements `booking.notifyPayment`: a provider's notification.
struct ReceiveNotification: Sendable {
    let provider: (any PaymentProvider)?
    let apply: ApplyReport

    func callAsFunction(_ request: RawRequest, deadline: ContinuousClock.Instant) async throws {
        let report: ProviderReport?
        do {
            report = try await provider?.verifyNotification(
                headers: request.headers, body: request.body, deadline: deadline)
        } catch {
            throw RPCError.paymentsUnavailable("\(error)")
        }
        guard let provider, let report else { throw apply.refusal() }
        try await apply(report, of: provider, deadline: deadline)
    }
}

/// Queries the provider about an expired payment.
///
/// While the provider is unavailable, the payment stays pending. If the provider does not know the payment, or reports
/// a different one, the payment expires; money that arrives later is still credited.
struct CheckOverduePayment: Sendable {
    let provider: (any PaymentProvider)?
    let transactions: CustomerTransactions
    let apply: ApplyReport

    func callAsFunction(_ payment: PaymentRow, until deadline: ContinuousClock.Instant) async throws {
        guard let provider, provider.name == payment.provider else { return }
        if let id = payment.providerID {
            do {
                if let report = try await provider.fetchStatus(id, deadline: deadline), report.state != .pending {
                    return try await apply(report, of: provider, deadline: deadline)
                }
            } catch PaymentFault.unavailable {
                return
            } catch let error as RPCError where error.reason == RPCError.notificationRejected.reason {
                // Audited where it was refused.
            } catch PaymentFault.refused {}
        }
        try await transactions.run(payment.customer, until: deadline) { transaction in
            guard try await transaction.payments.lock(payment.id)?.state == .pending else { return }
            try await transaction.payments.setState(.expired, of: payment.id, now: transaction.now)
        }
    }
}
