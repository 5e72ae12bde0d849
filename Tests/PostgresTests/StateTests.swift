import Testing

@testable import Postgres

@Suite struct PipelineTests {
    private typealias TestPipeline = Pipeline<String, String>

    private func completed(_ action: TestPipeline.Action) -> TestPipeline.Unit? {
        if case .completed(let unit) = action { unit } else { nil }
    }

    @Test func `A unit is completed at its sync, with all results`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        pipeline.sent("b")
        for event: TestPipeline.Event in [.result("prepared"), .end, .result("rows"), .end] {
            #expect(completed(pipeline.received(event)) == nil)
        }
        let first = completed(pipeline.received(.sync))
        #expect(first?.payload == "a")
        #expect(first?.values == ["prepared", "rows"])
        #expect(first?.failure == nil)
        #expect(pipeline.count == 1)
        #expect(pipeline.head?.payload == "b")
    }

    @Test func `An error affects its own unit only`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        pipeline.sent("b")
        _ = pipeline.received(.failed(PostgresError(.other, "bad")))
        _ = pipeline.received(.end)
        #expect(completed(pipeline.received(.sync))?.failure?.message == "bad")
        _ = pipeline.received(.result("rows"))
        _ = pipeline.received(.end)
        let second = completed(pipeline.received(.sync))
        #expect(second?.failure == nil)
        #expect(second?.values == ["rows"])
    }

    @Test func `The first error is kept, and skipped parts count as failed`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        _ = pipeline.received(.result("BEGIN"))
        _ = pipeline.received(.failed(PostgresError(.other, "syntax")))
        _ = pipeline.received(.aborted)
        let unit = completed(pipeline.received(.sync))
        #expect(unit?.failure?.message == "syntax")
        #expect(unit?.hasFailed(at: 0) == false)
        #expect(unit?.hasFailed(at: 1) == true)
        #expect(unit?.hasFailed(at: 2) == true)
    }

    @Test func `An execution error does not undo the preparation`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        _ = pipeline.received(.result("BEGIN"))
        _ = pipeline.received(.result("PREPARE"))
        _ = pipeline.received(.failed(PostgresError(.uniqueViolation(constraint: "x"), "exists")))
        #expect(completed(pipeline.received(.sync))?.hasFailed(at: 1) == false)
    }

    @Test func `An error after the result fails the unit`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        _ = pipeline.received(.result("INSERT"))
        _ = pipeline.received(.end)
        _ = pipeline.received(.failed(PostgresError(.foreignKeyViolation(constraint: "deferred"), "missing")))
        #expect(completed(pipeline.received(.sync))?.failure?.constraint == "deferred")
    }

    @Test func `A reply without a request is a protocol violation`() {
        var pipeline = TestPipeline()
        guard case .violation = pipeline.received(.sync) else {
            Issue.record("accepted")
            return
        }
        pipeline.sent("a")
        guard case .violation = pipeline.received(.aborted) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `Lost units are returned in order`() {
        var pipeline = TestPipeline()
        pipeline.sent("a")
        pipeline.sent("b")
        #expect(pipeline.lost().map(\.payload) == ["a", "b"])
        #expect(pipeline.isEmpty)
    }
}

@Suite struct StatementMonitorTests {
    private let start = ContinuousClock.now
    private var monitor = StatementMonitor(
        statementLimit: .seconds(30), grace: .milliseconds(250), cancellationLimit: .seconds(3))

    @Test mutating func `A statement that is waited for runs to its limit`() {
        monitor.statementStarted(now: start)
        #expect(monitor.check(isAbandoned: false, now: start) == .wait(until: start + .seconds(30)))
        #expect(monitor.check(isAbandoned: false, now: start + .seconds(30)) == .giveUp)
    }

    @Test mutating func `The limit counts from the time at which the statement became the head`() {
        monitor.statementStarted(now: start)
        monitor.statementStarted(now: start + .seconds(20))
        #expect(monitor.check(isAbandoned: false, now: start + .seconds(31)) == .wait(until: start + .seconds(50)))
    }

    @Test mutating func `An abandoned statement is cancelled after the grace`() {
        monitor.statementStarted(now: start)
        let end = start + .milliseconds(250)
        #expect(monitor.check(isAbandoned: true, now: start) == .wait(until: end))
        #expect(monitor.check(isAbandoned: true, now: end) == .requestCancellation)
        #expect(monitor.mayCancelOthers)
        // One request is enough.
        #expect(monitor.check(isAbandoned: true, now: end) == .wait(until: end + .seconds(3)))
    }

    @Test mutating func `A server that ignores the cancellation is given up`() {
        monitor.statementStarted(now: start)
        _ = monitor.check(isAbandoned: true, now: start)
        _ = monitor.check(isAbandoned: true, now: start + .seconds(1))
        monitor.cancellationDelivered()
        #expect(monitor.check(isAbandoned: true, now: start + .seconds(4)) == .giveUp)
    }

    @Test mutating func `Neighbours are at risk until the connection is quiet`() {
        monitor.statementStarted(now: start)
        _ = monitor.check(isAbandoned: true, now: start)
        _ = monitor.check(isAbandoned: true, now: start + .seconds(1))
        monitor.cancellationDelivered()
        monitor.statementStarted(now: start + .seconds(1))
        #expect(monitor.mayCancelOthers)
        // The next head may be forgotten, too, and is ended by a request of its own.
        _ = monitor.check(isAbandoned: true, now: start + .seconds(1))
        #expect(monitor.check(isAbandoned: true, now: start + .seconds(2)) == .requestCancellation)
        monitor.cancellationDelivered()
        monitor.becameQuiet()
        #expect(!monitor.mayCancelOthers)
    }

