import Contract
import RPC
import Values

/// A locked case with its booking.
struct LockedCase: Sendable {
    let row: CaseRow
    let booking: BookingRow
    let transaction: CustomerTransaction

    var cause: LedgerCause { LedgerCause(booking, caseID: row.id) }

    /// The expiry of a notice about the case; after a day the app has shown the decision.
    var noticeExpiry: Instant { transaction.now.advanced(bySeconds: 86_400) }
}

/// Runs transactions that change one case.
struct LockedCases: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions

    /// Runs `body` with a case and its booking locked.
    ///
    /// - Parameter owner: the only customer whose cases are found; `nil` for all.
    func run<Value: Sendable>(
        _ id: Identifier, _ caller: BookingCaller, key: AnswerKey? = nil, ownedBy owner: Identifier? = nil,
        _ body: @Sendable (LockedCase) async throws -> Value
    ) async throws -> Value {
        guard let customer = try await store.session(until: caller.deadline).cases.get(id)?.customer,
            owner == nil || owner == customer
        else { throw RPCError(.notFound) }
        let lock = CustomerLock(owner: .customer(customer), key: key)
        return try await transactions.run(lock, until: caller.deadline) { transaction in
            guard let row = try await transaction.cases.lock(id),
                let booking = try await transaction.bookings.lock(row.booking)
            else { throw RPCError(.notFound) }
            guard booking.customer == customer else { throw RPCError.joinedMeanwhile }
            return try await body(LockedCase(row: row, booking: booking, transaction: transaction))
        }
    }
}
