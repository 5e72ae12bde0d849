import GatewayClient
import Machine

/// The processes of an instance, as an operator reads them.
struct InstanceStatus {
    let record: InstanceRecord
    /// Tells whether a process runs.
    let isAlive: (ProcessIdentity) -> Bool

    /// The version, and a line for each process.
    var text: String {
        let width = record.processes.map(\.name.count).max() ?? 0
        let lines = record.processes.map { process in
            let name = process.name + String(repeating: " ", count: width - process.name.count)
            let state = process.identity.map(isAlive) == true ? "running" : "stopped"
            return "  \(name)  \(state)" + (process.port.map { ", port \($0)" } ?? "")
        }
        let address = "https://localhost:\(record.port)/"
        return (["Vokol \(record.version) at \(address)"] + lines).joined(separator: "\n")
    }
}
