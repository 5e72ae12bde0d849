import Postgres
import Resilience
import TestSupport
import Testing

@Suite struct QueryTests {
    @Test func `A violated constraint is an error with its name`() async throws {
        try await PostgresCluster.withClient { client in
            try await client.run("CREATE TABLE places (id INT CONSTRAINT places_key PRIMARY KEY)")
            try await client.run(
                """
                CREATE TABLE stays (
                    place INT NOT NULL CONSTRAINT stays_place REFERENCES places,
                    nights INT CONSTRAINT nights_positive CHECK (nights > 0),
                    span INT4RANGE, CONSTRAINT no_overlap EXCLUDE USING gist (span WITH &&))
                """)
            try await client.run("INSERT INTO places VALUES (1)")
            try await client.run("INSERT INTO stays VALUES (1, 1, '[1,5)')")
            func code(_ sql: String) async -> PostgresError.Code? {
                await postgresError { try await client.run(sql) }?.code
            }
            #expect(await code("INSERT INTO places VALUES (1)") == .uniqueViolation(constraint: "places_key"))
            #expect(await code("INSERT INTO stays VALUES (2)") == .foreignKeyViolation(constraint: "stays_place"))
            #expect(await code("INSERT INTO stays VALUES (1, 0)") == .checkViolation(constraint: "nights_positive"))
            #expect(
                await code("INSERT INTO stays VALUES (1, 1, '[4,6)')") == .exclusionViolation(constraint: "no_overlap"))
            #expect(await code("INSERT INTO stays VALUES (NULL)") == .notNullViolation(column: "place"))
        }
    }

    @Test func `An error describes the server's message without the values`() async throws {
        try await PostgresCluster.withClient { client in
            try await client.run("CREATE TABLE people (email TEXT CONSTRAINT people_email UNIQUE)")
            try await client.run("INSERT INTO people VALUES ($1)", ["ann@example.com"])
            let error = await postgresError {
                try await client.run("INSERT INTO people VALUES ($1)", ["ann@example.com"])
            }
            #expect(error?.sqlState == "23505")
            #expect(error?.constraint == "people_email")
            #expect(error?.detail?.contains("ann@example.com") == true)
            let text = error?.description ?? ""
            #expect(text.contains("people_email"))
            #expect(!text.contains("ann@example.com"))
            #expect(await postgresError { try await client.run("SELEC 1") }?.sqlState == "42601")
        }
    }

    @Test func `Waiting statements are sent in one batch, and an error affects none of the others`() async throws {
        try await withSingleConnection { client, watcher in
            try await client.run("CREATE TABLE rows (n INT PRIMARY KEY)")
            let before = client.statistics.batches
            let tasks = try await whileBusy(client, watcher) {
                let tasks = (0..<10).map { number in
                    Task {
                        try await client.run(
                            "INSERT INTO rows VALUES ($1::int / $2::int)", [number, number % 5 == 3 ? 0 : 1])
                    }
                }
                try await eventually { client.statistics.waiting == 10 }
                return tasks
            }
            var failed: [Int] = []
            for (number, task) in tasks.enumerated() {
                do {
                    _ = try await task.value
                } catch {
                    #expect((error as? PostgresError)?.sqlState == "22012")
                    failed.append(number)
                }
            }
            #expect(failed == [3, 8])
            #expect(try await watcher.value(Int.self, "SELECT count(*) FROM rows") == 8)
            // One batch for the lock that kept the connection busy, and one for all ten statements.
            #expect(client.statistics.batches - before == 2)
        }
    }

    @Test func `A deadline ends the wait and the statement`() async throws {
        try await withSingleConnection { client, watcher in
            try await client.ping()
            let error = await postgresError {
                try await client.run("SELECT pg_sleep(3600)", deadline: .now + .milliseconds(50))
            }
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.mayHaveTakenEffect == true)
            let one = try await client.value(Int.self, "SELECT 1")
            #expect(one == 1)
            let sleeping =
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%sleep(3600)%' "
            let others = "AND datname = current_database() AND pid <> pg_backend_pid()"
            let asleep = try await watcher.value(Int.self, sleeping + others)
            #expect(asleep == 0)
        }
    }

    @Test func `A statement behind a cancelled one still runs`() async throws {
        try await withSingleConnection { client, watcher in
            try await client.run("CREATE TABLE rows (n INT)")
            let (sleeper, followers) = try await whileBusy(client, watcher) {
                let sleeper = Task { try await client.run("SELECT pg_sleep(3600)") }
                try await eventually { client.statistics.waiting == 1 }
                let followers = (1...5).map { number in
                    Task { try await client.run("INSERT INTO rows VALUES ($1)", [number]) }
                }
                try await eventually { client.statistics.waiting == 6 }
                return (sleeper, followers)
            }
            sleeper.cancel()
            #expect(await postgresError { try await sleeper.value }?.code == .cancelled)
            for follower in followers { _ = try await follower.value }
            #expect(try await client.value(Int.self, "SELECT count(*) FROM rows") == 5)
        }
    }

    @Test func `A call has waited as long as its statement did for a connection`() async throws {
        try await withSingleConnection { client, watcher in
            let work = CallWork(flow: FlowKey("user", "ada".utf8))
            let task = try await whileBusy(client, watcher) {
                let task = CallWork.$current.withValue(work) { Task { try await client.run("SELECT 1") } }
                try await eventually { client.statistics.waiting == 1 }
                return task
            }
            _ = try await task.value
            #expect(work.waited > .zero)
        }
    }

    @Test func `A statement cancelled while it waits is never run`() async throws {
        try await withSingleConnection { client, watcher in
            try await client.run("CREATE TABLE rows (n INT)")
            try await whileBusy(client, watcher) {
                let task = Task { try await client.run("INSERT INTO rows VALUES (1)") }
                try await eventually { client.statistics.waiting == 1 }
                task.cancel()
                let error = await postgresError { try await task.value }
                #expect(error?.code == .cancelled)
                #expect(error?.mayHaveTakenEffect == false)
                #expect(client.statistics.waiting == 0)
            }
            #expect(try await client.value(Int.self, "SELECT count(*) FROM rows") == 0)
        }
    }

    @Test func `A cancelled task sends no statement`() async throws {
        try await PostgresCluster.withClient { client in
            try await client.run("CREATE TABLE rows (n INT)")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await client.run("INSERT INTO rows VALUES (1)")
            }
            task.cancel()
            #expect(await postgresError { try await task.value }?.code == .cancelled)
            #expect(try await client.value(Int.self, "SELECT count(*) FROM rows") == 0)
        }
    }

    @Test func `The server ends a statement that runs too long`() async throws {
        try await withSingleConnection(configure: { $0.statementTimeout = .milliseconds(100) }) { client, _ in
            let error = await postgresError { try await client.run("SELECT pg_sleep(3600)") }
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.sqlState == "57014")
        }
    }

    @Test func `A full queue refuses, and the statements in it are served`() async throws {
        try await withSingleConnection(configure: { $0.queueLimit = 2 }) { client, watcher in
            let tasks = try await whileBusy(client, watcher) {
                let tasks = (0..<2).map { _ in Task { try await client.run("SELECT 1") } }
                try await eventually { client.statistics.waiting == 2 }
                let refused = await postgresError { try await client.run("SELECT 1") }
                #expect(refused?.code == .poolExhausted)
                return tasks
            }
            for task in tasks { _ = try await task.value }
            #expect(client.statistics.exhausted == 1)
        }
    }

    @Test func `The wait for a connection is limited`() async throws {
        try await withSingleConnection(configure: { $0.acquireTimeout = .milliseconds(30) }) { client, watcher in
            try await eventually { await postgresError { try await client.ping() } == nil }
            try await whileBusy(client, watcher) {
                let exhausted = await postgresError { try await client.run("SELECT 1") }
                #expect(exhausted?.code == .poolExhausted)
                let late = await postgresError { try await client.run("SELECT 1", deadline: .now + .milliseconds(1)) }
                #expect(late?.code == .deadlineExceeded)
                #expect(late?.mayHaveTakenEffect == false)
            }
        }
    }

    @Test func `A statement that the server has forgotten is prepared again`() async throws {
        try await withSingleConnection { client, _ in
            let statement = PreparedStatement("one", "SELECT 1")
            _ = try await client.query(statement)
            try await client.run("DEALLOCATE ALL")
            #expect(try await client.query(statement).count == 1)
            try await client.run("DISCARD ALL")
            #expect(try await client.query(statement).count == 1)
        }
    }

    @Test func `A statement is prepared again after its table was altered`() async throws {
        try await withSingleConnection { client, _ in
            try await client.run("CREATE TABLE wide (a INT)")
            try await client.run("INSERT INTO wide VALUES (1)")
            let statement = PreparedStatement("wide", "SELECT * FROM wide")
            #expect(try await client.query(statement).columnCount == 1)
            try await client.run("ALTER TABLE wide ADD COLUMN b INT")
            #expect(try await client.query(statement).columnCount == 2)
            try await client.run("ALTER TABLE wide ALTER COLUMN a TYPE TEXT")
            try await client.withTransaction { transaction in
                let value = try await transaction.query(statement).only.read("a", as: String.self)
                #expect(value == "1")
            }
        }
    }

    @Test func `A statement that failed to prepare can be prepared later`() async throws {
        try await withSingleConnection { client, _ in
            let statement = PreparedStatement("later", "SELECT n FROM later")
            #expect(await postgresError { try await client.query(statement) }?.sqlState == "42P01")
            try await client.run("CREATE TABLE later (n INT)")
            #expect(try await client.query(statement).isEmpty)
        }
    }

    @Test func `The number of prepared statements is limited`() async throws {
        try await withSingleConnection(configure: { $0.preparedStatementLimit = 3 }) { client, _ in
            for number in 0..<10 {
                let rows = try await client.run("SELECT \(number)")
                #expect(try rows[0].decode(Int.self, at: 0) == number)
            }
            #expect(try await client.value(Int.self, "SELECT count(*) FROM pg_prepared_statements") == 3)
        }
    }

    @Test func `BEGIN and COMMIT are prepared once for each connection`() async throws {
        try await withSingleConnection { client, _ in
            let statement = PreparedStatement("one", "SELECT 1 AS one")
            for _ in 0..<3 {
                _ = try await client.withTransaction { transaction in
                    try await transaction.query(together: [BoundStatement(statement)], committing: true)
                }
            }
            let prepared = try await client.run("SELECT statement FROM pg_prepared_statements ORDER BY 1")
            #expect(try prepared.prefix(2).map { try $0.decode(String.self, at: 0) } == ["BEGIN", "COMMIT"])
        }
    }

    @Test func `A violated deferred constraint fails the statement`() async throws {
        try await PostgresCluster.withClient { client in
            try await client.run(
                "CREATE TABLE rows (n INT CONSTRAINT once UNIQUE DEFERRABLE INITIALLY DEFERRED)")
            let error = await postgresError { try await client.run("INSERT INTO rows VALUES (1), (1)") }
            #expect(error?.code == .uniqueViolation(constraint: "once"))
            #expect(try await client.value(Int.self, "SELECT count(*) FROM rows") == 0)
        }
    }

    @Test func `Concurrent tasks get their own answers`() async throws {
        try await PostgresCluster.withClient(configure: { $0.poolSize = 3 }) { client in
            let statement = PreparedStatement(
                "echo", "SELECT :number::bigint AS number, repeat('x', :number::int % 3000) AS text")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for round in 0..<25 {
                            let number = task * 100 + round
                            let row = try await client.query(statement, ["number": number]).only
                            #expect(try row.read("number") == number)
                            #expect(try row.read("text", as: String.self).utf8.count == number % 3_000)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let statistics = client.statistics
            #expect(statistics.batches < statistics.calls)
            #expect(statistics.connects <= 3)
            #expect(statistics.connectionsLost == 0)
        }
    }

    @Test func `A large result and a large parameter are transferred`() async throws {
        try await PostgresCluster.withClient { client in
            let text = String(repeating: "Музей ", count: 400_000)
            let row = try await client.run(
                "SELECT $1::text || $1::text AS twice, $2::bytea AS bytes", [text, [UInt8](text.utf8)]
            ).only
            #expect(try row.read("twice", as: String.self).utf8.count == text.utf8.count * 2)
            #expect(try row.read("bytes", as: [UInt8].self).count == text.utf8.count)
        }
    }

    @Test func `Calls made before the start wait for it`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            let client = PostgresClient(configuration, logger: .silent)
            #expect(client.health == .starting)
            let early = Task { try await client.run("SELECT 1").count }
            try await eventually { client.statistics.waiting == 1 }
            let running = Task { try await client.run() }
            #expect(try await early.value == 1)
            #expect(client.health == .available)
            running.cancel()
            try await running.value
            #expect(client.health == .stopped)
            #expect(await postgresError { try await client.run("SELECT 1") }?.code == .unavailable)
            #expect(await postgresError { try await client.run() }?.code == .other)
        }
    }

    @Test func `A statement in progress is finished when the client stops`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            try await PostgresCluster.withRunningClient(configuration) { watcher in
                let client = PostgresClient(configuration, logger: .silent)
                let running = Task { try await client.run() }
                let late = try await watcher.withTransaction { transaction in
                    try await transaction.run("SELECT pg_advisory_xact_lock(1)")
                    let late = Task { try await client.run("SELECT 7 FROM pg_advisory_xact_lock(1)").count }
                    try await eventually { try await watcher.sessionsWaitingForALock == 1 }
                    running.cancel()
                    try await eventually { client.health == .stopped }
                    return late
                }
                #expect(try await late.value == 1)
                try await running.value
            }
        }
    }

    @Test func `A statement that outlasts the grace is cut off when the client stops`() async throws {
        try await PostgresCluster.withDatabase { configuration in
            var configuration = configuration
            configuration.shutdownGrace = .milliseconds(20)
            let client = PostgresClient(configuration, logger: .silent)
            let running = Task { try await client.run() }
            let late = Task { try await client.run("SELECT pg_sleep(3600)") }
            try await eventually { client.statistics.inUse == 1 }
            running.cancel()
            #expect(await postgresError { try await late.value }?.code == .unavailable)
            try await running.value
        }
    }
}
