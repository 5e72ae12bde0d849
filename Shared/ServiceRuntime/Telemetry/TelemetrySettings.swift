import HTTP

/// The settings of the export of traces and metrics over OTLP.
public enum TelemetrySettings {
    static let endpoint = Setting<String>(
        "telemetry.endpoint", default: "",
        summary: "Base URL of an OTLP/HTTP collector, such as http://127.0.0.1:4318; empty: nothing is exported"
    ) { text in
        text.isEmpty || HTTPAddress(text).map { !$0.target.contains("?") } == true
            ? nil : "must be an http or https URL without a query"
    }
    static let headers = Setting<String>(
        "telemetry.headers", default: "", isSecret: true,
        summary: "Header fields for the collector, as NAME=VALUE,NAME=VALUE; over https or to loopback only"
    ) { TelemetryHeaders.parse($0) == nil ? "must be NAME=VALUE, separated by commas" : nil }
    static let metricsInterval = Setting<Duration>(
        "telemetry.metrics.interval", default: .seconds(60), in: .zero ... .seconds(3600),
        summary: "Interval at which metrics are exported; 0s: never")

    /// The share of calls whose traces are recorded; a setting of the gateway, which decides for all processes.
    public static let tracesRatio = Setting<Double>(
        "telemetry.traces.ratio", default: 0.01,
        summary: "Share of calls that are traced, from 0 to 1, if there is a collector"
    ) { (0...1).contains($0) ? nil : "must lie between 0 and 1" }

    static let all: [any SettingDeclaration] = [endpoint, headers, metricsInterval]
}

/// The header fields of ``TelemetrySettings/headers``.
enum TelemetryHeaders {
    /// Parses `NAME=VALUE,NAME=VALUE`; returns `nil` if it is malformed.
    static func parse(_ text: String) -> [(String, String)]? {
        var headers: [(String, String)] = []
        for part in text.split(separator: ",") {
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let (name, value) = (part[..<equals], part[part.index(after: equals)...])
            guard !name.isEmpty, name.utf8.allSatisfy(isNameByte), value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            headers.append((String(name), String(value)))
        }
        return headers
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
