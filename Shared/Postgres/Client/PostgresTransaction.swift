import Synchronization

/// A running transaction: its statements take effect together or not at all.
public final class PostgresTransaction: Sendable {
    private static let clockStatement = PreparedStatement(
        "transactionClock", "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now")
    /// The longest wait for a rollback to complete; after that, the rollback continues without the caller.
    private static let rollbackTimeout: Duration = .seconds(1)

    private let pool: Pool
    private let clock: TransactionClock
    private let lease: Lease
    private let deadline: ContinuousClock.Instant?
    /// True once `COMMIT` has been sent with the last statements.
    private let hasCommitted = Atomic(false)

    init(_ client: PostgresClient, statementTimeout: Duration?, deadline: ContinuousClock.Instant?) {
        pool = client.pool
        clock = client.configuration.transactionClock
        self.deadline = deadline
        lease = Lease(
            begin: ["BEGIN"] + (statementTimeout.map { ["SET LOCAL statement_timeout = \($0.milliseconds)"] } ?? []),
            statementTimeout: statementTimeout ?? client.configuration.statementTimeout)
    }

    /// Runs one statement in the transaction.
    ///
    /// An error of the server leaves the transaction unusable; an error of the client (`invalidParameter`) does not.
    ///
    /// - Throws: as `PostgresClient.query`.
    public func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters = [:], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(BoundStatement(statement, parameters), deadline: deadline)
    }

    /// Runs a statement with its values, as ``query(_:_:deadline:)`` does.
    func run(
        _ statement: BoundStatement, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        let call = Call(
            .prepared([statement], commits: false), deadline: earlier(deadline, self.deadline),
            takesEffectAtOnce: false)
        return try PostgresRows(await perform(.statement(call)))
    }

    /// Runs statements one after the other, sent in one go; returns the rows of each.
    ///
    /// Each statement sees the changes of those before it, and everything committed before it began. If one fails, none
    /// after it runs. `statementTimeout` applies to all of them together.
    ///
    /// - Parameter committing: sends the transaction's `COMMIT` with them, to run if none fails. Nothing more can run
    ///   in the transaction after that; an error thrown later undoes nothing.
    /// - Throws: as `PostgresClient.query`; `commitOutcomeUnknown` if `COMMIT` was not answered.
    public func query(
        together statements: [BoundStatement], committing: Bool = false
    ) async throws(PostgresError) -> [PostgresRows] {
        if committing, Task.isCancelled {
            throw PostgresError(.cancelled, "cancelled before the transaction was committed")
        }
        let call = Call(
            .prepared(statements, commits: committing), deadline: deadline, takesEffectAtOnce: committing)
        do throws(PostgresError) {
            let results = try await perform(.statement(call), isCancellable: !committing).get()
            if committing { hasCommitted.store(true, ordering: .relaxed) }
            return results.map(PostgresRows.init(storage:))
        } catch  where error.mayHaveTakenEffect {
            throw Self.unknownOutcome(error)
        }
    }

    private static func unknownOutcome(_ error: PostgresError) -> PostgresError {
        PostgresError(.commitOutcomeUnknown, "no answer to COMMIT: \(error.message)", mayHaveTakenEffect: true)
    }

    /// Returns the database's current time in milliseconds since 1970; read it after locking rows.
    ///
    /// Each call reads the clock again, unlike SQL's `now()`, which returns the start of the transaction.
    public func now() async throws(PostgresError) -> Int64 {
        if let injectedTime { return injectedTime }
        return try await query(Self.clockStatement).only.read("now")
    }

    /// The time of a test's clock; `nil` if PostgreSQL's clock applies.
    ///
    /// For statements that read the current time themselves, once they have locked the rows they depend on:
    /// `coalesce(:injected_time::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)`.
    public var injectedTime: Int64? {
        if case .injected(let clock) = clock { clock() } else { nil }
    }

    /// Loads rows by `COPY table (column, …) FROM STDIN`, calling `nextChunk` until it returns `nil`.
    ///
    /// Each chunk is requested after the previous one has been sent. Chunks need not end with a row. The transaction's
    /// `statementTimeout` applies to the load as a whole.
    ///
    /// - Parameters:
    ///   - sql: the `COPY` statement.
    ///   - nextChunk: returns the data in the format that the statement names.
    /// - Returns: the number of rows.
    /// - Throws: the server's error, whose `context` names table, line and column; the error of `nextChunk`.
    public func copyIn(_ sql: String, nextChunk: () async throws -> [UInt8]?) async throws -> Int {
        do {
            _ = try await perform(.copyStart(operationCall(), sql: sql)).get()
            while let chunk = try await nextChunk() {
                _ = try await perform(.copyChunk(operationCall(), chunk)).get()
            }
        } catch {
            // Not cancellable itself: it must not leave the connection in the middle of a `COPY`.
            let call = Call(
                .plain("COPY"), deadline: .now + Self.rollbackTimeout, takesEffectAtOnce: false)
            _ = await perform(.copyEnd(call, failure: "the source of the rows failed"), isCancellable: false)
            throw error
        }
        return try PostgresRows(await perform(.copyEnd(operationCall(), failure: nil))).affectedRows
    }

    private func operationCall() -> Call {
        Call(.plain("COPY"), deadline: deadline, takesEffectAtOnce: false)
    }

    private func perform(_ operation: Lease.Operation, isCancellable: Bool = true) async -> Outcome {
        let call = operation.call
        // The connection notices finished calls by itself; there is nothing to withdraw.
        let forget: (@Sendable () -> Void)? = isCancellable ? { @Sendable in } : nil
        return await call.perform(
            submit: {
                switch lease.submit(operation) {
                case .enqueue: pool.submit(.lease(lease), deadline: call.deadline)
                case .accepted: break
                case .rejected(let error): call.finish(.failure(error))
                }
            }, cancelled: forget)
    }

    // MARK: The end

    /// The first error of the transaction's statements.
    var firstFailure: PostgresError? { lease.firstFailure }

    /// Commits; cancelling the task during the `COMMIT` does not interrupt it.
    ///
    /// - Throws: `cancelled` if the task was cancelled before.
    func commit() async throws(PostgresError) {
        if hasCommitted.load(ordering: .relaxed) { return }
        switch lease.status {
        case .unused: return
        case .queued, .over:
            throw firstFailure ?? PostgresError(.transactionAborted, "none of the transaction's statements was run")
        case .attached: break
        }
        if Task.isCancelled { throw PostgresError(.cancelled, "cancelled before the transaction was committed") }
        let call = Call(.plain("COMMIT"), deadline: deadline, takesEffectAtOnce: true)
        do throws(PostgresError) {
            let rows = try PostgresRows(await perform(.finish(call, isCommit: true), isCancellable: false))
            guard rows.storage.commandTag == "COMMIT" else { throw aborted }
        } catch  where error.mayHaveTakenEffect {
            throw Self.unknownOutcome(error)
        }
    }

    private var aborted: PostgresError {
        let cause = firstFailure.map { ": \($0)" } ?? ""
        return PostgresError(.transactionAborted, "the transaction had failed before its end\(cause)")
    }

    /// Rolls back if anything was done; waits for the result unless the task was cancelled or its time is up.
    func rollBack() async {
        switch lease.status {
        case .unused, .over: return
        case .queued:
            if pool.withdraw(.lease(lease)) {
                lease.end()
                return
            }
        case .attached: break
        }
        let call = Call(.plain("ROLLBACK"), deadline: .now + Self.rollbackTimeout, takesEffectAtOnce: false)
        if Task.isCancelled || firstFailure?.code == .deadlineExceeded {
            _ = lease.submit(.finish(call, isCommit: false))
        } else {
            _ = await perform(.finish(call, isCommit: false), isCancellable: false)
        }
    }
}

/// Returns the earlier of two deadlines, either of which may be missing.
private func earlier(
    _ first: ContinuousClock.Instant?, _ second: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
}
