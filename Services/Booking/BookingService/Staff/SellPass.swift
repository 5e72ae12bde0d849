import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.sellPass`: a pass paid for at the till.
struct SellPass: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let customerByPhone: CustomerByPhone
    let keyedCalls: KeyedCalls

    func callAsFunction(_ params: Booking.SellPass.Params, _ caller: BookingCaller) async throws -> Booking.Receipt {
        let call = try KeyedCall(Booking.SellPass.self, params, caller)
        let lock = CustomerLock(owner: .customer(try await customer(params, caller)), key: call.answerKey)
        return try await transactions.run(lock, until: caller.deadline) { transaction in
            try await keyedCalls.run(call, transaction.state.storedAnswer, in: transaction, now: transaction.now) {
                guard
                    let product = transaction.park.settings.products.first(where: {
                        $0.id == params.productId && $0.isSold
                    })
                else { throw RPCError(Booking.noSuchProduct) }
                return try await sell(product, caller, in: transaction)
            }
        }
    }

    private func customer(_ params: Booking.SellPass.Params, _ caller: BookingCaller) async throws -> Identifier {
        if let id = params.customerId {
            guard params.phone == nil, params.name == nil else {
                throw RPCError(MemberFault(.knownCustomer, at: "/customerId"))
            }
            let isKnown = try await store.session(until: caller.deadline).customers.exists(id)
            guard isKnown else { throw RPCError(.notFound) }
            return id
        }
        guard let phone = params.phone else { throw RPCError(MemberFault(.required, at: "/phone")) }
        guard let name = params.name else { throw RPCError(MemberFault(.required, at: "/name")) }
        return try await customerByPhone(phone, name, caller).id
    }

    private func sell(
        _ product: Booking.ProductSettings, _ caller: BookingCaller, in transaction: CustomerTransaction
    ) async throws -> Booking.Receipt {
        let (now, customer) = (transaction.now, transaction.customer.id)
        let cause = LedgerCause(customer: customer)
        let validity = Int64(product.validDays) * 86_400_000
        let pass = PassRow(
            id: transaction.newID(), product: product.id, sets: product.sets, balance: 0, pending: 0,
            expiresAt: Instant(milliseconds: now.milliseconds + validity), boughtAt: now)
        let account = try await transaction.passes.insert(pass, of: customer, payment: nil)
        try await transaction.ledger.post(
            Transfer(kind: .bought, from: .park(.issued), to: .pass(account), amount: .sets(product.sets), cause: cause)
        )
        try await transaction.debtAccounts.receive(product.price, over: .till, cause)
        let receipt = NewReceipt(
            kind: .sale, customer: customer, pass: pass.id, sets: product.sets, money: product.price,
            madeBy: caller.account)
        return try await transaction.issue(receipt, of: product.id, .passSold, caller)
    }
}

/// Implements `booking.correctPass`: adds sets to a pass, or takes some, and pays money back.
struct CorrectPass: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let keyedCalls: KeyedCalls

    func callAsFunction(
        _ params: Booking.CorrectPass.Params, _ caller: BookingCaller
    ) async throws -> Booking.Receipt {
        guard params.sets.value != 0 else { throw RPCError(MemberFault(.notZero, at: "/sets")) }
        let call = try KeyedCall(Booking.CorrectPass.self, params, caller)
        guard let owner = try await store.session(until: caller.deadline).passes.owner(of: params.id) else {
            throw RPCError(.notFound)
        }
        let lock = CustomerLock(owner: .customer(owner), key: call.answerKey)
        return try await transactions.run(lock, until: caller.deadline) { transaction in
            try await keyedCalls.run(call, transaction.state.storedAnswer, in: transaction, now: transaction.now) {
                try await correct(params, caller, in: transaction)
            }
        }
    }

    private func correct(
        _ params: Booking.CorrectPass.Params, _ caller: BookingCaller, in transaction: CustomerTransaction
    ) async throws -> Booking.Receipt {
        guard let (pass, product, customer) = try await transaction.passes.lockOne(params.id) else {
            throw RPCError(.notFound)
        }
        guard customer == transaction.customer.id else { throw RPCError.joinedMeanwhile }
        let change = params.sets.value
        guard pass.expiresAt > transaction.now, pass.left + change >= 0 else { throw RPCError(Booking.passUsed) }
        let cause = LedgerCause(customer: customer)
        let (from, to): (LedgerAccount, LedgerAccount) =
            change > 0 ? (.park(.issued), .pass(pass.account)) : (.pass(pass.account), .park(.issued))
        try await transaction.ledger.post(
            Transfer(kind: .corrected, from: from, to: to, amount: .sets(abs(change)), cause: cause))
        let currency = transaction.park.currency
        var money = Money(amount: 0, currency: currency)
        if let paidBack = params.paidBack {
            guard paidBack.currency == currency else {
                throw RPCError(MemberFault(.currency(currency), at: "/paidBack/currency"))
            }
            guard try await transaction.receipts.received(for: params.id) >= paidBack.amount.value else {
                throw RPCError.notOwed
            }
            money.amount = -paidBack.amount.value
            try await transaction.ledger.post(
                Transfer(
                    kind: .refunded, from: .park(.sales), to: .park(.till), amount: .money(paidBack.money),
                    cause: cause))
        }
        let receipt = NewReceipt(
            kind: .correction, customer: customer, pass: params.id, sets: change, money: money, reason: params.reason,
            madeBy: caller.account)
        return try await transaction.issue(receipt, of: product, .passCorrected, caller)
    }
}

extension CustomerTransaction {
    /// Stores a receipt, audits it and returns it with its number.
    fileprivate func issue(
        _ receipt: NewReceipt, of product: ProductID, _ event: BookingAuditEntry.Event, _ caller: BookingCaller
    ) async throws -> Booking.Receipt {
        let number = try await receipts.insert(receipt, now: now)
        try await audit(
            BookingAuditEntry(
                event: event, actor: caller.account, customer: receipt.customer, subject: "\(number)",
                traceID: caller.traceID))
        return ReceiptRow(receipt: receipt, number: number, product: product, madeAt: now)
            .view(named: park.name(of: product, in: caller.language))
    }
}

extension ValueFault {
    fileprivate static let knownCustomer = ValueFault(
        "exclusive", limits: [("members", .texts(["phone", "name"]))],
        UserText(
            "already names the customer; leave out phone and name",
            ru: "уже называет клиента, не указывайте phone и name",
            be: "ужо называе кліента, не ўказвайце phone і name"))
    fileprivate static let notZero = ValueFault(
        "not-zero",
        UserText("must not be zero", ru: "нужно число, отличное от нуля", be: "патрэбны лік, адрозны ад нуля"))
}
