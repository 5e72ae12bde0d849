import Contract
import GatewayClient

/// The operator's settings of an instance.
struct InstanceSettings: Sendable {
    var directory: InstanceDirectory
    /// The gateway's port for calls.
    var port = 8443
    /// The gateway's port that redirects browsers to HTTPS.
    var redirectPort = 8080
    /// The address that the gateway listens on.
    var host = "127.0.0.1"
    /// Further host names of the gateway.
    var names: [String] = []
    /// The number of replicas by service; the default is one.
    var replicas: [ServiceName: Int] = [:]
    /// Services whose openable methods need no sign-in.
    var open: [ServiceName] = []
    /// True if a simulator stands in for third parties.
    var isSimulated = false
    /// The environment that every process inherits.
    var environment: [String: String] = [:]
    /// The directory of the programs.
    var programs: String

    /// The names of the replicas of a service: `auth`, or `museums-1` and `museums-2`.
    func processNames(of service: ServiceName) -> [String] {
        let count = replicas[service] ?? 1
        return count == 1 ? [service.rawValue] : (1...count).map { "\(service.rawValue)-\($0)" }
    }
}
