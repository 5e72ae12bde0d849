import Foundation
import FoundationNetworking
import Logging
import NIOPosix
import Testing

@testable import ServiceRuntime

@Suite struct AdminServerTests {
    /// Runs an admin server and gives the body a function that asks it.
    private func withServer(
        fault: @escaping @Sendable () -> String?,
        _ body: (AdminServer, (String) async throws -> (Int, String)) async throws -> Void
    ) async throws {
        let metrics = Metrics()
        metrics.counter("seen_total").add(7)
        let (ports, portArrived) = AsyncStream.makeStream(of: Int.self)
        let server = AdminServer(
            host: "127.0.0.1", port: 0, metrics: metrics, checks: [ReadinessCheck("database", fault: fault)],
            logger: Logger(label: "test"), group: MultiThreadedEventLoopGroup.singleton,
            started: { portArrived.yield($0) })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        try await body(server) { path in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
            let (data, response) = try await URLSession.shared.data(from: url)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
    }

    @Test("Health is about living, readiness about being able to work, and metrics are there")
    func endpoints() async throws {
        try await withServer(fault: { nil }) { server, get in
            #expect(try await get("/healthz") == (200, "ok\n"))
            #expect(try await get("/readyz") == (200, "ready\n"))
            #expect(try await get("/metrics").1.contains("seen_total 7"))
            #expect(try await get("/other").0 == 404)
            server.beginDraining()
            #expect(try await get("/readyz") == (503, "draining\n"))
            #expect(try await get("/healthz").0 == 200)
        }
    }

    @Test("What stands in the way is named")
    func fault() async throws {
        try await withServer(fault: { "no connection" }) { _, get in
            #expect(try await get("/readyz?x=1") == (503, "database: no connection\n"))
        }
    }

    @Test("The health command fails where nothing listens")
    func probe() async throws {
        #expect(await HealthProbe.run(host: "127.0.0.1", port: 1) == 1)
    }

    @Test("A missing time zone database ends the start")
    func timeZones() throws {
        try TimeZoneDatabase.check()
        #expect(throws: SettingFault.self) { try TimeZoneDatabase.check(path: "/does/not/exist") }
    }
}
