import ServiceRuntime
import TestSupport

extension Listeners {
    /// Waits until a socket is open, and returns its port.
    func firstPort() async throws -> Int {
        try await Processes.wait("an open port") { !ports.isEmpty }
        return ports[0].port
    }
}
