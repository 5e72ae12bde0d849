import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// Buys a pass: the payment is kept first, then the provider is asked; who asks again with the same key goes on where
    /// the first call stopped.
    func topUp(_ params: Booking.TopUp.Params, _ caller: Caller) async throws -> Booking.Payment {
        guard let provider = payments else { throw Self.noPayments("no provider is configured") }
        let call = try KeyedCall(Booking.TopUp.self, params, caller)
        let begun = try await atOwnDesk(caller, call.key) { desk in
            try await once(call, at: desk) {
                guard let product = desk.park.settings.products.first(where: { $0.id == params.product && $0.isSold })
                else { throw RPCError(.notFound, reason: "no-such-product") }
                let payment = PaymentRow(
                    id: makeID(desk), customer: desk.customer.id, product: product.id, sets: product.sets,
                    validity: Int64(product.validDays) * 86_400_000, price: product.price, state: .pending,
                    provider: provider.name, returnURL: params.returnURL, madeAt: desk.now,
                    expiresAt: Instant(
                        milliseconds: desk.now.milliseconds + policy.paymentLifetime.wholeMilliseconds))
                try await desk.transaction.insertPayment(payment)
                return payment.view
            }
        }
        guard let payment = try await store.payment(begun.id, deadline: caller.deadline) else {
            throw RPCError(.internal, cause: "the payment is gone")
        }
        if payment.providerID != nil || payment.state != .pending { return payment.view }
        let created = try await ask(provider, for: payment, caller)
        try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.setProvider(created, of: payment.id)
        }
        return try await store.payment(payment.id, deadline: caller.deadline)?.view ?? payment.view
    }

    private func ask(
        _ provider: any PaymentProvider, for payment: PaymentRow, _ caller: Caller
    ) async throws -> ProviderPayment {
        let park = try await source.park()
        let product = park.settings.products.first { $0.id == payment.product }
        do {
            return try await provider.createPayment(
                PaymentOrder(
                    id: payment.id, price: payment.price, returnURL: payment.returnURL, expiresAt: payment.expiresAt,
                    description: product?.name.text(in: caller.language).text ?? payment.product.text,
                    language: caller.language),
                deadline: caller.deadline)
        } catch {
            throw Self.noPayments("\(error)")
        }
    }

    static func noPayments(_ cause: String) -> RPCError {
        RPCError(.unavailable, reason: "payments-unavailable", retryAfterMilliseconds: 5_000, cause: cause)
    }

    /// One payment of the caller.
    func payment(_ params: Booking.GetPayment.Params, _ caller: Caller) async throws -> Booking.Payment {
        let payment = try await store.payment(params.id, deadline: caller.deadline)
        let customer = try await store.customer(of: caller.account, deadline: caller.deadline)
        guard let payment, payment.customer == customer?.id else { throw RPCError(.notFound) }
        return payment.view
    }

    /// Takes a provider's notification.
    ///
    /// Whatever is repeated, late or in another order ends the same; what is forged
    /// or does not fit the payment is refused and written down.
    func notified(_ request: RawRequest, deadline: ContinuousClock.Instant) async throws {
        let report: ProviderReport?
        do {
            report = try await payments?.verifyNotification(
                headers: request.headers, body: request.body, deadline: deadline)
        } catch {
            throw Self.noPayments("\(error)")
        }
        guard let provider = payments, let report else {
            metrics.notifications.count(.refused)
            throw RPCError(.forbidden, reason: "not-believed")
        }
        try await apply(report, of: provider, deadline: deadline)
    }

    /// Credits what was bought, once, if signature, amount, currency and state agree.
    func apply(
        _ report: ProviderReport, of provider: any PaymentProvider, deadline: ContinuousClock.Instant
    ) async throws {
        guard let payment = try await store.payment(report.order, deadline: deadline),
            payment.provider == provider.name
        else {
            metrics.notifications.count(.refused)
            throw RPCError(.forbidden, reason: "not-believed")
        }
        let outcome = try await atDesk(payment.customer, until: deadline) { desk in
            guard let payment = try await desk.transaction.lockPayment(report.order) else {
                throw RPCError(.notFound)
            }
            var outcome = PaymentRule.outcome(of: report, for: payment)
            if outcome == .credit,
                try await desk.transaction.isOfAnotherPayment(report.transaction, than: payment)
            {
                outcome = .refuse("another payment's transfer")
            }
            switch outcome {
            case .credit: try await credit(payment, report.transaction, at: desk)
            case .end(let state): try await desk.transaction.setState(state, ofPayment: payment.id, now: desk.now)
            case .nothing: break
            case .refuse(let why):
                try await desk.transaction.audit(
                    AuditEntry(
                        event: .paymentRefused, customer: payment.customer, subject: "\(payment.id.text): \(why)"),
                    now: desk.now)
            }
            return outcome
        }
        switch outcome {
        case .credit: metrics.notifications.count(.credited)
        case .end: metrics.notifications.count(.ended)
        case .nothing: metrics.notifications.count(.repeated)
        case .refuse:
            metrics.notifications.count(.refused)
            throw RPCError(.forbidden, reason: "not-believed")
        }
    }

    private func credit(_ payment: PaymentRow, _ transaction: String, at desk: Desk) async throws {
        let cause = LedgerCause(customer: payment.customer, payment: payment.id)
        let account = try await desk.transaction.insertPass(
            makeID(desk), of: payment.customer, payment.product, sets: payment.sets, payment: payment.id,
            expiresAt: Instant(milliseconds: desk.now.milliseconds + payment.validity), now: desk.now)
        try await desk.transaction.moveSets(
            payment.sets, pass: account, .issued, isTaken: false, kind: .bought, id: makeID(desk), cause, now: desk.now)
        try await desk.transaction.receive(
            payment.price, at: .provider, kind: .paid, id: makeID(desk), cause, now: desk.now)
        try await desk.transaction.setPaid(by: transaction, payment: payment.id, now: desk.now)
        try await desk.transaction.audit(
            AuditEntry(event: .credited, customer: payment.customer, subject: payment.id.text), now: desk.now)
    }
}
