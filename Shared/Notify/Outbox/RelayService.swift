public import ServiceLifecycle

/// Runs a relay as long as the process; when it stops, the messages in progress are still sent.
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
