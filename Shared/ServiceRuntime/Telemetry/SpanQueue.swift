import Synchronization

/// The spans that wait to be exported.
///
/// Recording never waits for the export: beyond ``capacity`` spans are dropped and counted.
public final class SpanQueue: Sendable {
    /// The maximum number of spans that wait; at most as many again are being sent.
    static let capacity = 8_192

    private let waiting = Mutex<[CallSpan]>([])
    private let outcomes: OutcomeCounters<SpanOutcome>
    private let clock: @Sendable () -> UInt64

    /// Creates an empty queue.
    ///
    /// - Parameter clock: returns the nanoseconds since 1970.
    init(_ outcomes: OutcomeCounters<SpanOutcome>, clock: @escaping @Sendable () -> UInt64 = SystemClock.nanoseconds) {
        self.outcomes = outcomes
        self.clock = clock
    }

    /// Adds the span of a sampled call that has just ended.
    public func record(_ span: CallSpan) {
        var span = span
        span.endedAt = clock()
        let isKept = waiting.withLock { waiting in
            guard waiting.count < Self.capacity else { return false }
            waiting.append(span)
            return true
        }
        if !isKept { outcomes.count(.dropped) }
    }

    /// Removes and returns all waiting spans, oldest first.
    func takeAll() -> [CallSpan] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

/// The end of a span in this process.
enum SpanOutcome: String, CaseIterable, Sendable {
    /// The collector has it.
    case sent
    /// The queue was full.
    case dropped
    /// The collector does not want it.
    case refused
    /// The process stopped before the collector had it.
    case lost
}
