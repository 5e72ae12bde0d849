import Foundation
import FoundationNetworking
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import ServiceRuntime

@Suite struct AdminServerTests {
    private struct Answer: Equatable {
        var status: Int
        var body: String
    }

    /// Runs an admin server and passes `body` a function that sends requests to it.
    private func withServer(
        fault: @escaping @Sendable () -> String?,
        _ body: (AdminServer, (String) async throws -> Answer) async throws -> Void
    ) async throws {
        try await withServer(fault: fault) { server, port in
            try await body(server) { path in
                let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
                let (data, response) = try await URLSession.shared.data(from: url)
                return Answer(
                    status: (response as? HTTPURLResponse)?.statusCode ?? 0,
                    body: String(decoding: data, as: UTF8.self))
            }
        }
    }

    /// Runs an admin server and passes its port to `body`.
    private func withServer(
        fault: @escaping @Sendable () -> String?, _ body: (AdminServer, Int) async throws -> Void
    ) async throws {
        let metrics = Metrics()
        metrics.counter("seen_total").add(7)
        let listeners = Listeners()
        let server = AdminServer(
            host: "127.0.0.1", port: 0, metrics: metrics, checks: [ReadinessCheck("database", fault: fault)],
            logger: Logger(label: "test"), group: MultiThreadedEventLoopGroup.singleton,
            listeners: listeners)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let port = try await listeners.firstPort()
        try await body(server, port)
    }

    @Test(arguments: ["/healthz", "/readyz", "/metrics", "/other"])
    func `A request for another host is refused, whatever its path`(path: String) async throws {
        try await withServer(fault: { nil }) { _, port in
            let other = try await Self.answer("GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n", port: port)
            #expect(other.hasPrefix("HTTP/1.1 421 "))
            #expect(other.contains("admin.hosts") && !other.contains("seen_total"))
            let own = try await Self.answer("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n", port: port)
            #expect(own.hasPrefix("HTTP/1.1 \(path == "/other" ? 404 : 200) "))
        }
    }

    /// Sends a request as it is, and returns the answer, which must end with a line feed.
    private static func answer(_ request: String, port: Int) async throws -> String {
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await client.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var answer = ""
            for try await part in inbound {
                answer += String(buffer: part)
                if answer.hasSuffix("\n"), !answer.hasSuffix("\r\n") { break }
            }
            return answer
        }
    }

    @Test func `Liveness, readiness and metrics are served, and draining ends readiness`() async throws {
        try await withServer(fault: { nil }) { server, get in
            let healthy = try await get("/healthz")
            #expect(healthy == Answer(status: 200, body: "ok\n"))
            let ready = try await get("/readyz")
            #expect(ready == Answer(status: 200, body: "ready\n"))
            let metrics = try await get("/metrics").body
            #expect(metrics.contains("seen_total 7"))
            let other = try await get("/other")
            #expect(other.status == 404)
            server.beginDraining()
            let draining = try await get("/readyz")
            #expect(draining == Answer(status: 503, body: "draining\n"))
            let stillHealthy = try await get("/healthz")
            #expect(stillHealthy.status == 200)
        }
    }

    @Test func `The readiness answer names the failing check`() async throws {
        try await withServer(fault: { "no connection" }) { _, get in
            let unready = try await get("/readyz?x=1")
            #expect(unready == Answer(status: 503, body: "database: no connection\n"))
        }
    }

    @Test func `The health command fails if nothing listens`() async throws {
        let code = await HealthProbe.run(host: "127.0.0.1", port: 1)
        #expect(code == 1)
    }

    @Test func `A missing time zone database fails the start`() throws {
        try TimeZoneDatabase.check()
        #expect(throws: SettingFault.self) { try TimeZoneDatabase.check(path: "/does/not/exist") }
    }
}
