import Postgres
import TestSupport
import Testing

@Suite struct TransactionTests {
    static func withCounter<Result: Sendable>(
        configure: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: @Sendable (PostgresClient) async throws -> Result
    ) async throws -> Result {
        try await PostgresCluster.withClient(configure: configure) { client in
            try await client.run("CREATE TABLE counter (id INT PRIMARY KEY, n INT NOT NULL)")
            try await client.run("INSERT INTO counter VALUES (1, 0), (2, 0)")
            return try await body(client)
        }
    }

    /// Lets a transaction fail if another one has changed the row that it changes.
    static let repeatableRead = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"

    static func count(_ client: PostgresClient, _ id: Int = 1) async throws -> Int {
        try await client.value(Int.self, "SELECT n FROM counter WHERE id = $1", [id])
    }

    @Test func `The changes of a body are committed together`() async throws {
        try await Self.withCounter { client in
            let result = try await client.withTransaction { transaction in
                try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                #expect(try await Self.count(client) == 0)
                return try await transaction.run("SELECT n FROM counter WHERE id = 1").only.read("n", as: Int.self)
            }
            #expect(result == 1)
            #expect(try await Self.count(client) == 1)
        }
    }

    @Test func `A body that throws is rolled back`() async throws {
        try await Self.withCounter { client in
            await #expect(throws: TestFailure()) {
                try await client.withTransaction { transaction in
                    try await transaction.run("UPDATE counter SET n = 1")
                    throw TestFailure()
                }
            }
            #expect(try await Self.count(client) == 0)
            // The rows are unlocked as soon as the error is thrown.
            try await client.run("SELECT * FROM counter FOR UPDATE NOWAIT")
        }
    }

    @Test func `The time limit of a transaction's statements takes effect on the server`() async throws {
        try await Self.withCounter { client in
            try await client.withTransaction(statementTimeout: .milliseconds(1_234)) { transaction in
                let shown = try await transaction.run("SHOW statement_timeout")[0].decode(String.self, at: 0)
                #expect(shown == "1234ms")
            }
            #expect(try await client.value(String.self, "SHOW statement_timeout") == "30s")
        }
    }

    @Test func `A conflict runs the body again`() async throws {
        try await Self.withCounter { client in
            let attempts = TestCounter()
            let result = try await client.withTransaction { transaction in
                let attempt = attempts.increment()
                try await transaction.run(Self.repeatableRead)
                let n = try await transaction.run("SELECT n FROM counter WHERE id = 1").only.read("n", as: Int.self)
                // On the first attempt, another transaction changes the row in between.
                if attempt == 1 { try await client.run("UPDATE counter SET n = 10 WHERE id = 1") }
                try await transaction.run("UPDATE counter SET n = $1 WHERE id = 1", [n + 1])
                return attempt
            }
            #expect(result == 2)
            #expect(try await Self.count(client) == 11)
        }
    }

    @Test func `A conflict runs the body again even if the body throws another error`() async throws {
        try await Self.withCounter { client in
            let attempts = TestCounter()
            try await client.withTransaction { transaction in
                let attempt = attempts.increment()
                try await transaction.run(Self.repeatableRead)
                try await transaction.run("SELECT n FROM counter")
                if attempt == 1 { try await client.run("UPDATE counter SET n = 10 WHERE id = 1") }
                do {
                    try await transaction.run("UPDATE counter SET n = n + 1 WHERE id = 1")
                } catch {
                    throw TestFailure()
                }
            }
            #expect(attempts.value == 2)
        }
    }

    @Test func `Two deadlocked transactions both succeed in the end`() async throws {
        try await Self.withCounter { client in
            let firstLocks = TestCounter()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, second) in [(1, 2), (2, 1)] {
                    group.addTask {
                        try await client.withTransaction { transaction in
                            try await transaction.run("SET LOCAL deadlock_timeout = '20ms'")
                            try await transaction.run("UPDATE counter SET n = n + 1 WHERE id = $1", [first])
                            firstLocks.increment()
                            try await eventually { firstLocks.value >= 2 }
                            try await transaction.run("UPDATE counter SET n = n + 1 WHERE id = $1", [second])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.count(client, 1) == 2)
            #expect(try await Self.count(client, 2) == 2)
            #expect(firstLocks.value > 2)
        }
    }

    @Test func `The number of attempts is limited`() async throws {
        try await Self.withCounter { client in
            let attempts = TestCounter()
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    attempts.increment()
                    try await transaction.run(Self.repeatableRead)
                    try await transaction.run("SELECT n FROM counter")
                    try await client.run("UPDATE counter SET n = n + 100 WHERE id = 1")
                    try await transaction.run("UPDATE counter SET n = n + 1 WHERE id = 1")
                }
            }
            #expect(error?.code == .serializationFailure)
            #expect(attempts.value == 5)
            let number = try await Self.count(client)
            #expect(number == 500)
        }
    }

    @Test func `A body that ignores an error is not committed`() async throws {
        try await Self.withCounter { client in
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    try await transaction.run("UPDATE counter SET n = 5")
                    _ = await postgresError { try await transaction.run("INSERT INTO counter VALUES (1, 1)") }
                }
            }
            #expect(error?.code == .transactionAborted)
            #expect(error?.message.contains("counter_pkey") == true)
            let number = try await Self.count(client)
            #expect(number == 0)
        }
    }

    @Test func `A constraint checked at the commit is the transaction's error`() async throws {
        try await Self.withCounter { client in
            try await client.run("CREATE TABLE once (n INT CONSTRAINT once_key UNIQUE DEFERRABLE INITIALLY DEFERRED)")
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    try await transaction.run("INSERT INTO once VALUES (1)")
                    try await transaction.run("INSERT INTO once VALUES (1)")
                }
            }
            #expect(error?.code == .uniqueViolation(constraint: "once_key"))
        }
    }

    @Test func `A commit without an answer is reported as unknown and not retried`() async throws {
        try await Self.withCounter { client in
            // The server ends the session during the commit.
            try await client.run(
                """
                CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$
                """)
            try await client.run(
                """
                CREATE CONSTRAINT TRIGGER leave AFTER UPDATE ON counter DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION leave()
                """)
            let attempts = TestCounter()
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    attempts.increment()
                    try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                }
            }
            #expect(error?.code == .commitOutcomeUnknown)
            #expect(error?.mayHaveTakenEffect == true)
            #expect(attempts.value == 1)
            #expect(try await Self.count(client) == 0)
        }
    }

    @Test func `A session lost before the commit is reported as unavailable`() async throws {
        try await Self.withCounter { client in
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    let pid = try await transaction.run("SELECT pg_backend_pid()").only.read(
                        "pg_backend_pid", as: Int.self)
                    try await client.run("SELECT pg_terminate_backend($1::int)", [pid])
                    try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                }
            }
            #expect(error?.code == .unavailable)
            #expect(error?.mayHaveTakenEffect == false)
            let number = try await Self.count(client)
            #expect(number == 0)
        }
    }

    @Test func `The time is read anew at each call`() async throws {
        try await Self.withCounter { client in
            try await client.withTransaction { transaction in
                let begin = try await transaction.run("SELECT (extract(epoch FROM now()) * 1000000)::bigint AS now")
                    .only
                    .read("now", as: Int64.self)
                let first = try await transaction.now()
                try await eventually { try await transaction.now() > first }
                #expect(first >= begin / 1_000)
            }
        }
    }

    @Test func `A test can set the time`() async throws {
        try await Self.withCounter(configure: { $0.transactionClock = .injected { 1_700_000_000_000 } }) { client in
            let time = try await client.withTransaction { try await $0.now() }
            #expect(time == 1_700_000_000_000)
        }
    }

    @Test func `A transaction has its connection to itself`() async throws {
        try await Self.withCounter(configure: { $0.poolSize = 1 }) { client in
            let waiting = try await client.withTransaction { transaction in
                try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                let waiting = Task { try await Self.count(client) }
                try await eventually { client.statistics.waiting == 1 }
                try await transaction.run("UPDATE counter SET n = 2 WHERE id = 1")
                return waiting
            }
            #expect(try await waiting.value == 2)
        }
    }

    @Test func `A transaction without statements takes no connection`() async throws {
        let configuration = try PostgresConfiguration(url: "postgresql://127.0.0.1:1/nowhere")
        let client = PostgresClient(configuration, logger: .silent)
        #expect(try await client.withTransaction { _ in 5 } == 5)
    }

    @Test func `Statements of one transaction may run concurrently`() async throws {
        try await Self.withCounter { client in
            try await client.withTransaction { transaction in
                async let first = transaction.run("SELECT 1")
                async let second = transaction.run("SELECT 2, 2")
                async let third = transaction.run("SELECT 3, 3, 3")
                let columns = try await [first.columnCount, second.columnCount, third.columnCount]
                #expect(columns == [1, 2, 3])
            }
        }
    }

    @Test func `A transaction that has ended runs no statement`() async throws {
        try await Self.withCounter { client in
            let ended = try await client.withTransaction { transaction in
                try await transaction.run("SELECT 1")
                return transaction
            }
            let error = await postgresError { try await ended.run("UPDATE counter SET n = 1") }
            #expect(error?.message == "the transaction has ended")
            #expect(try await Self.count(client) == 0)
        }
    }

    @Test func `A cancelled transaction is rolled back, and its connection is kept`() async throws {
        try await Self.withCounter(configure: { $0.poolSize = 2 }) { client in
            let task = Task {
                try await client.withTransaction { transaction in
                    try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                    try await transaction.run("SELECT pg_sleep(3600)")
                }
            }
            let sleeping = """
                SELECT count(*) FROM pg_stat_activity
                WHERE state = 'active' AND query = 'SELECT pg_sleep(3600)' AND datname = current_database()
                """
            try await eventually { try await client.value(Int.self, sleeping) == 1 }
            task.cancel()
            #expect(await postgresError { try await task.value }?.code == .cancelled)
            try await eventually { client.statistics.inUse == 0 }
            try await client.run("SELECT * FROM counter FOR UPDATE NOWAIT")
            #expect(try await Self.count(client) == 0)
            #expect(client.statistics.connectionsLost == 0)
        }
    }

    @Test func `A deadline ends a running transaction`() async throws {
        try await Self.withCounter { client in
            let error = await postgresError {
                try await client.withTransaction(deadline: .now + .milliseconds(100)) { transaction in
                    try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                    try await transaction.run("SELECT pg_sleep(3600)")
                }
            }
            #expect(error?.code == .deadlineExceeded)
            try await eventually { client.statistics.inUse == 0 }
            #expect(try await Self.count(client) == 0)
        }
    }

    @Test func `An abandoned transaction is ended by the server`() async throws {
        try await Self.withCounter(configure: { $0.idleInTransactionTimeout = .milliseconds(30) }) { client in
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    try await transaction.run("UPDATE counter SET n = 1 WHERE id = 1")
                    try await eventually { client.statistics.connectionsLost == 1 }
                    try await transaction.run("UPDATE counter SET n = 2 WHERE id = 1")
                }
            }
            #expect(error?.code == .unavailable)
            let number = try await Self.count(client)
            #expect(number == 0)
        }
    }
}
