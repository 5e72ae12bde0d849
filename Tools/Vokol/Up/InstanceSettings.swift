import Contract
import GatewayClient
import Platform

/// The operator's choices for an instance.
struct InstanceSettings: Sendable {
    var directory: InstanceDirectory
    /// The gateway's port for calls.
    var port = 8443
    /// The gateway's port for redirecting browsers to HTTPS.
    var redirectPort = 8080
    /// The address that the gateway listens on.
    var host = "127.0.0.1"
    /// Additional host names of the gateway.
    var names: [String] = []
    /// The number of replicas of each service; one by default.
    var replicas: [ServiceName: Int] = [:]
    /// The services whose openable methods require no sign-in, besides those that `access.open` names anyway.
    var open: [ServiceName] = []
    /// The directory of the web client; `nil` for none, or for that of the environment.
    var web: String?
    /// The map of time zones; `nil` for none, or for that of the environment.
    var zones: String?
    /// The number of gateways; each takes the port after that of the one before.
    var gateways = 1
    /// True if a Valkey or Redis server is started, through which the gateways share rate limits.
    var hasLimitStore = false
    /// True if a simulator stands in for third parties.
    var isSimulated = false
    /// The environment that every process inherits.
    var environment: [String: String] = [:]
    /// The directory that contains the programs.
    var programs: String

    /// The value of `access.open` with ``open`` added to that of the environment, or else to the default; `nil` if
    /// there is nothing to add.
    var accessOpen: String? {
        guard !open.isEmpty else { return nil }
        let others = environment["VOKOL_ACCESS_OPEN"].map { $0.split(separator: ",").map(String.init) }
        return Set((others ?? ServiceName.openByDefault.map(\.rawValue)) + open.map(\.rawValue)).sorted()
            .joined(separator: ",")
    }

    /// The names and addresses of the gateway: those of this machine, and ``names``.
    var hosts: [String] {
        var machine = utsname()
        let own = uname(&machine) == 0 ? withUnsafeBytes(of: &machine.nodename, Self.text) : ""
        var hosts: [String] = []
        for host in ["localhost", "127.0.0.1", "::1", own] + names where !host.isEmpty && !hosts.contains(host) {
            hosts.append(host)
        }
        return hosts
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The ports of the gateways for calls.
    var gatewayPorts: [Int] { (0..<gateways).map { port + $0 } }

    /// True if the gateway serves the web client.
    var hasWeb: Bool {
        web != nil || WebDirectory.variables.contains { environment[$0]?.isEmpty == false }
    }

    /// Returns the names of a service's replicas: `auth`, or `museums-1` and `museums-2`.
    func processNames(of service: ServiceName) -> [String] {
        let count = replicas[service] ?? 1
        return count == 1 ? [service.rawValue] : (1...count).map { "\(service.rawValue)-\($0)" }
    }
}
