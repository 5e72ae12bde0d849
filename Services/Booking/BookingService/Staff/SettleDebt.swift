import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.settle`: records that a customer paid a debt at the park.
struct SettleDebt: Sendable {
    let changes: DebtChanges

    func callAsFunction(_ params: Booking.Settle.Params, _ caller: BookingCaller) async throws -> Booking.Customer {
        let call = try KeyedCall(Booking.Settle.self, params, caller)
        let change = DebtChange(customer: params.customerId, amount: params.amount.money, event: .settled)
        return try await changes.run(change, call, caller) { transaction, debts, cause in
            guard debts.due >= change.amount.amount else { throw RPCError.notOwed }
            try await transaction.ledger.post(
                Transfer(
                    kind: .settled, from: .debt(.due), to: .park(.settled), amount: .money(change.amount),
                    cause: cause))
            try await transaction.debtAccounts.receive(change.amount, over: .till, cause)
        }
    }
}

/// Implements `booking.payBack`: records that the park paid its debt to a customer.
struct PayBackCredit: Sendable {
    let changes: DebtChanges

    func callAsFunction(_ params: Booking.PayBack.Params, _ caller: BookingCaller) async throws -> Booking.Customer {
        let call = try KeyedCall(Booking.PayBack.self, params, caller)
        let change = DebtChange(customer: params.customerId, amount: params.amount.money, event: .paidBack)
        return try await changes.run(change, call, caller) { transaction, debts, cause in
            guard debts.credit >= change.amount.amount else { throw RPCError.notOwed }
            try await transaction.ledger.post(
                Transfer(
                    kind: .paidBack, from: .debt(.credit), to: .park(.till), amount: .money(change.amount),
                    cause: cause))
        }
    }
}

/// A payment of a debt at the park.
struct DebtChange: Sendable {
    var customer: Identifier
    var amount: Money
    var event: BookingAuditEntry.Event
}

/// Runs payments of debts once, and audits them.
struct DebtChanges: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let keyedCalls: KeyedCalls

    /// Runs `body` with the customer's debts; returns the customer as the staff sees them.
    func run<M: Method>(
        _ change: DebtChange, _ call: KeyedCall<M>, _ caller: BookingCaller,
        _ body: @Sendable (CustomerTransaction, DebtBalances, LedgerCause) async throws -> Void
    ) async throws -> Booking.Customer where M.Result == Booking.Customer {
        let (customer, currency) = (change.customer, change.amount.currency)
        guard try await store.session(until: caller.deadline).customers.exists(customer) else {
            throw RPCError(.notFound)
        }
        let lock = CustomerLock(owner: .customer(customer), key: call.answerKey)
        return try await transactions.run(lock, until: caller.deadline) { transaction in
            try await keyedCalls.run(call, transaction.state.storedAnswer, in: transaction, now: transaction.now) {
                let debts = try await transaction.debts.balances(of: customer, currency)
                try await body(transaction, debts, LedgerCause(customer: customer))
                try await transaction.audit(
                    BookingAuditEntry(
                        event: change.event, actor: caller.account, customer: customer,
                        subject: "\(change.amount.amount) \(currency.text)", traceID: caller.traceID))
                guard let row = try await transaction.board(in: currency).customer(customer) else {
                    throw RPCError(.notFound)
                }
                return row.view
            }
        }
    }
}
