import Contract
import NIOCore
import ServiceRuntime

/// The metrics of calls.
///
/// All labels come from closed sets, and every series exists from the start.
struct CallMetrics: Sendable {
    /// A class, so that the lookup on each call retains one object instead of each of its parts.
    private final class Handles: Sendable {
        let duration: Histogram
        let answered: Counter
        let failed: [Counter]
        let unknownCode: Counter

        init(duration: Histogram, answered: Counter, failed: [Counter], unknownCode: Counter) {
            self.duration = duration
            self.answered = answered
            self.failed = failed
            self.unknownCode = unknownCode
        }
    }

    private let byRoute: [Handles]
    private let other: Handles
    private let retries: Counter

    /// Creates the series of every public method, and of `_other` for unknown ones.
    init(routes: [Route], metrics: Metrics) {
        func handles(_ method: String) -> Handles {
            func counter(_ code: String) -> Counter {
                metrics.counter(
                    "vokol_gateway_calls_total", [("method", method), ("code", code)], help: "Calls by outcome")
            }
            return Handles(
                duration: metrics.histogram(
                    "vokol_gateway_call_duration_seconds", [("method", method)],
                    help: "Time from a call's last byte to its answer"),
                answered: counter("ok"), failed: ErrorCode.all.map { counter($0.name) }, unknownCode: counter("_other"))
        }
        byRoute = routes.map { handles($0.declaration.name) }
        other = handles("_other")
        retries = metrics.counter("vokol_gateway_retries_total", help: "Calls retried on a second replica")
    }

    /// Counts a finished call.
    ///
    /// - Parameters:
    ///   - route: `nil` for an unknown method.
    ///   - code: `nil` for a result.
    ///   - attempts: the number of replicas tried.
    func count(_ route: Route?, code: Int?, took: TimeAmount, attempts: Int) {
        let handles: Handles
        if let index = route?.index, index >= 0, index < byRoute.count {
            handles = byRoute[index]
        } else {
            handles = other
        }
        handles.duration.observe(nanoseconds: took.nanoseconds)
        if attempts > 1 { retries.add() }
        guard let code else { return handles.answered.add() }
        let index = ErrorCode.all.firstIndex { $0.number == code }
        (index.map { handles.failed[$0] } ?? handles.unknownCode).add()
    }
}
