public import Contract
public import Logging
public import RPC

/// Records every call in the log, with one line, and in metrics; a sampled call also as a span.
public struct CallRecorder: CallObserver {
    private struct Handles: Sendable {
        var duration: Histogram
        var answered: Counter
        var failed: [Int: Counter]
        /// True for a method that Vokol's own processes call about once a second.
        var isInternal = false
    }

    private let logger: Logger
    private let logsCalls: Bool
    private let handles: [String: Handles]
    private let unknown: Handles
    private let spans: SpanQueue?

    /// Creates the recorder of a service's methods, with all of its series, so that calls need not allocate any.
    ///
    /// - Parameter spans: takes the spans of sampled calls.
    public init(
        methods: [any Method.Type], metrics: Metrics, logger: Logger, logsCalls: Bool, spans: SpanQueue? = nil
    ) {
        self.logger = logger
        self.logsCalls = logsCalls
        self.spans = spans
        func handles(_ method: String) -> Handles {
            Handles(
                duration: metrics.histogram(
                    "vokol_rpc_call_duration_seconds", [("method", method)], help: "Time to answer a call"),
                answered: metrics.counter(
                    "vokol_rpc_calls_total", [("method", method), ("code", "ok")], help: "Calls by outcome"),
                failed: Dictionary(
                    uniqueKeysWithValues: ErrorCode.all.map {
                        ($0.number, metrics.counter("vokol_rpc_calls_total", [("method", method), ("code", $0.name)]))
                    }))
        }
        self.handles = Dictionary(
            uniqueKeysWithValues: methods.map { method in
                var handles = handles(method.declaration.name)
                if case .service = method.declaration.access { handles.isInternal = true }
                return (method.declaration.name, handles)
            })
        self.unknown = handles("_other")
    }

    public func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?
    ) {
        let handle = handles[method] ?? unknown
        handle.duration.observe(duration)
        if let code { handle.failed[code.number]?.add() } else { handle.answered.add() }
        if context.trace.isSampled, let spans {
            spans.record(
                CallSpan(
                    trace: context.trace, method: handles[method] == nil ? "_other" : method, code: code?.number,
                    reason: (error as? RPCError)?.reason, nanoseconds: duration.wholeNanoseconds))
        }

        let isOurFault = code == .internal
        guard logsCalls || isOurFault else { return }
        var metadata: Logger.Metadata = [
            "method": .string(handles[method] == nil ? "_other" : method),
            "traceId": .string(context.trace.traceID),
            "durationMs": .stringConvertible(
                Double(duration.components.attoseconds / 1_000_000_000_000) / 1000
                    + Double(duration.components.seconds) * 1000),
            "code": .string(code?.name ?? "ok"),
        ]
        if let reason = (error as? RPCError)?.reason { metadata["reason"] = .string(reason) }
        if isOurFault, let error {
            metadata["cause"] = .string((error as? RPCError)?.cause ?? String(describing: error))
        }
        let level: Logger.Level = isOurFault ? .error : handle.isInternal && code == nil ? .debug : .info
        logger.log(level: level, "call", metadata: metadata)
    }
}
