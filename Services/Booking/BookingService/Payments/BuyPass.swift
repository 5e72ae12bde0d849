import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.topUp`: buys a pass.
///
/// The payment is stored before the provider is called; a repeated call continues where the first one stopped.
struct BuyPass: Sendable {
    let store: BookingStore
    let source: ParkSource
    let customers: Customers
    let provider: (any PaymentProvider)?
    let policy: BookingPolicy
    let keyedCalls: KeyedCalls

    func callAsFunction(_ params: Booking.TopUp.Params, _ caller: BookingCaller) async throws -> Booking.Payment {
        guard let provider else { throw RPCError.paymentsUnavailable("no provider is configured") }
        guard policy.returnHosts.contains(params.returnUrl.host) else {
            throw RPCError(MemberFault(.returnHost, at: "/returnUrl"))
        }
        let begun = try await begin(params, at: provider, caller)
        let session = store.session(until: caller.deadline)
        guard let payment = try await session.payments.get(begun.id) else {
            throw RPCError(.internal, cause: "the payment no longer exists")
        }
        if payment.providerID != nil || payment.state != .pending { return payment.view }
        let created = try await create(payment, at: provider, caller)
        try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.payments.setProvider(created, of: payment.id)
        }
        return try await session.payments.get(payment.id)?.view ?? payment.view
    }

    private func begin(
        _ params: Booking.TopUp.Params, at provider: any PaymentProvider, _ caller: BookingCaller
    ) async throws -> Booking.Payment {
        let call = try KeyedCall(Booking.TopUp.self, params, caller)
        return try await customers.run(as: caller, key: call.answerKey) { transaction in
            try await keyedCalls.run(call, transaction.state.storedAnswer, in: transaction, now: transaction.now) {
                let products = transaction.park.settings.products
                guard let product = products.first(where: { $0.id == params.productId && $0.isSold }) else {
                    throw RPCError(Booking.noSuchProduct)
                }
                let unpaid = try await transaction.payments.unpaidCount(
                    of: transaction.customer.id, now: transaction.now)
                guard unpaid < policy.unpaidPayments else { throw RPCError(Booking.tooManyUnpaid) }
                let payment = PaymentRow(
                    id: transaction.newID(), customer: transaction.customer.id, product: product.id,
                    sets: product.sets, validity: Int64(product.validDays) * 86_400_000, price: product.price,
                    state: .pending, provider: provider.name, returnURL: params.returnUrl, madeAt: transaction.now,
                    expiresAt: Instant(
                        milliseconds: transaction.now.milliseconds + policy.paymentLifetime.wholeMilliseconds))
                try await transaction.payments.insert(payment)
                return payment.view
            }
        }
    }

    private func create(
        _ payment: PaymentRow, at provider: any PaymentProvider, _ caller: BookingCaller
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
            throw RPCError.paymentsUnavailable("\(error)")
        }
    }
}

/// Implements `booking.payment`: a payment of the caller.
struct ShowPayment: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(
        _ params: Booking.GetPayment.Params, _ caller: BookingCaller
    ) async throws -> Booking.Payment {
        let payment = try await store.session(until: caller.deadline).payments.get(params.id)
        let customer = try await customers.stored(caller)
        guard let payment, payment.customer == customer?.id else { throw RPCError(.notFound) }
        return payment.view
    }
}

extension ValueFault {
    /// A host of our own is required, so that a payment page does not lead to somebody else's.
    fileprivate static let returnHost = ValueFault.format(
        "return-host",
        UserText(
            "must be an address of this service", ru: "нужен адрес этого сервиса", be: "патрэбны адрас гэтага сэрвісу"))
}
