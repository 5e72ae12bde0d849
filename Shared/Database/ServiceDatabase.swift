public import Contract
public import Postgres
public import ServiceLifecycle
public import ServiceRuntime

/// A service's database: settings, connections, readiness and metrics.
public struct ServiceDatabase: Service {
    /// The settings of a service that has a database.
    public static let settings: [any SettingDeclaration] = [
        DatabaseSettings.url, DatabaseSettings.pool, DatabaseSettings.queue, DatabaseSettings.timeout,
    ]

    public let client: PostgresClient

    /// Creates a client for the database that the settings name; it connects once `run()` is running.
    ///
    /// - Parameters:
    ///   - boot: the resources of the process; its metrics show the connections.
    ///   - service: the database's service.
    ///   - sessionParameters: parameters with which every session begins, by PostgreSQL's names.
    ///   - listeners: the number of channels that the service listens to, each on a connection of its own, beyond the
    ///     setting `database.pool`.
    /// - Throws: `SettingFault` that names the setting.
    public init(
        _ boot: Bootstrap, of service: ServiceName, sessionParameters: [String: String] = [:], listeners: Int = 0
    )
        throws
    {
        let settings = boot.settings
        var configuration: PostgresConfiguration
        do {
            configuration = try PostgresConfiguration(url: settings.value(DatabaseSettings.url))
        } catch let error as PostgresError {
            throw SettingFault(name: DatabaseSettings.url.name, detail: error.message)
        }
        configuration.poolSize = try settings.value(DatabaseSettings.pool) + listeners
        configuration.idleConnections += listeners
        configuration.queueLimit = try settings.value(DatabaseSettings.queue)
        configuration.statementTimeout = try settings.value(DatabaseSettings.timeout)
        configuration.applicationName = "vokol-\(service.rawValue)"
        configuration.sessionParameters = sessionParameters
        client = PostgresClient(configuration, logger: boot.logger)
        Self.show(client, in: boot.metrics)
    }

    /// Keeps the connections open until everything that uses them has stopped.
    public func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.client.run() }
    }

    /// Runs `body`, for a command, with connections that are closed afterwards.
    public func whileOpen<Value: Sendable>(
        _ body: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// The readiness check: not ready while the database is unavailable.
    public var readiness: ReadinessCheck {
        ReadinessCheck("database") { [client] in
            if case .available = client.health { nil } else { "\(client.health)" }
        }
    }

    private static func show(_ client: PostgresClient, in metrics: Metrics) {
        func show(
            _ name: String, _ labels: [(String, String)] = [], help: String,
            _ value: @escaping @Sendable (PostgresStatistics) -> Double
        ) {
            metrics.observe(name, labels, help: help) { value(client.statistics) }
        }
        let connections = "Connections to the database"
        show("vokol_postgres_connections", [("state", "busy")], help: connections) { Double($0.inUse) }
        show("vokol_postgres_connections", [("state", "idle")], help: connections) { Double($0.idle) }
        show("vokol_postgres_waiting", help: "Calls waiting for a connection") { Double($0.waiting) }
        show("vokol_postgres_calls_total", help: "Calls to the database") { Double($0.calls) }
        let refused = "Calls that did not get a connection"
        show("vokol_postgres_refused_total", [("reason", "full")], help: refused) { Double($0.exhausted) }
        show("vokol_postgres_refused_total", [("reason", "unavailable")], help: refused) { Double($0.unavailable) }
        show("vokol_postgres_lost_total", help: "Connections lost") { Double($0.connectionsLost) }
    }
}
