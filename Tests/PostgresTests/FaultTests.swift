import Platform
import TestSupport
import Testing

@testable import Postgres

/// Tests of server outages, one after the other, on a server of their own.
@Suite(.serialized) struct FaultTests {
    private static let cluster = Task { try await PostgresCluster() }

    private static func withCluster<Result>(
        _ body: (PostgresCluster, PostgresConfiguration) async throws -> Result
    ) async throws -> Result {
        let cluster = try await cluster.value
        try await cluster.startIfNeeded()
        let database = try await cluster.createDatabase()
        var configuration = try PostgresConfiguration(url: cluster.url(of: database))
        configuration.poolSize = 3
        return try await body(cluster, configuration)
    }

    @Test func `A killed server fails running and waiting statements, and is found again`() async throws {
        try await Self.withCluster { cluster, configuration in
            var configuration = configuration
            configuration.pipelineDepth = 1
            try await PostgresCluster.withRunningClient(configuration) { client in
                let tasks = (0..<9).map { _ in Task { try await client.run("SELECT pg_sleep(3600)") } }
                try await eventually { client.statistics.inUse == 3 && client.statistics.waiting == 6 }
                try await cluster.kill()
                var sent = 0
                for task in tasks {
                    let error = await postgresError { try await task.value }
                    #expect(error?.code == .unavailable)
                    if error?.mayHaveTakenEffect == true { sent += 1 }
                }
                #expect(sent == 3)
                try await eventually { if case .unavailable = client.health { true } else { false } }
                #expect(await postgresError { try await client.run("SELECT 1") }?.code == .unavailable)
                try await cluster.start()
                try await eventually { client.health == .available }
                #expect(try await client.value(Int.self, "SELECT 1") == 1)
                #expect(client.statistics.connectionsLost == 3)
            }
        }
    }

