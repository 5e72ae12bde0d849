extension PostgresClient {
    /// Runs `body` in a transaction, on a connection of its own, and commits what it did.
    ///
    /// After a conflict with another transaction (40001, 40P01), `body` runs again after a short random wait, at
    /// most five times: it must not have effects outside the database. If it throws, everything is undone. The first
    /// statement takes the connection, so work that needs none belongs before it.
    ///
    /// - Parameters:
    ///   - statementTimeout: the time limit of each statement; `nil` for the client's.
    ///   - deadline: the end of all attempts.
    ///   - body: the work; it must use only the transaction that it is given.
    /// - Throws: the error of `body`; a `PostgresError` as `query` does; `commitOutcomeUnknown` if the connection was
    ///   lost between `COMMIT` and its answer; `transactionAborted` if `body` returned although a statement had failed.
    public func withTransaction<Value: Sendable>(
        statementTimeout: Duration? = nil, deadline: ContinuousClock.Instant? = nil,
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        var retry = TransactionRetry()
        while true {
            let transaction = PostgresTransaction(self, statementTimeout: statementTimeout, deadline: deadline)
            do {
                let value = try await body(transaction)
                try await transaction.commit()
                return value
            } catch {
                await transaction.rollBack()
                // The body may have turned the conflict into an error of its own.
                guard let cause = transaction.firstFailure ?? error as? PostgresError,
                    let wait = retry.failed(with: cause, random: random()),
                    deadline.map({ ContinuousClock.now + wait < $0 }) ?? true
                else { throw error }
                do {
                    try await Task.sleep(for: wait)
                } catch {
                    throw PostgresError(.cancelled, "cancelled before another attempt: \(cause.message)")
                }
            }
        }
    }
}
