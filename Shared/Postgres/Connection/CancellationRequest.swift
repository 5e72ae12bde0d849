import Platform
import Synchronization

/// Cancels a connection's running statement, on a separate thread because the request blocks.
final class CancellationRequest: Sendable {
    private let delivered = Atomic<Bool>(false)

    /// Starts the request; wakes the session's thread once the request has been delivered or has failed.
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

    /// True once the request has been delivered or has failed; it cannot affect statements sent later.
    var isDelivered: Bool { delivered.load(ordering: .acquiring) }
}
