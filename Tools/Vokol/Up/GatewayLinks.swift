import Contract
import ServiceRuntime

/// Checks that a gateway is connected to its replicas.
///
/// The gateway's readiness does not include this, so that the failure of one service does not affect the others.
enum GatewayLinks {
    /// Describes the missing links; returns `nil` if every event loop of the gateway has the expected number of links.
    static func fault(adminPort: Int, wanted: [ServiceName: Int]) async -> String? {
        guard let (status, metrics) = try? await HealthProbe.get("/metrics", host: "127.0.0.1", port: adminPort),
            status == 200
        else { return "returns no metrics" }
        return fault(in: metrics, wanted: wanted)
    }

    /// Describes the links that are missing according to the gateway's metrics, given in Prometheus text format.
    static func fault(in metrics: String, wanted: [ServiceName: Int]) -> String? {
        var linked: [String: Double] = [:]
        for line in metrics.split(separator: "\n") where line.hasPrefix(prefix) {
            let parts = line.dropFirst(prefix.count).split(separator: "\"} ")
            if parts.count == 2 { linked[String(parts[0])] = Double(parts[1]) }
        }
        let missing = wanted.filter { service, count in linked[service.rawValue, default: 0] < Double(count) }
        guard !missing.isEmpty else { return nil }
        return "is not yet linked to every replica of " + missing.keys.map(\.rawValue).sorted().joined(separator: ", ")
    }

    private static let prefix = #"vokol_gateway_linked_replicas{service=""#
}
