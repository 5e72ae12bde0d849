import DequeModule
import Platform

/// Runs one connection on its thread: takes waiting calls, sends them in one go, and hands out the replies.
///
/// Any error thrown by its functions means that the connection is lost.
final class SessionDriver {
    typealias Instant = ContinuousClock.Instant

    /// The purpose of a unit in flight.
    enum Purpose {
        case statement(Call, Layout, isRepeated: Bool)
        case begin
        case finish(Call, isCommit: Bool)
        case keepAlive
    }

    /// The positions of statements among a unit's commands.
    struct Layout {
        /// The numbers of the commands that return the statements' results.
        var answers: [Int] = []
        /// The statements prepared in the unit, each with the number of its prepare command.
        var prepared: [(statement: PreparedStatement, command: Int)] = []
    }

    enum End {
        case retired
        case stopped
        case lost(PostgresError)
    }

    let session: Session
    let pool: Pool
    let slot: Int
    let retiresAt: Instant
    var pipeline = Pipeline<Purpose, ResultStorage>()
    var names: PreparedNames
    var monitor: StatementMonitor
    var lease: Lease?
    /// True once the lease's transaction has begun on this connection.
    var hasBegun = false
    var copy: CopyIn?
    /// True while the socket accepts no more data.
    var isBlocked = false
    /// The calls finished since the last hand-out of results, whose tasks are woken together.
    private var finished: [(call: Call, outcome: Outcome)] = []
    /// The number of statements in the last batch.
    private var batchCount = 0
    private var lastWorkAt = ContinuousClock.now
    private(set) var lastReplyAt = ContinuousClock.now
    /// A cancellation that is on its way to the server; nothing new is sent meanwhile.
    private(set) var cancelling: CancellationRequest?

    init(_ session: Session, pool: Pool, slot: Int, lifetime: Duration) {
        let configuration = pool.configuration
        self.session = session
        self.pool = pool
        self.slot = slot
        retiresAt = session.openedAt + lifetime
        names = PreparedNames(limit: configuration.preparedStatementLimit)
        monitor = StatementMonitor(
            statementLimit: configuration.statementTimeout + configuration.connectTimeout,
            grace: configuration.cancellationGrace, cancellationLimit: configuration.connectTimeout)
    }

    /// Serves the connection until it ends.
    func drive() -> End {
        do throws(PostgresError) {
            while true {
                if pipeline.isEmpty, lease == nil, cancelling == nil, let end = try takeWork() { return end }
                if lease != nil { try serveLease() }
                try step()
            }
        } catch {
            lose(error)
            return .lost(error)
        }
    }

    // MARK: Taking work

    private func takeWork() throws(PostgresError) -> End? {
        if ContinuousClock.now >= retiresAt { return .retired }
        let served = batchCount > 0 ? (count: batchCount, time: lastReplyAt - lastWorkAt) : nil
        batchCount = 0
        switch pool.workWanted(by: slot, served: served) {
        case .stop: return .stopped
        case .idle: return try waitForWork()
        case .exclusive(let entry, _):
            if case .listener(let listener) = entry.work {
                try ChannelListening(driver: self, listener: listener).run()
                return .retired
            }
            guard case .lease(let lease) = entry.work else { return nil }
            lastWorkAt = ContinuousClock.now
            monitor.statementLimit = lease.statementTimeout + pool.configuration.connectTimeout
            monitor.grace = .zero
            lease.attach(session.wake)
            self.lease = lease
            hasBegun = false
        case .statements(let entries, _):
            lastWorkAt = ContinuousClock.now
            batchCount = entries.count
            try send(entries)
        }
        return nil
    }

    /// Waits for work, for the end of the connection, or for the next check that it is alive.
    private func waitForWork() throws(PostgresError) -> End? {
        let configuration = pool.configuration
        while true {
            let keepAliveAt = lastReplyAt + configuration.keepAliveInterval
            let closeAt = lastWorkAt + configuration.idleTimeout
            let now = ContinuousClock.now
            if now >= retiresAt { return .retired }
            if now >= closeAt, pool.idleTimePassed(slot) { return .retired }
            if now >= keepAliveAt {
                try sendKeepAlive()
                return nil
            }
            let end = min(keepAliveAt, retiresAt, now >= closeAt ? keepAliveAt : closeAt)
            let outcome = session.wait(writing: false, until: end)
            if outcome.socket {
                guard session.consume() else { throw session.failure }
            }
            if outcome.signal { return nil }
        }
    }

    // MARK: Sending

