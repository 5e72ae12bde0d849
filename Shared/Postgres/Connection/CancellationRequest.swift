import Synchronization

/// A request to the server to end a connection's running statement, made by a thread of its own because it blocks.
final class CancellationRequest: Sendable {
    private let delivered = Atomic<Bool>(false)

    /// Starts the request; the session's thread is woken when it has been delivered, well or badly.
    init(_ session: Session) throws(PostgresError) {
        guard let cancellation = session.cancellation() else { throw session.failure }
        let wake = session.wake
        try OSThread.start { [self] in
            cancellation.request()
            delivered.store(true, ordering: .releasing)
            wake.signal()
        }
    }

    /// Whether the server has passed it on to the session: what is sent from now on is not ended by it.
    var isDelivered: Bool { delivered.load(ordering: .acquiring) }
}
