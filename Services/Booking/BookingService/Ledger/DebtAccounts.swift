import BookingContract
import Values

extension CustomerTransaction {
    var debtAccounts: DebtAccounts { DebtAccounts(transaction: self) }
}

/// Moves money between a customer and the park.
struct DebtAccounts: Sendable {
    let transaction: CustomerTransaction

    /// Records money received; does nothing if the amount is zero.
    func receive(_ money: Money, over account: ParkAccount, _ cause: LedgerCause) async throws {
        guard money.amount > 0 else { return }
        try await transaction.ledger.post(
            Transfer(kind: .paid, from: .park(account), to: .park(.sales), amount: .money(money), cause: cause))
    }

    /// Records a fee.
    func charge(_ fee: Money, _ cause: LedgerCause) async throws {
        try await transaction.ledger.post(
            Transfer(kind: .fee, from: .park(.fees), to: .debt(.due), amount: .money(fee), cause: cause))
    }

    /// Reverses a fee: waives the unpaid part, and credits the paid part.
    ///
    /// - Returns: the credit; `nil` if nothing was paid.
    func reverse(_ fee: Money, _ cause: LedgerCause) async throws -> Money? {
        let due = try await transaction.debts.balances(of: cause.customer, fee.currency).due
        let waived = Money(amount: min(due, fee.amount), currency: fee.currency)
        let credit = Money(amount: fee.amount - waived.amount, currency: fee.currency)
        if waived.amount > 0 { try await waive(waived, cause) }
        guard credit.amount > 0 else { return nil }
        try await transaction.ledger.post(
            Transfer(kind: .credit, from: .park(.sales), to: .debt(.credit), amount: .money(credit), cause: cause))
        return credit
    }

    /// Moves the debts of a customer without an account to the customer of an account.
    func move(from phoneCustomer: Identifier, to customer: Identifier) async throws {
        let currency = transaction.park.currency
        let balances = try await transaction.debts.balances(of: phoneCustomer, currency)
        let (before, after) = (LedgerCause(customer: phoneCustomer), LedgerCause(customer: customer))
        if balances.due > 0 {
            let due = Money(amount: balances.due, currency: currency)
            try await waive(due, before)
            try await charge(due, after)
        }
        if balances.credit > 0 {
            let credit = LedgerAmount.money(Money(amount: balances.credit, currency: currency))
            try await transaction.ledger.post([
                Transfer(kind: .credit, from: .debt(.credit), to: .park(.sales), amount: credit, cause: before),
                Transfer(kind: .credit, from: .park(.sales), to: .debt(.credit), amount: credit, cause: after),
            ])
        }
    }

    private func waive(_ due: Money, _ cause: LedgerCause) async throws {
        try await transaction.ledger.post(
            Transfer(kind: .restored, from: .debt(.due), to: .park(.fees), amount: .money(due), cause: cause))
    }
}
