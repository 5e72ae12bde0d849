import HTTP
import Logging
import NIOHTTP1
import Synchronization

/// The OTLP collector that receives this process's data.
final class TelemetryCollector: Sendable {
    /// The kind of data in a request.
    enum Signal: String, CaseIterable, Sendable { case traces, metrics }

    /// The outcome of a request.
    enum Outcome: String, CaseIterable, Sendable {
        case accepted
        /// The collector cannot use the request; sending it again would change nothing.
        case refused
        /// The collector cannot be reached or asks for a later attempt.
        case failed
    }

    private let client: HTTPClient
    private let base: HTTPAddress
    private let headers: HTTPHeaders
    private let logger: Logger
    private let outcomes: [Signal: OutcomeCounters<Outcome>]
    private let isFailing = Mutex<Set<Signal>>([])

    /// The maximum length of an answer, which is a message of a few bytes.
    private static let answerBytes = 64 * 1024

    init(_ client: HTTPClient, base: HTTPAddress, headers: [(String, String)], metrics: Metrics, logger: Logger) {
        self.client = client
        self.base = base
        self.headers = HTTPHeaders([("Content-Type", "application/x-protobuf")] + headers)
        self.logger = logger
        outcomes = [
            .traces: OutcomeCounters(
                "vokol_telemetry_trace_exports_total", help: "Requests with spans to the collector", in: metrics),
            .metrics: OutcomeCounters(
                "vokol_telemetry_metric_exports_total", help: "Requests with metrics to the collector", in: metrics),
        ]
    }

    /// Sends one request; logs the first of several failures, and the success after them.
    func send(_ body: [UInt8], _ signal: Signal, within time: Duration) async -> Outcome {
        var address = base
        let path = base.target.hasSuffix("/") ? String(base.target.dropLast()) : base.target
        address.target = "\(path)/v1/\(signal.rawValue)"
        let outcome: Outcome
        var cause = ""
        do throws(HTTPFailure) {
            let response = try await client.response(
                to: HTTPRequest(.POST, address, headers: headers, body: body),
                within: HTTPLimits(time: time, maximumBytes: Self.answerBytes))
            cause = "HTTP status \(response.status)"
            outcome = Self.outcome(of: response.status)
        } catch {
            (outcome, cause) = (.failed, "\(error)")
        }
        outcomes[signal]?.count(outcome)
        log(outcome, signal, cause: cause)
        return outcome
    }

    /// Closes the connections.
    func shutdown() async { await client.shutdown() }

    /// Returns the outcome of a status; these four are the ones after which OTLP lets a client try again.
    static func outcome(of status: Int) -> Outcome {
        switch status {
        case 200..<300: .accepted
        case 429, 502, 503, 504: .failed
        default: .refused
        }
    }

    private func log(_ outcome: Outcome, _ signal: Signal, cause: String) {
        let hasChanged = isFailing.withLock { failing in
            outcome == .accepted ? failing.remove(signal) != nil : failing.insert(signal).inserted
        }
        guard hasChanged else { return }
        if outcome == .accepted {
            logger.notice("telemetry is exported again", metadata: ["signal": .string(signal.rawValue)])
        } else {
            logger.warning(
                "telemetry cannot be exported",
                metadata: ["signal": .string(signal.rawValue), "cause": .string(cause)])
        }
    }
}
