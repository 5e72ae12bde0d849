import Resilience
import ServiceLifecycle

/// Exports the spans and metrics of a process until it stops, and once more then.
struct TelemetryExporter: Service {
    /// The time between two exports of spans.
    static let spanInterval: Duration = .seconds(1)
    /// The maximum number of spans in one request.
    static let batchSize = 512
    /// The time limit of a request, and of one that the end of the process waits for.
    private static let timeout = (usual: Duration.seconds(10), atEnd: Duration.seconds(1))

    /// The source of the data, and the way it is sent.
    struct Parts: Sendable {
        let metrics: Metrics
        let queue: SpanQueue
        let spanOutcomes: OutcomeCounters<SpanOutcome>
        let encoder: TelemetryEncoder
        let collector: TelemetryCollector
    }

    private let parts: Parts
    /// The interval of the metrics; zero for none.
    private let metricsInterval: Duration
    /// Waits between two exports; tests replace it.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    init(_ parts: Parts, metricsInterval: Duration) {
        self.parts = parts
        self.metricsInterval = metricsInterval
    }

    func run() async {
        async let spans: Void = exportSpans()
        async let metrics: Void = exportMetrics()
        _ = await (spans, metrics)
        await parts.collector.shutdown()
    }

    private func exportSpans() async {
        var unsent = await cancelWhenGracefulShutdown {
            var unsent: ArraySlice<CallSpan> = []
            var backoff = Backoff(first: Self.spanInterval, longest: .seconds(60))
            var wait = Self.spanInterval
            while (try? await pause(wait)) != nil {
                let isDone = await send(&unsent, within: Self.timeout.usual)
                if isDone { backoff.reset() }
                wait = isDone ? Self.spanInterval : backoff.failed(random: .random(in: 0...1))
            }
            return unsent
        }
        // Once for what an earlier attempt left, once for what has been recorded since.
        let isAway = await !send(&unsent, within: Self.timeout.atEnd)
        if !isAway { _ = await send(&unsent, within: Self.timeout.atEnd) }
        parts.spanOutcomes.count(.lost, unsent.count + parts.queue.takeAll().count)
    }

    /// Sends the spans in `unsent`, or if there are none those of the queue, and removes them; returns false if the
    /// collector is away.
    private func send(_ unsent: inout ArraySlice<CallSpan>, within time: Duration) async -> Bool {
        if unsent.isEmpty { unsent = parts.queue.takeAll()[...] }
        while !unsent.isEmpty {
            let batch = unsent.prefix(Self.batchSize)
            switch await parts.collector.send(parts.encoder.traces(batch), .traces, within: time) {
            case .accepted: parts.spanOutcomes.count(.sent, batch.count)
            case .refused: parts.spanOutcomes.count(.refused, batch.count)
            case .failed: return false
            }
            unsent.removeFirst(batch.count)
        }
        return true
    }

    private func exportMetrics() async {
        guard metricsInterval > .zero else { return }
        await cancelWhenGracefulShutdown {
            while (try? await pause(metricsInterval)) != nil { await sendMetrics(within: Self.timeout.usual) }
        }
        await sendMetrics(within: Self.timeout.atEnd)
    }

    /// Sends all metrics; after a failure nothing is repeated, because the next values include these.
    private func sendMetrics(within time: Duration) async {
        let body = parts.encoder.metrics(parts.metrics.readings(), at: SystemClock.nanoseconds())
        _ = await parts.collector.send(body, .metrics, within: time)
    }
}
