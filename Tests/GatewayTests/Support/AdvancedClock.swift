import ServiceRuntime
import Synchronization
import Values

/// A time of day that a test advances; it begins now.
final class AdvancedClock: Sendable {
    private let now = Mutex(SystemClock.now())

    func advance(bySeconds seconds: Int64) { now.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    var read: @Sendable () -> Instant { { self.now.withLock(\.self) } }
}
