import Platform

extension SessionDriver {
    /// Sends a call's statements as one unit, unless its caller's wait has ended.
    ///
    /// On an error, the call has ended and is not in the pipeline.
    func send(_ call: Call, isRepeated: Bool = false) throws(PostgresError) {
        guard call.claim(by: session.wake) else { return }
        do throws(PostgresError) {
            try transmit(call, isRepeated: isRepeated)
        } catch {
            fail(call, error)
            throw error
        }
    }

    /// Fails a call that was in flight when the connection failed.
    func fail(_ call: Call, _ error: PostgresError) {
        var error = error
        error.mayHaveTakenEffect = call.takesEffectAtOnce
        call.finish(.failure(error))
    }

    private func transmit(_ call: Call, isRepeated: Bool) throws(PostgresError) {
        var commands = 0
        var layout = Layout()
        if let lease, !hasBegun {
            for sql in lease.begin { try transmit(sql, &commands, &layout) }
            hasBegun = true
        }
        switch call.operation {
        case .plain(let sql):
            layout.answers.append(commands)
            try transmit(sql, &commands, &layout)
        case .prepared(let statements, let commits):
            for bound in statements {
                try transmit(bound, &commands, &layout)
                layout.answers.append(commands - 1)
            }
            if commits { try transmit("COMMIT", &commands, &layout) }
        }
        try sendUnit(.statement(call, layout, isRepeated: isRepeated))
    }

    /// Statements of most transactions, which are prepared: the server takes longer to parse them than to run them.
    private static let frequent = [
        "BEGIN": PreparedStatement("begin", "BEGIN"), "COMMIT": PreparedStatement("commit", "COMMIT"),
    ]

    private func transmit(_ sql: String, _ commands: inout Int, _ layout: inout Layout) throws(PostgresError) {
        if let statement = Self.frequent[sql] {
            return try transmit(BoundStatement(statement, .none), &commands, &layout)
        }
        guard session.sendPlain(sql) else { throw session.failure }
        commands += 1
    }

    private func transmit(
        _ bound: BoundStatement, _ commands: inout Int, _ layout: inout Layout
    ) throws(PostgresError) {
        let isSent: Bool
        switch names.use(bound.statement) {
        case .prepared(let name):
            isSent = session.sendPrepared(name, bound.parameters)
        case .new(let name):
            layout.prepared.append((bound.statement, commands))
            commands += 1
            isSent =
                session.sendPrepare(bound.statement.sql, as: name) && session.sendPrepared(name, bound.parameters)
        case .unnamed:
            isSent = session.sendPlain(bound.statement.sql, bound.parameters)
        }
        guard isSent else { throw session.failure }
        commands += 1
    }

    /// Ends the unit of the commands just sent.
    func sendUnit(_ purpose: Purpose) throws(PostgresError) {
        guard session.sendSync() else { throw session.failure }
        if pipeline.isEmpty { monitor.statementStarted(now: ContinuousClock.now) }
        pipeline.sent(purpose)
        try flush()
    }

    /// Sends an empty statement, whose reply shows that the connection is alive.
    func sendKeepAlive() throws(PostgresError) {
        guard session.sendPlain("") else { throw session.failure }
        try sendUnit(.keepAlive)
    }

    func flush() throws(PostgresError) {
        switch session.flush() {
        case .done: isBlocked = false
        case .blocked: isBlocked = true
        case .failed: throw session.failure
        }
    }

    /// Forgets the prepared statements of a call, so that the next use prepares them again.
    func forgetStatements(of call: Call) {
        guard case .prepared(let statements, _) = call.operation else { return }
        for bound in statements { names.forget(bound.statement) }
    }
}
