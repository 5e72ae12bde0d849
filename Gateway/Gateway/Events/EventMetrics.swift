import Contract
import ServiceRuntime

/// The metrics of event streams.
struct EventMetrics: Sendable {
    enum Ending: String, CaseIterable, Sendable {
        /// The access token ended, by age or with its session.
        case token
        /// The time of a stream without a token is over.
        case age
        case drain
        /// The client ended the subscription.
        case unsubscribed
        /// The client closed the connection, or it was closed for another reason.
        case connection
    }
    enum Refusal: String, CaseIterable, Sendable { case total, anonymous, network, address, user }

    let streams: Gauge
    /// Hints that became one `resync`, because the client did not read them in time.
    let overflows: Counter
    /// Times at which hints of a service may have been missed.
    let gaps: Counter
    private let sent: [EventKind: Counter]
    private let ended: [Ending: Counter]
    private let refused: [Refusal: Counter]

    init(_ metrics: Metrics) {
        streams = metrics.gauge("vokol_gateway_event_streams", help: "Open event streams")
        overflows = metrics.counter(
            "vokol_gateway_event_overflows_total", help: "Hints dropped because a client did not read in time")
        gaps = metrics.counter(
            "vokol_gateway_event_gaps_total", help: "Times at which hints of a service may have been missed")
        func counters<Key: RawRepresentable<String> & CaseIterable & Hashable>(
            _ name: String, _ label: String, help: String
        ) -> [Key: Counter] {
            Dictionary(
                uniqueKeysWithValues: Key.allCases.map {
                    ($0, metrics.counter(name, [(label, $0.rawValue)], help: help))
                })
        }
        sent = counters("vokol_gateway_events_total", "kind", help: "Events written to streams, signs of life included")
        ended = counters("vokol_gateway_event_streams_ended_total", "reason", help: "Event streams that ended")
        refused = counters(
            "vokol_gateway_event_streams_refused_total", "reason",
            help: "Event streams refused, by the limit they exceeded")
    }

    func send(_ kind: EventKind) { sent[kind]?.add() }
    func end(_ reason: Ending) {
        streams.add(-1)
        ended[reason]?.add()
    }
    func refuse(_ reason: Refusal) { refused[reason]?.add() }
}
