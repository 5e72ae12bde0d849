import GatewayClient
import Machine

/// The processes that an interrupted run (`kill -9`, a crash) left behind.
struct OrphanedProcesses {
    private let processes: [(name: String, identity: ProcessIdentity)]

    init(_ record: InstanceRecord) {
        processes = record.processes.compactMap { process in
            process.identity.map { (process.name, $0) }
        }
    }

    /// Ends the processes and waits until they are gone.
    func end() async {
        let left = processes.filter { $0.identity.isAlive }
        guard !left.isEmpty else { return }
        Terminal.print(
            "recovering", "ending processes of the previous run: \(left.map(\.name).joined(separator: ", "))")
        for (name, identity) in left { identity.send(name == "postgres" ? .interrupt : .terminate) }
        if await haveEnded(left, within: .seconds(3)) { return }
        for (name, identity) in left { identity.send(name == "postgres" ? .quit : .kill) }
        _ = await haveEnded(left, within: .seconds(10))
    }

    private func haveEnded(_ left: [(name: String, identity: ProcessIdentity)], within limit: Duration) async -> Bool {
        let end = ContinuousClock.now + limit
        while left.contains(where: { $0.identity.isAlive }) {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
