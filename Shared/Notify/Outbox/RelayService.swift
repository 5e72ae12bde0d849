public import ServiceLifecycle

/// Sends what waits in an outbox for as long as the process runs; what is being sent when it stops is sent to its end.
public struct RelayService: Service {
    private let relay: OutboxRelay

    public init(relay: OutboxRelay) { self.relay = relay }

    public func run() async throws {
        try await withGracefulShutdownHandler {
            try await relay.run()
        } onGracefulShutdown: {
            relay.stop()
        }
    }
}
