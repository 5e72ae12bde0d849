public import ServiceLifecycle

/// Runs a relay for the lifetime of the process; on shutdown, it still sends the messages in progress.
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
