import Contract
import Glibc
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import ServiceRuntime
import Synchronization

@testable import Gateway

/// A complete gateway on free ports, as its program runs it.
struct TestGateway: Sendable {
    let port: Int
    let redirectPort: Int
    let tokens: TestTokens
    let services: ServiceGroup
    let parts: GatewayParts

    /// Begins the shutdown that SIGTERM causes.
    func drain() async { await services.triggerGracefulShutdown() }

    /// True once all connections drain.
    func isDraining() async -> Bool {
        let left = Atomic<Int>(parts.loops.count)
        await parts.loops.each { if $0.isDraining { left.subtract(1, ordering: .relaxed) } }
        return left.load(ordering: .relaxed) == 0
    }
}

/// Runs a gateway over replicas of one service that stands in for all, and calls `body` once the keys are known.
func withGateway<Result: Sendable>(
    _ arguments: [String] = [], tokens: TestTokens = TestTokens(), replicas: Int = 1,
    answer: @escaping TestService.Answer = { _, params, _ in params },
    body: @Sendable (TestGateway, [TestService]) async throws -> Result
) async throws -> Result {
    let handlers = (0..<replicas).map { _ in TestService(keys: [tokens.published], body: answer) }
    return try await withReplicas(handlers) { replicas in
        let list = replicas.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        return try await withGateway(arguments, tokens: tokens, replicas: list) { gateway in
            try await body(gateway, handlers)
        }
    }
}

/// Runs a gateway over the given replicas.
///
/// - Parameter listeners: its sockets, with those that it inherits.
func withGateway<Result: Sendable>(
    _ arguments: [String], tokens: TestTokens, replicas: String, listeners: Listeners = Listeners(),
    body: @Sendable (TestGateway) async throws -> Result
) async throws -> Result {
    let files = try EdgeTestCertificate.paths()
    let arguments =
        [
            "--listen-host", "127.0.0.1", "--listen-port", "0", "--tls-certificate",
            files.certificate, "--tls-key", files.key, "--replicas-auth", replicas, "--replicas-museums", replicas,
            "--replicas-booking", replicas,
            "--link-secret", "a secret of the tests", "--log-calls", "false",
            // Generous, because a test machine may be overloaded.
            "--link-timeout", "30s",
        ] + (arguments.contains("--redirect-port") ? [] : ["--redirect-port", "0"]) + arguments
    let source = try SettingSource.standard(process: "gateway", arguments: arguments, environment: [:])
    let sink = try LogSink(descriptor: open("/dev/null", O_WRONLY))
    defer { sink.close() }
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let settings = try Settings(GatewayProcess.allSettings, source: source)
    let metrics = Metrics()
    let boot = Bootstrap(
        settings: settings, logger: logger, logSink: sink, logLevel: LogLevel(.info), metrics: metrics,
        group: MultiThreadedEventLoopGroup.singleton, now: SystemClock.now, listeners: listeners,
        reload: ProcessReload(
            of: settings, GatewayProcess.allSettings, metrics: metrics, logger: logger, read: { source }))
    let parts = try await GatewayParts(boot)
    let services = ServiceGroup(
        configuration: .init(services: parts.services.map { .init(service: $0) }, logger: logger))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await services.run() }
        // Both the keys and the ports arrive within milliseconds, and nothing announces them.
        while parts.keysKnown.fault() != nil || boot.listeners.ports.isEmpty {
            try await Task.sleep(for: .milliseconds(2))
        }
        // Stops waiting after a second, because a test may name replicas that do not run.
        for _ in 0..<500 {
            if await parts.loops.areLinked() { break }
            try await Task.sleep(for: .milliseconds(2))
        }
        let ports = Dictionary(uniqueKeysWithValues: boot.listeners.ports.map { ($0.purpose, $0.port) })
        let gateway = TestGateway(
            port: ports["clients"] ?? 0, redirectPort: ports["redirect"] ?? 0, tokens: tokens, services: services,
            parts: parts)
        let result = try await body(gateway)
        await services.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return result
    }
}
