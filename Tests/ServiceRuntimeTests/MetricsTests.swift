import CoreMetrics
import Testing

@testable import ServiceRuntime

@Suite struct MetricsTests {
    @Test func `Counters, gauges and histograms appear in the text format, sorted, with type and help once`() {
        let metrics = Metrics()
        metrics.counter("calls_total", [("method", "b")], help: "Calls").add(2)
        metrics.counter("calls_total", [("method", "a")]).add()
        metrics.gauge("connections").set(-3)
        let histogram = metrics.histogram("wait_seconds")
        histogram.observe(.milliseconds(3))
        histogram.observe(.seconds(60))
        metrics.observe("uptime_seconds") { 1.5 }
        let text = metrics.exposition()
        #expect(
            text.hasPrefix(
                "# HELP calls_total Calls\n# TYPE calls_total counter\ncalls_total{method=\"a\"} 1\ncalls_total{method=\"b\"} 2\n"
            ))
        #expect(text.contains("connections -3\n"))
        #expect(text.contains("wait_seconds_bucket{le=\"0.0025\"} 0\n"))
        #expect(text.contains("wait_seconds_bucket{le=\"0.005\"} 1\n"))
        #expect(text.contains("wait_seconds_bucket{le=\"10.0\"} 1\nwait_seconds_bucket{le=\"+Inf\"} 2\n"))
        #expect(text.contains("wait_seconds_sum 60.003\nwait_seconds_count 2\n"))
        #expect(text.contains("# TYPE uptime_seconds gauge\nuptime_seconds 1.5\n"))
    }

    @Test func `The same name and labels give the same handle`() {
        let metrics = Metrics()
        #expect(metrics.counter("a_total", [("x", "1")]) === metrics.counter("a_total", [("x", "1")]))
        #expect(metrics.counter("a_total", [("x", "1")]) !== metrics.counter("a_total", [("x", "2")]))
    }

    @Test func `Label values are escaped`() {
        let metrics = Metrics()
        metrics.counter("a_total", [("x", "a\"b\\c\nd")]).add()
        #expect(metrics.exposition().contains("a_total{x=\"a\\\"b\\\\c\\nd\"} 1"))
    }

    @Test func `The number of series is bounded, and a handle beyond the bound still works`() {
        let metrics = Metrics()
        for index in 0..<(Metrics.maximumSeries + 10) { metrics.counter("a_total", [("x", "\(index)")]).add() }
        #expect(metrics.exposition().split(separator: "\n").count == Metrics.maximumSeries + 1)
    }

    @Test func `Metrics of libraries appear under the prefix lib`() {
        let metrics = Metrics()
        let factory = LibraryMetrics(metrics)
        factory.makeCounter(label: "http.requests", dimensions: [("status-code", "200")]).increment(by: 3)
        factory.makeFloatingPointCounter(label: "bytes_total", dimensions: []).increment(by: 1.6)
        let meter = factory.makeMeter(label: "pool-size", dimensions: [])
        meter.set(Int64(7))
        meter.decrement(by: 2)
        factory.makeRecorder(label: "depth", dimensions: [], aggregate: false).record(Double.nan)
        factory.makeTimer(label: "wait", dimensions: []).recordNanoseconds(3_000_000)
        let text = metrics.exposition()
        #expect(text.contains("lib_http_requests_total{status_code=\"200\"} 3\n"))
        #expect(text.contains("lib_bytes_total 2\n"))
        #expect(text.contains("lib_pool_size 5\n"))
        #expect(text.contains("lib_depth 0\n"))
        #expect(text.contains("lib_wait_seconds_bucket{le=\"0.005\"} 1\n"))
    }
}
