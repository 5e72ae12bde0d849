import ServiceRuntime

/// Metrics of a third party.
struct HostMetrics: Sendable {
    /// The outcome of a call.
    enum Outcome: String, CaseIterable, Sendable {
        case body, unchanged, absent, limited, timeout, unreachable, unreadable, cancelled
        case rejected = "refused"
        case tooLarge = "too-large"

        init(_ result: Result<UpstreamAnswer, UpstreamFailure>) {
            switch result {
            case .success(.body): self = .body
            case .success(.notModified): self = .unchanged
            case .success(.absent): self = .absent
            case .failure(.timedOut): self = .timeout
            case .failure(.unreachable): self = .unreachable
            case .failure(.rejected): self = .rejected
            case .failure(.limited), .failure(.suspended), .failure(.localLimit): self = .limited
            case .failure(.tooLarge): self = .tooLarge
            case .failure(.unreadable): self = .unreadable
            case .failure(.cancelled): self = .cancelled
            }
        }
    }

    let time: Histogram
    let retries: Counter
    let bytes: Counter
    let openBreakers: Gauge
    private let calls: [Outcome: Counter]
    private let rejections: [HostAdmission.Rejection: Counter]

    init(host: String, in metrics: Metrics) {
        let label = [("host", host)]
        calls = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_upstream_calls_total", label + [("outcome", $0.rawValue)],
                        help: "Requests sent to a third party, retries included, by outcome")
                )
            })
        rejections = Dictionary(
            uniqueKeysWithValues: HostAdmission.Rejection.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_upstream_refusals_total", label + [("reason", $0.rawValue)],
                        help: "Requests that were not sent to a third party, by reason")
                )
            })
        time = metrics.histogram(
            "vokol_upstream_call_seconds", label, help: "Time from a request to the last byte of its answer")
        retries = metrics.counter("vokol_upstream_retries_total", label, help: "Retries of requests")
        bytes = metrics.counter(
            "vokol_upstream_bytes_total", label, help: "Bytes of bodies in answers of third parties, unpacked")
        openBreakers = metrics.gauge(
            "vokol_upstream_breaker_open", label, help: "Open circuit breakers of third parties")
    }

    func ended(_ result: Result<UpstreamAnswer, UpstreamFailure>, after time: Duration) {
        calls[Outcome(result)]?.add()
        self.time.observe(time)
    }

    func rejected(_ reason: HostAdmission.Rejection) { rejections[reason]?.add() }
}
