import Platform
import Synchronization

/// Cancels a connection's running statement, on a separate thread because the request blocks.
final class CancellationRequest: Sendable {
    private let delivered = Atomic<Bool>(false)

    /// Starts the request; it wakes the session's thread when it has been delivered or has failed.
    init(_ session: Session) throws(PostgresError) {
        guard let cancellation = session.cancellation() else { throw session.failure }
        let wake = session.wake
        try withSystemResources { () throws(SystemError) in
            try OSThread.start { [self] in
                cancellation.request()
                delivered.store(true, ordering: .releasing)
                wake.signal()
            }
        }
    }

    /// True once the server has passed the request on; it cannot affect statements sent from then on.
    var isDelivered: Bool { delivered.load(ordering: .acquiring) }
}
