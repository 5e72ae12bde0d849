public import ServiceLifecycle

/// A relay that runs as long as the process; it finishes the messages being sent before it stops.
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
