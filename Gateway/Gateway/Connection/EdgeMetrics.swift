import ServiceRuntime

/// The metrics of connections.
struct EdgeMetrics: Sendable {
    enum Refusal: String, CaseIterable, Sendable {
        case total, network, address, handshakes, rate
    }
    enum Ending: String, CaseIterable, Sendable {
        case handshakeFailed, handshakeSlow, unused, displaced, slowLine, idle, silent, slowReader, tooLong, slowHead,
            slowBody, badHTTP,
            refusals, flood
    }

    /// The reasons for the end of a stream of HTTP/2 before its answer was sent.
    enum Reset: String, CaseIterable, Sendable {
        case client, malformed, refused, slowBody, stalled, waiting
    }

    let connections: Gauge
    let events: EventMetrics
    private let accepted: Counter
    private let refused: [Refusal: Counter]
    private let ended: [Ending: Counter]
    private let resets: [Reset: Counter]

    init(_ metrics: Metrics) {
        events = EventMetrics(metrics)
        connections = metrics.gauge("vokol_gateway_connections", help: "Open connections of clients")
        accepted = metrics.counter("vokol_gateway_accepted_total", help: "Accepted connections")
        refused = Dictionary(
            uniqueKeysWithValues: Refusal.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_gateway_refused_connections_total", [("reason", $0.rawValue)],
                        help: "Connections refused, by the limit they exceeded")
                )
            })
        ended = Dictionary(
            uniqueKeysWithValues: Ending.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_gateway_ended_connections_total", [("reason", $0.rawValue)],
                        help: "Connections closed by the gateway, by reason")
                )
            })
        resets = Dictionary(
            uniqueKeysWithValues: Reset.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_gateway_reset_streams_total", [("reason", $0.rawValue)],
                        help: "Streams of HTTP/2 reset before their answer was sent, by reason")
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
    func reset(_ reason: Reset) { resets[reason]?.add() }
}
