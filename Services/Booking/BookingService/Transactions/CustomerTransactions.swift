import Database
import RPC
import Values

/// Runs transactions that lock a customer.
struct CustomerTransactions: Sendable {
    let store: BookingStore
    let source: ParkSource
    let makeID: @Sendable (Instant) -> Identifier

    /// Runs `body` with the locks of the park (shared) and the customer.
    func run<Value: Sendable>(
        _ customer: Identifier, until deadline: ContinuousClock.Instant,
        _ body: @Sendable (CustomerTransaction) async throws -> Value
    ) async throws -> Value {
        try await run(CustomerLock(owner: .customer(customer)), until: deadline, body)
    }

    /// Runs `body` with the locks of the park (shared) and the customer.
    func run<Value: Sendable>(
        _ lock: CustomerLock, until deadline: ContinuousClock.Instant,
        _ body: @Sendable (CustomerTransaction) async throws -> Value
    ) async throws -> Value {
        guard let value = try await runIfExists(lock, until: deadline, body) else { throw RPCError.noSuchCustomer }
        return value
    }

    /// Runs `body` with the locks of the park (shared) and the customer.
    ///
    /// - Returns: `nil` if there is no such customer.
    func runIfExists<Value: Sendable>(
        _ lock: CustomerLock, until deadline: ContinuousClock.Instant,
        _ body: @Sendable (CustomerTransaction) async throws -> Value
    ) async throws -> Value? {
        let (customer, value): (CustomerRow?, Value?) = try await store.inTransaction(until: deadline) { transaction in
            guard let state = try await lock.take(in: transaction) else { return (nil, nil) }
            let park = try await source.park(in: transaction, version: state.configurationVersion)
            let value = try await body(CustomerTransaction(transaction, state, of: park, makeID: makeID))
            return (state.customer, value)
        }
        // A transaction that changed nothing is announced, too, which costs clients one more look at most.
        if let customer { store.changes?.announce(.customer(account: customer.account)) }
        return value
    }
}