    /// The connections fail at any point: while sending, while waiting, while receiving.
    @Test func `Every call ends when the server is killed under load`() async throws {
        try await Self.withCluster { cluster, configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                for _ in 0..<5 {
                    try await eventually { await postgresError { try await client.ping() } == nil }
                    let calls = client.statistics.calls
                    let tasks = (0..<64).map { number in
                        Task {
                            while true {
                                let error = await postgresError {
                                    guard number % 8 == 0 else { return try await client.run("SELECT 1") }
                                    return try await client.withTransaction { try await $0.run("SELECT 1") }
                                }
                                if let error { return error.code }
                            }
                        }
                    }
                    try await eventually { client.statistics.calls > calls + 500 }
                    try await cluster.kill()
                    for task in tasks {
                        let code = await task.value
                        #expect(code == .unavailable || code == .commitOutcomeUnknown)
                    }
                    try await cluster.start()
                }
            }
        }
    }

    @Test func `A restart closes idle connections before a call uses them`() async throws {
        try await Self.withCluster { cluster, configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                try await client.ping()
                try await cluster.restart()
                try await eventually { client.statistics.connectionsLost == 1 && client.health == .available }
                try await client.ping()
            }
        }
    }

    @Test func `A transaction is unavailable if its server is killed`() async throws {
        try await Self.withCluster { cluster, configuration in
            try await PostgresCluster.withRunningClient(configuration) { client in
                let error = await postgresError {
                    try await client.withTransaction { transaction in
                        try await transaction.run("CREATE TABLE a (n INT)")
                        try await cluster.kill()
                        try await transaction.run("INSERT INTO a VALUES (1)")
                    }
                }
                #expect(error?.code == .unavailable)
                try await cluster.start()
                try await eventually { client.health == .available }
                #expect(try await client.value(Bool.self, "SELECT to_regclass('a') IS NULL"))
            }
        }
    }

    @Test func `A server that starts late is found`() async throws {
        try await Self.withCluster { cluster, configuration in
            try await cluster.stop()
            try await PostgresCluster.withRunningClient(configuration) { client in
                let error = await postgresError { try await client.ping() }
                #expect(error?.code == .unavailable)
                #expect(error?.mayHaveTakenEffect == false)
                try await cluster.start()
                try await eventually { await postgresError { try await client.ping() } == nil }
            }
        }
    }

    @Test func `A server that does not answer is given up`() async throws {
        try await Self.withCluster { cluster, configuration in
            var configuration = configuration
            configuration.statementTimeout = .milliseconds(100)
            configuration.connectTimeout = .milliseconds(100)
            try await PostgresCluster.withRunningClient(configuration) { client in
                try await eventually { await postgresError { try await client.ping() } == nil }
                cluster.freeze()
                let running = await postgresError { try await client.run("SELECT 1") }
                #expect(running?.code == .unavailable)
                #expect(running?.mayHaveTakenEffect == true)
                try await eventually { if case .unavailable = client.health { true } else { false } }
                cluster.thaw()
                try await eventually { await postgresError { try await client.ping() } == nil }
            }
        }
    }

    @Test func `An address that does not take part in the handshake is given up before the time limit`() async throws {
        // Linux drops the first packet of a connection for which the queue of a listening socket has no room.
        let listener = try FullListener()
        var configuration = try PostgresConfiguration(url: "postgres://postgres@127.0.0.1:\(listener.port)/postgres")
        configuration.connectTimeout = .seconds(3_600)
        configuration.handshakeTimeout = .milliseconds(20)
        try await PostgresCluster.withRunningClient(configuration) { client in
            // The kernel itself gives up after the default `tcp_user_timeout`, with another reason.
            try await eventually { client.health == .unavailable(reason: "PostgreSQL did not answer in time") }
        }
    }

    @Test func `The time limits begin after the look-up of the host's name, however long it takes`() async throws {
        try await Self.withCluster { cluster, configuration in
            // The look-up takes an hour of the attempt's clock.
            var delay = Duration.zero
            let start = ConnectStart(
                lookUp: { settings in
                    delay = .seconds(3_600)
                    return Session.start(settings)
                }, now: { .now + delay })
            _ = try Session.connect(
                configuration.connectionSettings(), wake: try WakeEvent(), configuration: configuration,
                isStopping: { false }, from: start)
            #expect(configuration.connectTimeout < delay)
        }
    }

    @Test func `Idle connections are checked`() async throws {
        try await Self.withCluster { cluster, configuration in
            var configuration = configuration
            configuration.keepAliveInterval = .milliseconds(20)
            configuration.statementTimeout = .milliseconds(200)
            configuration.connectTimeout = .milliseconds(200)
            try await PostgresCluster.withRunningClient(configuration) { client in
                try await eventually { await postgresError { try await client.ping() } == nil }
                cluster.freeze()
                try await eventually { client.statistics.connectionsLost == 1 }
                cluster.thaw()
            }
        }
    }

    @Test func `A server that allows fewer connections is used with those`() async throws {
        try await Self.withCluster { cluster, configuration in
            try await cluster.execute("CREATE ROLE few LOGIN CONNECTION LIMIT 1")
            var few = try PostgresConfiguration(
                url: cluster.url(of: "postgres").replacing("postgres@", with: "few@"))
            few.poolSize = 4
            try await PostgresCluster.withRunningClient(few) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<32 { group.addTask { try await client.run("SELECT pg_sleep(0.01)") } }
                    try await group.waitForAll()
                }
                #expect(client.statistics.connects == 1)
                #expect(client.statistics.connectFailures >= 1)
            }
        }
    }

    @Test func `Old connections are replaced`() async throws {
        try await Self.withCluster { _, configuration in
            var configuration = configuration
            configuration.maximumLifetime = .milliseconds(20)
            try await PostgresCluster.withRunningClient(configuration) { client in
                try await eventually {
                    try await client.ping()
                    return client.statistics.connects >= 3
                }
                #expect(client.statistics.connectionsLost == 0)
            }
        }
    }

    @Test func `Surplus connections are closed after idling`() async throws {
        try await Self.withCluster { _, configuration in
            var configuration = configuration
            configuration.idleTimeout = .milliseconds(50)
            try await PostgresCluster.withRunningClient(configuration) { client in
                let tasks = (0..<3).map { _ in
                    Task { try await client.withTransaction { try await $0.run("SELECT pg_sleep(0.1)") } }
                }
                for task in tasks { _ = try await task.value }
                #expect(client.statistics.connects == 3)
                try await eventually { client.statistics.idle == 1 }
                #expect(client.statistics.connectionsLost == 0)
            }
        }
    }

    @Test func `A wrong password is reported as unavailable and not shown`() async throws {
        try await Self.withCluster { cluster, _ in
            try await cluster.execute("CREATE ROLE ann LOGIN PASSWORD 'right'")
            try await cluster.requirePasswords()
            let url = "postgresql://ann@127.0.0.1:\(cluster.port)/postgres?sslmode=disable"
            try await PostgresCluster.withRunningClient(PostgresConfiguration(url: url, password: "geheim")) { client in
                let error = await postgresError { try await client.ping() }
                #expect(error?.code == .unavailable)
                #expect(error?.message.contains("password authentication failed") == true)
                let text = "\(String(describing: error))"
                #expect(!text.contains("geheim"))
            }
            try await PostgresCluster.withRunningClient(PostgresConfiguration(url: url, password: "right")) { client in
                try await client.ping()
            }
        }
    }
}
