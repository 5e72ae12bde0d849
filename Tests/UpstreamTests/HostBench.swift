import NIOPosix
import ServiceRuntime
import TestSupport

@testable import Upstream

/// A scripted server, and a third party with the server's address.
struct HostBench {
    let server: ScriptedServer
    let host: UpstreamHost
    let clock: ManualClock
    let metrics = Metrics()
    let log = LogRecorder()
    let transport: UpstreamTransport

    /// - Parameter path: the prefix of all paths.
    init(path: String = "", _ change: (inout HostPolicy) -> Void = { _ in }) async throws {
        let clock = ManualClock()
        self.clock = clock
        server = try await ScriptedServer()
        transport = try UpstreamTransport(
            connectTimeout: .seconds(60), clock: clock.clock, group: MultiThreadedEventLoopGroup.singleton)
        var policy = HostPolicy { $0.retryPause = .zero }
        change(&policy)
        host = try UpstreamHost(
            name: "test", base: server.base + path, policy: policy,
            context: HostContext(
                userAgent: "Vokol-test/1.0", transport: transport, metrics: metrics, logger: log.logger,
                clock: clock.clock))
    }

    func get(_ request: UpstreamRequest = UpstreamRequest(path: "/x")) async throws(UpstreamFailure) -> String {
        switch try await host.get(request) {
        case .body(let body, _, _): String(decoding: body, as: UTF8.self)
        case .notModified: "(not modified)"
        case .absent: "(absent)"
        }
    }

    func calls(_ outcome: HostMetrics.Outcome) -> UInt64 {
        metrics.counter("vokol_upstream_calls_total", [("host", "test"), ("outcome", outcome.rawValue)]).current
    }
}
