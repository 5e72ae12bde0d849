import Contract
import Logging

/// The settings of every process.
public enum CommonSettings {
    public static let logLevel = Setting<String>(
        "log.level", default: "info",
        summary: "Lowest level that is logged: debug, info, notice, warning, error"
    ) {
        ["trace", "debug", "info", "notice", "warning", "error", "critical"].contains($0)
            ? nil : "is not a log level: \($0)"
    }.reloadable()
    public static let logCalls = Setting<Bool>(
        "log.calls", default: true,
        summary: "Log every call, at the level info; failures of the server are always logged, at the level error")
    public static let adminHost = Setting<String>(
        "admin.host", default: "127.0.0.1", summary: "Address of the port for metrics and health")
    public static let adminPort = Setting<Int>(
        "admin.port", default: nil, in: 0...65_535, summary: "Port for metrics and health; 0 takes a free one")
    public static let adminHosts = Setting<[String]>(
        "admin.hosts", default: [],
        summary: "Names by which clients may address the port for metrics, besides IP addresses and localhost"
    ) { names in
        names.first { name in
            name.isEmpty || name.utf8.contains { $0 <= 32 || $0 >= 127 || $0 == UInt8(ascii: ":") }
        }.map { "is not a name without a port: \($0)" }
    }
    public static let drainTimeout = Setting<Duration>(
        "drain.timeout", default: .seconds(20), in: .zero ... .seconds(600),
        summary: "Time for calls in flight to finish after a request to stop")
    public static let accessOpen = Setting<[String]>(
        "access.open", default: ServiceName.openByDefault.map(\.rawValue).sorted(),
        summary: "Services whose openable methods need no sign-in; an empty list closes all"
    ) { names in
        names.first { ServiceName(rawValue: $0) == nil }.map { "there is no service called \($0)" }
    }
    public static let linkSecret = Setting<String>(
        "link.secret", default: "", isSecret: true,
        summary: "Secret that identifies processes of one instance on loopback; empty: none is trusted")
    public static let linkCertificate = Setting<String>(
        "link.certificate", default: "", summary: "PEM file with this process's certificate for links between processes"
    )
    public static let linkKey = Setting<String>(
        "link.key", default: "", summary: "PEM file with the private key of link.certificate")
    public static let linkAuthority = Setting<String>(
        "link.authority", default: "", summary: "PEM file with the certificate authority of all links")

    /// Returns the value of ``logLevel``.
    static func level(_ settings: Settings) throws(SettingFault) -> Logger.Level {
        Logger.Level(rawValue: try settings.value(logLevel)) ?? .info
    }

    static func all(defaultAdminPort: Int) -> [any SettingDeclaration] {
        [
            logLevel, logCalls, adminHost, adminPort(default: defaultAdminPort), adminHosts, drainTimeout, accessOpen,
            linkSecret, linkCertificate, linkKey, linkAuthority,
        ]
    }

    static func adminPort(default port: Int) -> Setting<Int> {
        Setting<Int>(adminPort.name, default: port, in: 0...65_535, summary: adminPort.summary)
    }
}

/// The settings of every process that serves calls.
public enum ListenSettings {
    public static let host = Setting<String>(
        "listen.host", default: "127.0.0.1", summary: "Address to listen on for calls")
    static func port(default port: Int) -> Setting<Int> {
        Setting<Int>(
            "listen.port", default: port, in: 0...65_535, summary: "Port to listen on for calls; 0 takes a free one")
    }
    public static let plaintext = Setting<Bool>(
        "listen.plaintext", default: false,
        summary: "Allow calls without TLS on an address other than loopback")
    public static let maximumInFlight = Setting<Int>(
        "limits.inflight", default: 1024, in: 1...65_536, summary: "Calls in flight per connection between processes")
    public static let maximumConnections = Setting<Int>(
        "limits.connections", default: 1024, in: 1...65_536, summary: "Connections from other processes")
    public static let maximumStrangers = Setting<Int>(
        "limits.strangers", default: 64, in: 1...1_024,
        summary:
            "Connections of peers that have not proved to be processes of this instance; one more closes the oldest"
    )

    static func all(defaultPort: Int) -> [any SettingDeclaration] {
        [host, port(default: defaultPort), plaintext, maximumInFlight, maximumConnections, maximumStrangers]
    }
}
