import BookingContract

/// Removes the remaining sets from an expired pass.
struct ExpirePass: Sendable {
    let transactions: CustomerTransactions

    func callAsFunction(_ due: DueItem, until deadline: ContinuousClock.Instant) async throws {
        try await transactions.run(due.customer, until: deadline) { transaction in
            let passes = try await transaction.passes.lock(of: due.customer)
            guard let pass = passes.first(where: { $0.id == due.id }), pass.expiresAt <= transaction.now,
                pass.left > 0
            else { return }
            try await transaction.ledger.post(
                Transfer(
                    kind: .expired, from: .pass(pass.account), to: .park(.expired), amount: .sets(pass.left),
                    cause: LedgerCause(customer: due.customer)))
        }
    }
}
