import Contracts
import NIOCore
import ServiceRuntime

/// What the gateway measures.
///
/// All labels come from closed sets, and every series is made at the start.
struct CallMetrics: Sendable {
    /// A class, so that looking one up for a call takes one reference and not one for each of its parts.
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

    /// Makes the series of every public method, and of `_other` for what is no method.
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
        retries = metrics.counter("vokol_gateway_retries_total", help: "Calls that were sent to a second replica")
    }

    /// Counts a call that has ended.
    /// - Parameters:
    ///   - route: nil for what is no method.
    ///   - code: nil if it was answered with a result.
    ///   - attempts: how many replicas were asked.
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

/// What the edge counts besides calls.
struct EdgeMetrics: Sendable {
    enum Refusal: String, CaseIterable, Sendable {
        case total, address, handshakes, rate
    }
    enum Ending: String, CaseIterable, Sendable {
        case handshakeFailed, handshakeSlow, slowLine, idle, silent, slowReader, tooLong, slowHead, slowBody, badHTTP,
            refusals
    }

    let connections: Gauge
    private let accepted: Counter
    private let refused: [Refusal: Counter]
    private let ended: [Ending: Counter]

    init(_ metrics: Metrics) {
        connections = metrics.gauge("vokol_gateway_connections", help: "Open connections of clients")
        accepted = metrics.counter("vokol_gateway_accepted_total", help: "Connections that were let in")
        refused = Dictionary(
            uniqueKeysWithValues: Refusal.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_gateway_refused_connections_total", [("reason", $0.rawValue)],
                        help: "Connections that were closed at once, by the limit that they met")
                )
            })
        ended = Dictionary(
            uniqueKeysWithValues: Ending.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_gateway_ended_connections_total", [("reason", $0.rawValue)],
                        help: "Connections that the gateway closed, by reason")
                )
            })
    }

    func accept() {
        accepted.add()
        connections.add(1)
    }
    func close() { connections.add(-1) }
    func refuse(_ reason: Refusal) { refused[reason]?.add() }
    func end(_ reason: Ending) { ended[reason]?.add() }
}
