import Machine
import Synchronization

/// The ports that ``freeLoopbackPort()`` has returned.
private let chosenPorts = Mutex<Set<Int>>([])

/// Chooses a free port on the loopback interface, never the same twice, for a server in a process of its own.
///
/// The range lies below the ephemeral ports: before the server listens, neither an outgoing connection nor a server of
/// another test that asks for any port takes it.
public func freeLoopbackPort() throws -> Int {
    try chosenPorts.withLock { chosen in
        for _ in 0..<200 {
            let port = Int.random(in: 10_000..<20_000)
            if !chosen.contains(port), Ports.fault(listeningOn: port) == nil {
                chosen.insert(port)
                return port
            }
        }
        throw Processes.Failure(description: "found no free port between 10000 and 19999")
    }
}
