public import Logging
public import Postgres

/// A database created once and copied for each test.
public struct DatabaseTemplate: Sendable {
    let name: String
    let migrations: [Migration]
    let programVersion: Int

    /// Creates a template whose schema is made by `migrations`; `name` must be unique in the test process.
    public init(_ name: String, migrations: [Migration], programVersion: Int = .max) {
        self.name = name
        self.migrations = migrations
        self.programVersion = programVersion
    }
}

extension PostgresCluster {
    private static let server = SharedServer()

    /// The server of this test process, started on first use.
    public static var shared: PostgresCluster {
        get async throws { try await server.cluster() }
    }

    /// Runs `body` with the settings of a fresh database on the shared server, then removes the database.
    ///
    /// The database is empty or a copy of the template. Only a few tests have a database at a time and the others wait,
    /// so `body` must not request another one.
    public static func withDatabase<Result>(
        like template: DatabaseTemplate? = nil, _ body: (PostgresConfiguration) async throws -> Result
    ) async throws -> Result {
        let cluster = try await shared
        var options = ""
        if let template { options = "TEMPLATE \(try await server.name(of: template))" }
        await server.takePlace()
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await cluster.withDatabase(options, body))
        } catch {
            result = .failure(error)
        }
        await server.leavePlace()
        return try result.get()
    }

    /// Runs `body` with the settings of a fresh database on this server, then removes the database.
    public func withDatabase<Result>(
        _ options: String = "", _ body: (PostgresConfiguration) async throws -> Result
    ) async throws -> Result {
        let name = try await createDatabase(options)
        let result: Swift.Result<Result, any Error>
        do {
            var configuration = try PostgresConfiguration(url: url(of: name))
            // Test machines may be overloaded, so these limits are generous; tests of the limits set their own.
            configuration.connectTimeout = .seconds(30)
            configuration.acquireTimeout = .seconds(30)
            result = .success(try await body(configuration))
        } catch {
            result = .failure(error)
        }
        try await dropDatabase(name)
        return try result.get()
    }

    /// Runs `body` with a running client of a fresh database on the shared server.
    public static func withClient<Result: Sendable>(
        like template: DatabaseTemplate? = nil, configure: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: @Sendable (PostgresClient) async throws -> Result
    ) async throws -> Result {
        try await withDatabase(like: template) { configuration in
            var configuration = configuration
            configure(&configuration)
            return try await withRunningClient(configuration, body)
        }
    }

    /// Runs `body` with a running client for `configuration`.
    public static func withRunningClient<Result: Sendable>(
        _ configuration: PostgresConfiguration,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: @Sendable (PostgresClient) async throws -> Result
    ) async throws -> Result {
        let client = PostgresClient(configuration, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(client))
            } catch {
                result = .failure(error)
            }
            group.cancelAll()
            try? await group.waitForAll()
            return try result.get()
        }
    }
}

/// The server and the templates, created once per test process.
private actor SharedServer {
    private var starting: Task<PostgresCluster, any Error>?
    private var templates: [String: Task<String, any Error>] = [:]
    /// The number of further tests that may use the server now; limited, because all tests of a process start together.
    private var freePlaces = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func takePlace() async {
        if freePlaces > 0 {
            freePlaces -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leavePlace() {
        if waiting.isEmpty {
            freePlaces += 1
        } else {
            waiting.removeFirst().resume()
        }
    }

    func cluster() async throws -> PostgresCluster {
        let task = starting ?? Task { try await PostgresCluster() }
        starting = task
        return try await task.value
    }

    func name(of template: DatabaseTemplate) async throws -> String {
        if let task = templates[template.name] { return try await task.value }
        let task = Task {
            let cluster = try await self.cluster()
            let name = try await cluster.createDatabase()
            let configuration = try PostgresConfiguration(url: cluster.url(of: name))
            let client = PostgresClient(
                configuration, logger: Logger(label: "template") { _ in SwiftLogNoOpLogHandler() })
            try await client.migrate(template.migrations, programVersion: template.programVersion)
            return name
        }
        templates[template.name] = task
        return try await task.value
    }
}
