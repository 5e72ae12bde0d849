package import CoreMetrics

/// Exports the metrics that libraries report through swift-metrics, together with our own.
///
/// A library's label becomes a name such as `lib_http_requests_total`; the limit on series applies to libraries, too.
package struct LibraryMetrics: MetricsFactory {
    private let metrics: Metrics

    package init(_ metrics: Metrics) { self.metrics = metrics }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        LibraryCounter(metrics.counter(Self.name(label, "_total"), Self.labels(dimensions)))
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        LibraryCounter(metrics.counter(Self.name(label, "_total"), Self.labels(dimensions)))
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        LibraryGauge(metrics.gauge(Self.name(label), Self.labels(dimensions)))
    }

    /// Creates a recorder that keeps the last value; sums and distributions are exported for times only.
    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        LibraryGauge(metrics.gauge(Self.name(label), Self.labels(dimensions)))
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        LibraryTimer(metrics.histogram(Self.name(label, "_seconds"), Self.labels(dimensions)))
    }

    // Series are kept: Prometheus expects them to stay, and their number is limited.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private static func name(_ label: String, _ suffix: String = "") -> String {
        let name = "lib_" + word(label)
        return name.hasSuffix(suffix) ? name : name + suffix
    }

    private static func labels(_ dimensions: [(String, String)]) -> [(String, String)] {
        dimensions.map { (word($0.0), $0.1) }
    }

    /// Replaces the characters that Prometheus does not allow in names.
    private static func word(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}

private final class LibraryCounter: CounterHandler, FloatingPointCounterHandler {
    private let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    func increment(by amount: Int64) { counter.add(UInt64(clamping: amount)) }
    func increment(by amount: Double) { counter.add(UInt64(clamping: Int64(wholeValueOf: amount))) }
    /// Does nothing, because a Prometheus counter never decreases.
    func reset() {}
}

private final class LibraryGauge: MeterHandler, RecorderHandler {
    private let gauge: Gauge

    init(_ gauge: Gauge) { self.gauge = gauge }

    func set(_ value: Int64) { gauge.set(value) }
    func set(_ value: Double) { gauge.set(Int64(wholeValueOf: value)) }
    func increment(by amount: Double) { gauge.add(Int64(wholeValueOf: amount)) }
    func decrement(by amount: Double) { gauge.add(-Int64(wholeValueOf: amount)) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
}

private final class LibraryTimer: TimerHandler {
    private let histogram: Histogram

    init(_ histogram: Histogram) { self.histogram = histogram }

    func recordNanoseconds(_ duration: Int64) { histogram.observe(nanoseconds: duration) }
    /// Does nothing, because times are always exported in seconds.
    func preferDisplayUnit(_ unit: TimeUnit) {}
}

extension Int64 {
    /// Rounds to the nearest whole number; NaN becomes 0, and values out of range are clamped.
    fileprivate init(wholeValueOf value: Double) {
        let limit = 0x1p62
        self = value.isNaN ? 0 : Int64(Swift.min(Swift.max(value, -limit), limit).rounded())
    }
}
