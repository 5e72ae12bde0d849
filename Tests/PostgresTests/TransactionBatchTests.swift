import Postgres
import TestSupport
import Testing

/// Tests of statements that are sent together, with and without the commit.
extension TransactionTests {
    @Test func `Statements that are sent together run in order`() async throws {
        try await Self.withCounter { client in
            let rows = try await client.withTransaction { transaction in
                try await transaction.query(together: [
                    BoundStatement(Self.add, ["amount": 5]), BoundStatement(Self.read),
                    BoundStatement(Self.add, ["amount": 1]),
                ])
            }
            #expect(rows.map(\.affectedRows) == [1, 1, 1])
            #expect(try rows[1][0].read("n", as: Int.self) == 5)
            #expect(try await Self.count(client) == 6)
        }
    }

    @Test func `Statements can carry the commit`() async throws {
        try await Self.withCounter { client in
            await #expect(throws: TestFailure()) {
                try await client.withTransaction { transaction in
                    let rows = try await transaction.query(
                        together: [BoundStatement(Self.add, ["amount": 5]), BoundStatement(Self.read)], committing: true
                    )
                    #expect(try rows[1][0].read("n", as: Int.self) == 5)
                    #expect(try await Self.count(client) == 5)
                    let error = await postgresError { try await transaction.run("UPDATE counter SET n = 9") }
                    #expect(error?.message == "the transaction has ended")
                    // After the commit, this error rolls nothing back.
                    throw TestFailure()
                }
            }
            #expect(try await Self.count(client) == 5)
            // The connection is free again.
            for _ in 0..<20 { _ = try await client.withTransaction { try await $0.run("SELECT 1") } }
        }
    }

    @Test func `A statement that fails leaves those sent with it and the commit undone`() async throws {
        try await Self.withCounter(configure: { $0.poolSize = 1 }) { client in
            let clash = PreparedStatement("clash", "INSERT INTO counter VALUES (1, 1)")
            for _ in 0..<3 {
                let error = await postgresError {
                    try await client.withTransaction { transaction in
                        try await transaction.query(
                            together: [
                                BoundStatement(Self.add, ["amount": 5]), BoundStatement(clash),
                                BoundStatement(Self.read),
                            ], committing: true)
                    }
                }
                #expect(error?.code == .uniqueViolation(constraint: "counter_pkey"))
                #expect(error?.mayHaveTakenEffect == false)
            }
            #expect(try await Self.count(client) == 0)
            // Statements that the failed batch prepared, and those that it did not, can still be used.
            let rows = try await client.withTransaction { transaction in
                try await transaction.query(
                    together: [BoundStatement(Self.add, ["amount": 2]), BoundStatement(Self.read)], committing: true)
            }
            #expect(try rows[1][0].read("n", as: Int.self) == 2)
        }
    }

    @Test func `A conflict among statements with the commit runs the body again`() async throws {
        try await Self.withCounter { client in
            let attempts = TestCounter()
            try await client.withTransaction { transaction in
                let attempt = attempts.increment()
                try await transaction.run(TransactionTests.repeatableRead)
                try await transaction.run("SELECT n FROM counter")
                if attempt == 1 { try await client.run("UPDATE counter SET n = 10 WHERE id = 1") }
                _ = try await transaction.query(together: [BoundStatement(Self.add, ["amount": 1])], committing: true)
            }
            #expect(attempts.value == 2)
            #expect(try await Self.count(client) == 11)
        }
    }

    @Test func `A deferred constraint fails statements with the commit`() async throws {
        try await Self.withCounter(configure: { $0.poolSize = 1 }) { client in
            try await client.run("CREATE TABLE once (n INT CONSTRAINT once_key UNIQUE DEFERRABLE INITIALLY DEFERRED)")
            let insert = PreparedStatement("insertOnce", "INSERT INTO once VALUES (1)")
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    try await transaction.query(
                        together: [BoundStatement(insert), BoundStatement(insert)], committing: true)
                }
            }
            #expect(error?.code == .uniqueViolation(constraint: "once_key"))
            #expect(try await Self.count(client) == 0)
        }
    }

    @Test func `A commit without an answer is unknown`() async throws {
        try await Self.withCounter { client in
            let leave = PreparedStatement("leave", "SELECT pg_terminate_backend(pg_backend_pid())")
            let attempts = TestCounter()
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    attempts.increment()
                    _ = try await transaction.query(together: [BoundStatement(leave)], committing: true)
                }
            }
            #expect(error?.code == .commitOutcomeUnknown)
            #expect(attempts.value == 1)
        }
    }

    private static let add = PreparedStatement("add", "UPDATE counter SET n = n + :amount WHERE id = 1")
    private static let read = PreparedStatement("read", "SELECT n FROM counter WHERE id = 1")
}
