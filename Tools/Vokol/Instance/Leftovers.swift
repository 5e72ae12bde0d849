import GatewayClient
import Machine

/// Processes of a run that was cut off (`kill -9`, a crash): they are on their way out, and are waited for.
struct Leftovers {
    private let processes: [(name: String, identity: ProcessIdentity)]

    init(_ record: InstanceRecord) {
        processes = record.processes.compactMap { process in
            process.identity.map { (process.name, $0) }
        }
    }

    /// Ends what is left, and returns when it is gone.
    func end() async {
        let left = processes.filter { $0.identity.isAlive }
        guard !left.isEmpty else { return }
        Terminal.say("recovering", "ending what the last run left: \(left.map(\.name).joined(separator: ", "))")
        for (name, identity) in left { identity.send(name == "postgres" ? .interrupt : .terminate) }
        if await areGone(left, within: .seconds(3)) { return }
        for (name, identity) in left { identity.send(name == "postgres" ? .quit : .kill) }
        _ = await areGone(left, within: .seconds(10))
    }

    private func areGone(_ left: [(name: String, identity: ProcessIdentity)], within limit: Duration) async -> Bool {
        let end = ContinuousClock.now + limit
        while left.contains(where: { $0.identity.isAlive }) {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
