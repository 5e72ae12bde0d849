import HTTP
import Logging
import NIOCore
import Values

/// The export of a process, created from its settings.
struct Telemetry: Sendable {
    /// Takes the spans of sampled calls.
    let spans: SpanQueue
    let exporter: TelemetryExporter

    /// Creates the export; returns `nil` if no collector is set.
    ///
    /// - Parameter process: the process's short name.
    /// - Throws: ``SettingFault`` if secrets would be sent in the clear.
    init?(_ process: String, _ settings: Settings, metrics: Metrics, logger: Logger, group: any EventLoopGroup) throws {
        guard let base = HTTPAddress(try settings.value(TelemetrySettings.endpoint)) else { return nil }
        let headers = TelemetryHeaders.parse(try settings.value(TelemetrySettings.headers)) ?? []
        guard headers.isEmpty || base.origin.isSecure || base.origin.isLoopback else {
            throw SettingFault(
                name: TelemetrySettings.headers.name, detail: "would be sent without TLS; use an https endpoint")
        }
        var clientSettings = HTTPClient.Settings(trust: .system)
        clientSettings.maximumConnections = 2
        let outcomes = OutcomeCounters<SpanOutcome>(
            "vokol_telemetry_spans_total", help: "Spans of sampled calls by outcome", in: metrics)
        spans = SpanQueue(outcomes)
        exporter = TelemetryExporter(
            TelemetryExporter.Parts(
                metrics: metrics, queue: spans, spanOutcomes: outcomes,
                encoder: TelemetryEncoder(
                    resource: [
                        ("service.name", "vokol-\(process)"), ("service.namespace", "vokol"),
                        ("service.instance.id", "\(Identifier.make(at: SystemClock.now()))"),
                    ], startedAt: SystemClock.nanoseconds()),
                collector: TelemetryCollector(
                    try HTTPClient(clientSettings, group: group), base: base, headers: headers, metrics: metrics,
                    logger: logger)),
            metricsInterval: try settings.value(TelemetrySettings.metricsInterval))
    }
}