    /// Sends a batch; if the connection fails, the calls not sent yet fail with it.
    private func send(_ batch: [PoolState<Pool.Work>.Entry]) throws(PostgresError) {
        var failure: PostgresError?
        for case .call(let call) in batch.map(\.work) {
            if let failure {
                call.finish(.failure(failure))
                continue
            }
            do throws(PostgresError) {
                try send(call)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    // MARK: Waiting and receiving

    /// Waits for an event and handles it.
    func step() throws(PostgresError) {
        guard !pipeline.isEmpty || lease != nil || cancelling != nil else { return }
        let end = try checkDeadlines()
        let outcome = session.wait(writing: isBlocked, until: end)
        if let request = cancelling, request.isDelivered {
            cancelling = nil
            monitor.cancellationDelivered()
        }
        guard outcome.socket else { return }
        if isBlocked { try flush() }
        guard session.consume() else { throw session.failure }
        if copy != nil {
            try continueCopy()
        } else {
            try receive()
        }
    }

    private func receive() throws(PostgresError) {
        defer { handOut() }
        var emptyReplies = 0
        while !pipeline.isEmpty {
            let event: Pipeline<Purpose, ResultStorage>.Event
            switch session.nextReply() {
            case .pending: return
            case .end:
                emptyReplies += 1
                // One ends each statement; several in a row mean that libpq expects no further replies.
                guard emptyReplies < 3 else { throw violation("the answers ended early") }
                event = .end
            case .result(let result): event = .result(result)
            case .error(let error): event = .failed(error)
            case .aborted: event = .aborted
            case .sync: event = .sync
            case .copyIn: throw violation("COPY needs a separate operation")
            case .unexpected: throw violation("an unknown kind of answer")
            }
            if case .end = event {} else { emptyReplies = 0 }
            switch pipeline.received(event) {
            case .wait: break
            case .violation: throw violation("an answer without a request")
            case .completed(let unit):
                lastReplyAt = ContinuousClock.now
                if pipeline.isEmpty { monitor.becameQuiet() } else { monitor.statementStarted(now: lastReplyAt) }
                try complete(unit)
            }
        }
    }

    private func handOut() {
        for (call, outcome) in finished { call.finish(outcome) }
        finished.removeAll(keepingCapacity: true)
    }

    func violation(_ what: String) -> PostgresError {
        PostgresError(.protocolViolation, "PostgreSQL connection given up: \(what)")
    }

    private func complete(_ unit: Pipeline<Purpose, ResultStorage>.Unit) throws(PostgresError) {
        switch unit.payload {
        case .statement(let call, let layout, let isRepeated):
            if call.commits { endOfCommit(unit.failure) }
            guard let error = unit.failure else {
                guard (layout.answers.last ?? -1) < unit.values.count else { throw violation("an answer is missing") }
                finished.append((call, .success(layout.answers.map { unit.values[$0] })))
                return
            }
            for (statement, command) in layout.prepared where unit.hasFailed(at: command) { names.forget(statement) }
            if StalePlan.isShown(by: error) { forgetStatements(of: call) }
            if lease == nil, !isRepeated, !call.commits, StalePlan.isShown(by: error) || mayBeStrayCancellation(error) {
                try send(call, isRepeated: true)
                return
            }
            lease?.note(error)
            finished.append((call, .failure(error)))
        case .begin:
            if let error = unit.failure { throw error }
        case .finish(let call, _):
            let isIdle = session.transactionStatus == .idle
            endLease()
            call.finish(unit.failure.map(Outcome.failure) ?? .success(unit.values))
            guard isIdle else { throw violation("the transaction did not end") }
        case .keepAlive:
            if let error = unit.failure { throw error }
        }
    }

    /// Returns true if the error may come from a late cancellation meant for another statement.
    ///
    /// A statement cancelled by mistake has had no effect and may run again.
    private func mayBeStrayCancellation(_ error: PostgresError) -> Bool {
        error.sqlState == "57014" && monitor.mayCancelOthers
    }

    // MARK: Time

    /// Ends calls past their deadlines; returns the time of the next check.
    private func checkDeadlines() throws(PostgresError) -> Instant? {
        let now = ContinuousClock.now
        var next = pool.stopsAt
        if let stopsAt = next, now >= stopsAt { throw .unavailable("the PostgreSQL client has stopped") }
        for unit in pipeline.units {
            switch unit.payload {
            case .statement(let call, _, _), .finish(let call, _): endIfLate(call, now: now, next: &next)
            case .begin, .keepAlive: break
            }
        }
        if let call = copy?.call { endIfLate(call, now: now, next: &next) }
        if let deadline = lease?.expire(now: now) { next = min(next ?? deadline, deadline) }
        guard !pipeline.isEmpty || copy != nil || cancelling != nil else { return next }

        switch monitor.check(isAbandoned: isHeadAbandoned, now: now) {
        case .wait(let until): return min(next ?? until, until)
        case .requestCancellation:
            cancelling = try CancellationRequest(session)
            return next
        case .giveUp: throw .unavailable("PostgreSQL did not answer in time")
        }
    }

    private func endIfLate(_ call: Call, now: Instant, next: inout Instant?) {
        guard let deadline = call.deadline, !call.isFinished else { return }
        if deadline > now {
            next = min(next ?? deadline, deadline)
            return
        }
        let error = PostgresError(
            .deadlineExceeded, "the deadline passed while the statement ran",
            mayHaveTakenEffect: call.takesEffectAtOnce)
        lease?.note(error)
        call.finish(.failure(error))
    }

    private var isHeadAbandoned: Bool {
        if let copy { return copy.call?.isFinished ?? false }
        switch pipeline.head?.payload {
        case .statement(let call, _, _): return call.isFinished
        case .begin, .finish, .keepAlive, nil: return false
        }
    }

    // MARK: The end

    /// Fails everything that waits for this connection.
    private func lose(_ error: PostgresError) {
        for unit in pipeline.lost() {
            switch unit.payload {
            case .statement(let call, _, _), .finish(let call, _):
                var failure = unit.failure ?? error
                failure.mayHaveTakenEffect = call.takesEffectAtOnce
                if failure.code != .protocolViolation { failure.code = .unavailable }
                call.finish(.failure(failure))
            case .begin, .keepAlive: break
            }
        }
        copy?.call?.finish(.failure(error))
        lease?.end(error)
        lease = nil
    }
}
