import Synchronization

/// A value that only increases.
public final class Counter: Sendable {
    private let value = Atomic<UInt64>(0)

    /// Increases the value; wraps around at 2^64.
    public func add(_ amount: UInt64 = 1) { value.wrappingAdd(amount, ordering: .relaxed) }
    /// The current value.
    public var current: UInt64 { value.load(ordering: .relaxed) }
}

/// A value that goes up and down.
public final class Gauge: Sendable {
    private let value = Atomic<Int64>(0)

    public func set(_ amount: Int64) { value.store(amount, ordering: .relaxed) }
    public func add(_ amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
    public var current: Int64 { value.load(ordering: .relaxed) }
}

/// Counts observed durations in a fixed set of buckets.
public final class Histogram: Sendable {
    /// The buckets' upper bounds in nanoseconds: 0.25 ms to 10 s, then everything above.
    static let bounds: [Int64] = [
        250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
        500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
    ]
    private let cells: Cells

    init() { cells = Cells() }

    /// Counts a duration.
    public func observe(_ duration: Duration) {
        observe(nanoseconds: duration.wholeNanoseconds)
    }

    /// Counts a duration in nanoseconds.
    public func observe(nanoseconds: Int64) {
        let index = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
        cells.add(index, nanoseconds: UInt64(max(0, nanoseconds)))
    }

    func snapshot() -> (counts: [UInt64], sumNanoseconds: UInt64) { cells.snapshot() }

    private final class Cells: @unchecked Sendable {
        // Safe to share: the memory is never reallocated and is only accessed through atomics.
        private let memory: UnsafeMutablePointer<Atomic<UInt64>>
        private let count = Histogram.bounds.count + 2

        init() {
            memory = .allocate(capacity: count)
            for index in 0..<count { (memory + index).initialize(to: Atomic(0)) }
        }

        deinit {
            memory.deinitialize(count: count)
            memory.deallocate()
        }

        func add(_ index: Int, nanoseconds: UInt64) {
            memory[index].wrappingAdd(1, ordering: .relaxed)
            memory[count - 1].wrappingAdd(nanoseconds, ordering: .relaxed)
        }

        func snapshot() -> ([UInt64], UInt64) {
            ((0..<(count - 1)).map { memory[$0].load(ordering: .relaxed) }, memory[count - 1].load(ordering: .relaxed))
        }
    }
}

/// The metrics of a process, for Prometheus and for the export over OTLP.
///
/// Handles are created once and kept: the same name and labels return the same handle. Label values come from closed
/// sets (services, methods, codes), never from client input; the number of series is limited nevertheless.
public final class Metrics: Sendable {
    /// The identity of a series: a metric's name and its labels, in a fixed order.
    private struct Key: Hashable {
        var name: String
        var labels: String
    }
    private enum Series {
        case counter(Counter)
        case gauge(Gauge)
        case histogram(Histogram)
        case read(isCounter: Bool, @Sendable () -> Double)
    }
    private struct State {
        var series: [Key: Series] = [:]
        var help: [String: String] = [:]
    }

    /// The maximum number of series that a process exports; handles created beyond it work but are not exported.
    public static let maximumSeries = 4096

    private let state = Mutex(State())

    public init() {}

    /// Returns the counter with this name and labels; names end in `_total`.
    public func counter(_ name: String, _ labels: [(String, String)] = [], help: String = "") -> Counter {
        make(name, labels, help) {
            if case .counter(let counter) = $0 { counter } else { nil }
        } new: {
            let counter = Counter()
            return (.counter(counter), counter)
        }
    }

    /// Returns the gauge with this name and labels.
    public func gauge(_ name: String, _ labels: [(String, String)] = [], help: String = "") -> Gauge {
        make(name, labels, help) {
            if case .gauge(let gauge) = $0 { gauge } else { nil }
        } new: {
            let gauge = Gauge()
            return (.gauge(gauge), gauge)
        }
    }

    /// Returns the histogram with this name and labels; names end in `_seconds`.
    public func histogram(_ name: String, _ labels: [(String, String)] = [], help: String = "") -> Histogram {
        make(name, labels, help) {
            if case .histogram(let histogram) = $0 { histogram } else { nil }
        } new: {
            let histogram = Histogram()
            return (.histogram(histogram), histogram)
        }
    }

    /// Adds a series that is read on each scrape: a gauge, or a counter if its name ends in `_total`.
    public func observe(
        _ name: String, _ labels: [(String, String)] = [], help: String = "", _ read: @escaping @Sendable () -> Double
    ) {
        insert(Key(name: name, labels: Self.text(labels)), .read(isCounter: name.hasSuffix("_total"), read), help)
    }

    private func make<Handle>(
        _ name: String, _ labels: [(String, String)], _ help: String, existing: (Series) -> Handle?,
        new: () -> (Series, Handle)
    ) -> Handle {
        let key = Key(name: name, labels: Self.text(labels))
        if let handle = state.withLock({ $0.series[key] }).flatMap(existing) { return handle }
        let (series, handle) = new()
        insert(key, series, help)
        return handle
    }

    private func insert(_ key: Key, _ series: Series, _ help: String) {
        state.withLock { state in
            guard state.series.count < Self.maximumSeries || state.series[key] != nil else { return }
            state.series[key] = series
            if !help.isEmpty { state.help[key.name] = help }
        }
    }

    private static func text(_ labels: [(String, String)]) -> String {
        labels.map { name, value in
            var escaped = ""
            for character in value {
                switch character {
                case "\\": escaped += "\\\\"
                case "\"": escaped += "\\\""
                case "\n": escaped += "\\n"
                default: escaped.append(character)
                }
            }
            return "\(name)=\"\(escaped)\""
        }.joined(separator: ",")
    }

    /// Reads all series, sorted by name and labels.
    func readings() -> [MetricReading] {
        let (series, help) = state.withLock { ($0.series, $0.help) }
        return series.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }.map { key, one in
            MetricReading(
                name: key.name, labels: key.labels, help: help[key.name] ?? "", value: Self.value(of: one))
        }
    }

    /// Returns all metrics in the text exposition format, version 0.0.4.
    public func exposition() -> String {
        var text = ""
        var lastName = ""
        for reading in readings() {
            if reading.name != lastName {
                lastName = reading.name
                if !reading.help.isEmpty { text += "# HELP \(reading.name) \(reading.help)\n" }
                text += "# TYPE \(reading.name) \(reading.kind)\n"
            }
            text += reading.exposition
        }
        return text
    }

    private static func value(of series: Series) -> MetricReading.Value {
        switch series {
        case .counter(let counter): return .counter(counter.current)
        case .gauge(let gauge): return .gauge(gauge.current)
        case .read(let isCounter, let read): return .number(read(), isCounter: isCounter)
        case .histogram(let histogram):
            let (counts, sum) = histogram.snapshot()
            return .histogram(counts: counts, sumNanoseconds: sum)
        }
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded towards zero.
    var wholeNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
