import Synchronization

/// A running transaction: its statements take effect together or not at all.
public final class PostgresTransaction: Sendable {
    private static let clockStatement = PreparedStatement(
        "transactionClock", "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    /// The longest wait for the end of a failed transaction; it continues by itself after that.
    private static let rollbackPatience: Duration = .seconds(1)

    private let pool: Pool
    private let clock: TransactionClock
    private let lease: Lease
    private let deadline: ContinuousClock.Instant?
    /// True once `COMMIT` has been sent with the last statements.
    private let hasCommitted = Atomic(false)

    init(_ client: PostgresClient, _ options: TransactionOptions, deadline: ContinuousClock.Instant?) {
        pool = client.pool
        clock = client.configuration.transactionClock
        self.deadline = deadline
        lease = Lease(
            begin: options.statements,
            statementTimeout: options.statementTimeout ?? client.configuration.statementTimeout)
    }

    /// Runs one statement in the transaction.
    ///
    /// An error of the server leaves the transaction unusable; an error of the client (`invalidParameter`) does not.
    ///
    /// - Throws: as `PostgresClient.query`.
    public func query(
        _ statement: PreparedStatement, _ parameters: [any PostgresEncodable] = [],
        deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(BoundStatement(statement, parameters), deadline: deadline)
    }

    /// Runs one statement like the other form, with values for its named parameters.
    public func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters, deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(BoundStatement(statement, parameters), deadline: deadline)
    }

    private func run(
        _ statement: BoundStatement, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        let call = Call(
            .prepared([statement], commits: false), deadline: earlier(deadline, self.deadline),
            takesEffectAtOnce: false)
        return try PostgresRows(await perform(.statement(call)))
    }

    /// Runs statements one after the other, sent in one go; returns the rows of each.
    ///
    /// Each sees the changes of those before it and those committed while they waited. If one fails, none
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

    /// Returns the time that decides in this transaction, in milliseconds since 1970; read it after locking rows.
    ///
    /// Each call reads the clock, unlike SQL's `now()`, which returns the transaction's start.
    public func now() async throws(PostgresError) -> Int64 {
        if let injectedTime { return injectedTime }
        let rows = try await query(Self.clockStatement)
        guard let row = rows.first else {
            throw PostgresError(.protocolViolation, "PostgreSQL did not return the time")
        }
        return try row.decode(Int64.self, at: 0)
    }

    /// The time of a test's clock; nil where PostgreSQL's clock decides.
    ///
    /// For statements that read the deciding time themselves once the rows that matter are locked:
    /// `coalesce($1::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)`.
    public var injectedTime: Int64? {
        if case .injected(let clock) = clock { clock() } else { nil }
    }

    /// Loads rows by `COPY table (column, …) FROM STDIN`; returns their number.
    ///
    /// Each chunk is requested after the previous one has been sent. Chunks need not end with a row. The transaction's
    /// `statementTimeout` applies to the load as a whole.
    ///
    /// - Parameters:
    ///   - sql: the `COPY` statement.
    ///   - chunks: the data in the format that the statement names.
    /// - Throws: the server's error, whose `context` names table, line and column; the error of `chunks`.
    public func copyIn<Chunks: AsyncSequence>(_ sql: String, chunks: Chunks) async throws -> Int
    where Chunks.Element == [UInt8] {
        var iterator = chunks.makeAsyncIterator()
        return try await copyIn(sql) { try await iterator.next() }
    }

    /// Loads rows by `COPY table (column, …) FROM STDIN`, calling `nextChunk` until it returns nil.
    ///
    /// - Returns: the number of rows.
    /// - Throws: as the other form.
    public func copyIn(_ sql: String, nextChunk: () async throws -> [UInt8]?) async throws -> Int {
        do {
            _ = try await perform(.copyStart(operationCall(), sql: sql)).get()
            while let chunk = try await nextChunk() {
                _ = try await perform(.copyChunk(operationCall(), chunk)).get()
            }
        } catch {
            // Not cancellable itself: the connection must not stay in the middle of the rows.
            let call = Call(
                .plain("COPY"), deadline: .now + Self.rollbackPatience, takesEffectAtOnce: false)
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
                case .refused(let error): call.finish(.failure(error))
                }
            }, cancelled: forget)
    }

    // MARK: The end

    /// The first error of the transaction's statements.
    var firstFailure: PostgresError? { lease.firstFailure }

    /// Commits; a task cancelled meanwhile still learns the outcome.
    func commit() async throws(PostgresError) {
        if hasCommitted.load(ordering: .relaxed) { return }
        switch lease.standing {
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

    /// Rolls back if anything was done; waits for the end unless the task or its time is over.
    func rollBack() async {
        switch lease.standing {
        case .unused, .over: return
        case .queued:
            if pool.withdraw(.lease(lease)) {
                lease.end()
                return
            }
        case .attached: break
        }
        let call = Call(.plain("ROLLBACK"), deadline: .now + Self.rollbackPatience, takesEffectAtOnce: false)
        if Task.isCancelled || firstFailure?.code == .deadlineExceeded {
            _ = lease.submit(.finish(call, isCommit: false))
        } else {
            _ = await perform(.finish(call, isCommit: false), isCancellable: false)
        }
    }
}

/// The earlier of two deadlines, either of which may be missing.
private func earlier(
    _ first: ContinuousClock.Instant?, _ second: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
}
