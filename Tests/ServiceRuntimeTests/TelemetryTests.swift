import Contract
import Logging
import NIOPosix
import RPC
import Synchronization
import TestSupport
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct TelemetryTests {
    private func settings(_ variables: [String: String]) throws -> Settings {
        let source = try SettingSource.standard(process: "test", arguments: [], environment: variables)
        return try Settings(TelemetrySettings.all + [TelemetrySettings.tracesRatio], source: source)
    }

    private func telemetry(
        _ server: ScriptedServer, metrics: Metrics = Metrics(), logger: Logger = LogRecorder().logger,
        _ variables: [String: String] = [:]
    ) throws -> Telemetry {
        let variables = variables.merging(["VOKOL_TELEMETRY_ENDPOINT": server.base]) { $1 }
        return try #require(
            try Telemetry(
                "test", try settings(variables), metrics: metrics, logger: logger,
                group: MultiThreadedEventLoopGroup.singleton))
    }

    private func span(_ id: UInt64 = 1) -> CallSpan {
        CallSpan(
            trace: TraceContext(traceHigh: 1, traceLow: 1, spanID: id, isSampled: true), method: "a.b", code: nil,
            reason: nil, nanoseconds: 1)
    }

    /// Runs the exporter with a pause that the test ends, calls `body`, and stops the exporter.
    private func run(_ telemetry: Telemetry, _ body: @Sendable (TestPauses) async throws -> Void) async throws {
        let pauses = TestPauses()
        var exporter = telemetry.exporter
        exporter.pause = { try await pauses.pause($0) }
        try await withThrowingTaskGroup(of: Void.self) { [exporter] tasks in
            tasks.addTask { await exporter.run() }
            try await body(pauses)
            tasks.cancelAll()
        }
    }

    private func outcomes(_ metrics: Metrics) -> [String: UInt64] {
        let counters = OutcomeCounters<SpanOutcome>("vokol_telemetry_spans_total", help: "", in: metrics)
        return Dictionary(uniqueKeysWithValues: SpanOutcome.allCases.map { ($0.rawValue, counters[$0]) })
            .filter { $0.value > 0 }
    }

    @Test func `Without a collector there is no export`() throws {
        let none = try Telemetry(
            "test", try settings([:]), metrics: Metrics(), logger: LogRecorder().logger,
            group: MultiThreadedEventLoopGroup.singleton)
        #expect(none == nil)
    }

    @Test(arguments: [
        ("VOKOL_TELEMETRY_ENDPOINT", "collector:4318"), ("VOKOL_TELEMETRY_ENDPOINT", "http://a/?b"),
        ("VOKOL_TELEMETRY_HEADERS", "secret"), ("VOKOL_TELEMETRY_HEADERS", "a:b=c"),
        ("VOKOL_TELEMETRY_TRACES_RATIO", "1.1"), ("VOKOL_TELEMETRY_TRACES_RATIO", "-0.1"),
    ])
    func `Unusable settings are rejected`(name: String, value: String) {
        #expect(throws: SettingFault.self) { try settings([name: value]) }
    }

    @Test func `Header fields, which hold secrets, are not sent in the clear to another machine`() throws {
        let settings = try settings([
            "VOKOL_TELEMETRY_ENDPOINT": "http://collector.example", "VOKOL_TELEMETRY_HEADERS": "x-key=secret",
        ])
        #expect(throws: SettingFault.self) {
            try Telemetry(
                "test", settings, metrics: Metrics(), logger: LogRecorder().logger,
                group: MultiThreadedEventLoopGroup.singleton)
        }
    }

    @Test func `Spans and metrics are posted to their paths with the header fields`() async throws {
        let server = try await ScriptedServer()
        let metrics = Metrics()
        let telemetry = try telemetry(
            server, metrics: metrics, ["VOKOL_TELEMETRY_HEADERS": "x-key=a=b,x-other=c"])
        telemetry.spans.record(span())
        try await run(telemetry) { pauses in
            try await pauses.end(TelemetryExporter.spanInterval)
            try await pauses.end(.seconds(60))
            let exports = metrics.counter("vokol_telemetry_metric_exports_total", [("outcome", "accepted")])
            try await Processes.wait("both requests") { outcomes(metrics) == ["sent": 1] && exports.current == 1 }
        }
        let requests = server.requests.prefix(2)
        #expect(Set(server.targets.prefix(2)) == ["POST /v1/traces HTTP/1.1", "POST /v1/metrics HTTP/1.1"])
        #expect(requests.allSatisfy { $0.contains("Content-Type: application/x-protobuf") })
        #expect(requests.allSatisfy { $0.contains("x-key: a=b") && $0.contains("x-other: c") })
        try await server.stop()
    }

    @Test func `Spans wait while the collector is away, and are sent later; the log says so once each`() async throws {
        let server = try await ScriptedServer()
        server.next(.answer(503), .answer(429))
        let (metrics, log) = (Metrics(), LogRecorder())
        let telemetry = try telemetry(
            server, metrics: metrics, logger: log.logger, ["VOKOL_TELEMETRY_METRICS_INTERVAL": "0s"])
        telemetry.spans.record(span())
        try await run(telemetry) { pauses in
            let first = try await pauses.end()
            #expect(first == TelemetryExporter.spanInterval)
            try await pauses.end()
            try await pauses.end()
            try await Processes.wait("the third attempt") { outcomes(metrics) == ["sent": 1] }
        }
        #expect(server.requests.count == 3)
        #expect(log.lines.map(\.message) == ["telemetry cannot be exported", "telemetry is exported again"])
        try await server.stop()
    }

    @Test func `Spans that the collector refuses are dropped`() async throws {
        let server = try await ScriptedServer()
        server.next(.answer(400))
        let metrics = Metrics()
        let telemetry = try telemetry(server, metrics: metrics, ["VOKOL_TELEMETRY_METRICS_INTERVAL": "0s"])
        telemetry.spans.record(span())
        try await run(telemetry) { pauses in
            try await pauses.end()
            try await Processes.wait("the refusal") { outcomes(metrics) == ["refused": 1] }
        }
        #expect(server.requests.count == 1)
        try await server.stop()
    }

    @Test func `Many spans are sent in batches`() async throws {
        let server = try await ScriptedServer()
        let metrics = Metrics()
        let telemetry = try telemetry(server, metrics: metrics, ["VOKOL_TELEMETRY_METRICS_INTERVAL": "0s"])
        let count = TelemetryExporter.batchSize * 2 + 1
        for id in 1...count { telemetry.spans.record(span(UInt64(id))) }
        try await run(telemetry) { pauses in
            try await pauses.end()
            try await Processes.wait("all spans") { outcomes(metrics) == ["sent": UInt64(count)] }
        }
        #expect(server.connections == 3)
        try await server.stop()
    }

    @Test func `The queue is bounded, and spans beyond the bound are counted`() {
        let metrics = Metrics()
        let queue = SpanQueue(OutcomeCounters("vokol_telemetry_spans_total", help: "", in: metrics)) { 77 }
        for id in 1...(SpanQueue.capacity + 3) { queue.record(span(UInt64(id))) }
        #expect(outcomes(metrics) == ["dropped": 3])
        let taken = queue.takeAll()
        #expect(taken.count == SpanQueue.capacity)
        #expect(taken.first?.trace.spanID == 1)
        #expect(taken.first?.endedAt == 77)
        #expect(queue.takeAll().isEmpty)
    }

    @Test(
        arguments: [
            (200, .accepted), (202, .accepted), (302, .refused), (400, .refused), (401, .refused), (429, .failed),
            (500, .refused), (502, .failed), (503, .failed), (504, .failed),
        ] as [(Int, TelemetryCollector.Outcome)])
    func `Only the statuses that OTLP names are tried again`(status: Int, outcome: TelemetryCollector.Outcome) {
        #expect(TelemetryCollector.outcome(of: status) == outcome)
    }
}

/// Pauses that last until the test ends them.
private final class TestPauses: Sendable {
    private struct State {
        var waiting: [(time: Duration, end: CheckedContinuation<Void, any Error>)] = []
        var isOver = false
    }
    private let state = Mutex(State())

    func pause(_ time: Duration) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { end in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiting.append((time, end)) }
                    return state.isOver
                }
                if isOver { end.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                state.isOver = true
                return state.waiting
            }
            for one in waiting { one.end.resume(throwing: CancellationError()) }
        }
    }

    /// Waits for a pause of this length, or of any, and ends it; returns its length.
    @discardableResult
    func end(_ time: Duration? = nil) async throws -> Duration {
        var found: (time: Duration, end: CheckedContinuation<Void, any Error>)?
        try await Processes.wait("a pause") {
            found = state.withLock { state in
                state.waiting.firstIndex { time == nil || $0.time == time }.map { state.waiting.remove(at: $0) }
            }
            return found != nil
        }
        found?.end.resume()
        return found?.time ?? .zero
    }
}
