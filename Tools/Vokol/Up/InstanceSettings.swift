import Contract
import GatewayClient

/// What the operator said about an instance.
struct InstanceSettings: Sendable {
    var directory: InstanceDirectory
    /// Where the gateway takes calls.
    var port = 8443
    /// Where the gateway sends browsers on to HTTPS.
    var redirectPort = 8080
    /// The address that the gateway listens on.
    var host = "127.0.0.1"
    /// Further names under which clients reach the gateway.
    var names: [String] = []
    /// Replicas by service; one where nothing is said.
    var replicas: [ServiceName: Int] = [:]
    /// Services whose openable methods anyone may call.
    var open: [ServiceName] = []
    /// Whether third parties are played by a simulator.
    var isSimulated = false
    /// The environment, handed on to every process.
    var environment: [String: String] = [:]
    /// The directory of the programs.
    var programs: String

    /// The names of the replicas of a service: `auth`, or `museums-1` and `museums-2`.
    func processNames(of service: ServiceName) -> [String] {
        let count = replicas[service] ?? 1
        return count == 1 ? [service.rawValue] : (1...count).map { "\(service.rawValue)-\($0)" }
    }
}