    @Test mutating func `A cancellation that arrives late is a risk until it has arrived`() {
        monitor.statementStarted(now: start)
        _ = monitor.check(isAbandoned: true, now: start)
        _ = monitor.check(isAbandoned: true, now: start + .seconds(1))
        monitor.becameQuiet()
        #expect(monitor.mayCancelOthers)
        monitor.cancellationDelivered()
        #expect(!monitor.mayCancelOthers)
    }

    @Test mutating func `A head that is waited for is not cancelled`() {
        monitor.statementStarted(now: start)
        _ = monitor.check(isAbandoned: true, now: start)
        monitor.statementStarted(now: start + .milliseconds(100))
        #expect(
            monitor.check(isAbandoned: false, now: start + .seconds(1)) == .wait(until: start + .milliseconds(30_100)))
    }
}

@Suite struct PreparedNamesTests {
    private let first = PreparedStatement("first", "SELECT 1")
    private let second = PreparedStatement("second", "SELECT 2")

    @Test func `A statement is prepared once`() {
        var names = PreparedNames(limit: 2)
        #expect(names.use(first) == .new("first_1"))
        #expect(names.use(first) == .prepared("first_1"))
        #expect(names.use(second) == .new("second_2"))
    }

    @Test func `A forgotten statement gets a new name`() {
        var names = PreparedNames(limit: 2)
        _ = names.use(first)
        names.forget(first)
        #expect(names.use(first) == .new("first_2"))
    }

    @Test func `Beyond the limit statements are not kept`() {
        var names = PreparedNames(limit: 1)
        _ = names.use(first)
        #expect(names.use(second) == .unnamed)
        #expect(names.use(first) == .prepared("first_1"))
    }
}

@Suite struct RetryTests {
    private let conflict = PostgresError(.serializationFailure, "conflict", sqlState: "40001")

    @Test func `A conflict is retried four times, after a growing wait`() {
        var retry = TransactionRetry()
        let waits = (0..<5).map { _ in retry.failed(with: conflict, random: 0) }
        #expect(waits == [.milliseconds(2), .milliseconds(4), .milliseconds(8), .milliseconds(16), nil])
    }

    @Test func `The wait before a retry is random`() {
        var retry = TransactionRetry()
        #expect(retry.failed(with: PostgresError(.deadlock, "deadlock"), random: 1) == .zero)
    }

    @Test func `Other errors are not retried`() {
        for code: PostgresError.Code in [
            .uniqueViolation(constraint: "a"), .unavailable, .deadlineExceeded, .commitOutcomeUnknown, .cancelled,
        ] {
            var retry = TransactionRetry()
            #expect(retry.failed(with: PostgresError(code, ""), random: 0) == nil)
        }
    }

    @Test func `A stale plan is retried once`() {
        var retry = TransactionRetry()
        let stale = PostgresError(.other, "cached plan must not change result type", sqlState: "0A000")
        #expect(retry.failed(with: stale, random: 1) == .zero)
        #expect(retry.failed(with: stale, random: 1) == nil)
    }
}

@Suite struct MigrationPlanTests {
    private func migration(_ version: Int, _ name: String = "m", oldest: Int = 1) -> Migration {
        Migration(version: version, name: name, oldestProgram: oldest, sql: "")
    }

    private func applied(_ version: Int, _ name: String = "m", oldest: Int = 1) -> MigrationPlan.Applied {
        MigrationPlan.Applied(version: version, name: name, oldestProgram: oldest)
    }

    private func refusal(
        _ migrations: [Migration], _ applied: [MigrationPlan.Applied], program: Int = 9
    ) -> PostgresError? {
        do {
            _ = try MigrationPlan(migrations, applied: applied, programVersion: program)
            return nil
        } catch {
            return error
        }
    }

    @Test func `Applied migrations are not run again`() throws {
        let plan = try MigrationPlan(
            [migration(1), migration(2), migration(5)], applied: [applied(1)], programVersion: 1)
        #expect(plan.pending.map(\.version) == [2, 5])
    }

    @Test func `An older program accepts a newer database that allows it`() throws {
        let plan = try MigrationPlan(
            [migration(1)], applied: [applied(1), applied(2, oldest: 3), applied(3, oldest: 3)], programVersion: 3)
        #expect(plan.pending.isEmpty)
    }

    @Test func `A program older than the database allows is refused with the reason`() {
        let error = refusal([migration(1)], [applied(1), applied(2, "drop", oldest: 4)], program: 3)
        #expect(error?.code == .incompatibleDatabase)
        #expect(error?.message.contains("migration 2 (drop) needs version 4") == true)
    }

    @Test func `A different history is refused`() {
        #expect(refusal([migration(1, "a")], [applied(1, "b")])?.code == .incompatibleDatabase)
        #expect(
            refusal([migration(1), migration(2), migration(3)], [applied(1), applied(3)])?.code == .incompatibleDatabase
        )
    }

    @Test func `Migrations must be in order`() {
        #expect(refusal([migration(2), migration(1)], [])?.code == .invalidConfiguration)
        #expect(refusal([migration(1), migration(1)], [])?.code == .invalidConfiguration)
        #expect(refusal([migration(0)], [])?.code == .invalidConfiguration)
    }
}
