import Postgres
import TestSupport
import Testing

@Suite struct CopyTests {
    private static func withTable<Result: Sendable>(
        _ body: @Sendable (PostgresClient) async throws -> Result
    ) async throws -> Result {
        try await PostgresCluster.withClient { client in
            try await client.run("CREATE TABLE places (id INT PRIMARY KEY, name TEXT)")
            return try await body(client)
        }
    }

    private static let copy = "COPY places (id, name) FROM STDIN"
    private static let failedTransactions = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction (aborted)'
        """

    @Test func `Rows are loaded from chunks of any size`() async throws {
        try await Self.withTable { client in
            let count = try await client.withTransaction { transaction in
                let bytes = Array((1...2_000).map { "\($0)\tМузей \($0)\n" }.joined().utf8)
                var position = 0
                return try await transaction.copyIn(Self.copy) {
                    guard position < bytes.count else { return nil }
                    defer { position += 777 }
                    return Array(bytes[position..<min(position + 777, bytes.count)])
                }
            }
            #expect(count == 2_000)
            #expect(try await client.value(String.self, "SELECT name FROM places WHERE id = 1999") == "Музей 1999")
        }
    }

    @Test func `The transaction continues after a copy`() async throws {
        try await Self.withTable { client in
            try await client.withTransaction { transaction in
                var chunks = ["1\ta\n", "", "2\tb\n"].map { Array($0.utf8) }[...]
                #expect(try await transaction.copyIn(Self.copy) { chunks.popFirst() } == 2)
                #expect(try await transaction.copyIn(Self.copy) { nil } == 0)
                try await transaction.run("UPDATE places SET name = name || '!'")
            }
            #expect(
                try await client.value(String.self, "SELECT string_agg(name, ',' ORDER BY id) FROM places") == "a!,b!")
        }
    }

    @Test func `An error names the line and the column`() async throws {
        try await Self.withTable { client in
            let error = await postgresError {
                try await client.withTransaction { transaction in
                    var chunks = ["1\ta\n2\tb\n", "x\tc\n", "4\td\n"].map { Array($0.utf8) }
                    return try await transaction.copyIn(Self.copy) {
                        if !chunks.isEmpty { return chunks.removeFirst() }
                        // The server's error arrives before the end of the rows is sent.
                        while try await client.value(Int.self, Self.failedTransactions) == 0 { await Task.yield() }
                        return nil
                    }
                }
            }
            #expect(error?.sqlState == "22P02")
            #expect(error?.context == #"COPY places, line 3, column id: "x""#)
            let number = try await client.value(Int.self, "SELECT count(*) FROM places")
            #expect(number == 0)
        }
    }

    @Test func `A failure of the source undoes the load`() async throws {
        try await Self.withTable { client in
            await #expect(throws: TestFailure()) {
                try await client.withTransaction { transaction in
                    var isFirst = true
                    _ = try await transaction.copyIn(Self.copy) {
                        guard isFirst else { throw TestFailure() }
                        isFirst = false
                        return Array("1\ta\n".utf8)
                    }
                }
            }
            let number = try await client.value(Int.self, "SELECT count(*) FROM places")
            #expect(number == 0)
            #expect(client.statistics.connectionsLost == 0)
        }
    }

    @Test func `The next chunk is requested only after the previous one was sent`() async throws {
        try await Self.withTable { client in
            let requested = TestCounter()
            let task = Task {
                try await client.withTransaction { transaction in
                    try await transaction.copyIn(Self.copy) {
                        let number = requested.increment()
                        return number > 500 ? nil : Array("\(number)\t\(String(repeating: "x", count: 10_000))\n".utf8)
                    }
                }
            }
            let count = try await task.value
            #expect(count == 500)
            #expect(requested.value == 501)
            let length = try await client.value(Int64.self, "SELECT sum(length(name)) FROM places")
            #expect(length == 5_000_000)
        }
    }

    @Test func `A server that does not read makes the source wait`() async throws {
        try await Self.withTable { client in
            try await client.run(
                """
                CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$
                """)
            try await client.run(
                "CREATE TRIGGER wait BEFORE INSERT ON places FOR EACH ROW EXECUTE FUNCTION wait()")
            let requested = TestCounter()
            let load = try await client.withTransaction { holder in
                try await holder.run("SELECT pg_advisory_xact_lock(1)")
                let load = Task {
                    try await client.withTransaction { transaction in
                        try await transaction.copyIn(Self.copy) {
                            let number = requested.increment()
                            return number > 24
                                ? nil : Array("\(number)\t\(String(repeating: "x", count: 1_000_000))\n".utf8)
                        }
                    }
                }
                try await eventually { try await client.sessionsWaitingForALock == 1 }
                // Only as much as fits the socket is sent; further rows are not even requested.
                let before = requested.value
                for _ in 0..<20 { try await client.ping() }
                #expect(requested.value < 12)
                #expect(before >= 1)
                return load
            }
            #expect(try await load.value == 24)
        }
    }

    @Test func `A cancelled load leaves nothing behind`() async throws {
        try await Self.withTable { client in
            let hasBegun = TestCounter()
            let task = Task {
                try await client.withTransaction { transaction in
                    try await transaction.copyIn(Self.copy) {
                        hasBegun.increment()
                        while !Task.isCancelled { await Task.yield() }
                        return Array("1\ta\n".utf8)
                    }
                }
            }
            try await eventually { hasBegun.value > 0 }
            task.cancel()
            #expect(await postgresError { try await task.value }?.code == .cancelled)
            try await eventually { client.statistics.inUse == 0 }
            #expect(try await client.value(Int.self, "SELECT count(*) FROM places") == 0)
        }
    }

    @Test func `A statement that is not a copy is refused`() async throws {
        try await Self.withTable { client in
            let other = await postgresError {
                try await client.withTransaction { try await $0.copyIn("SELECT 1") { nil } }
            }
            #expect(other?.message == "the statement is not COPY … FROM STDIN")
            let missing = await postgresError {
                try await client.withTransaction { try await $0.copyIn("COPY nowhere FROM STDIN") { nil } }
            }
            #expect(missing?.sqlState == "42P01")
            #expect(client.statistics.connectionsLost == 0)
        }
    }
}
