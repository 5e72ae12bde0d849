import Synchronization
import Values

/// What came of the last comparison of the computed week with the university's.
final class WeekBoard: Sendable {
    struct Check: Sendable, Equatable {
        var at: Instant
        var agrees: Bool
    }

    private let state = Mutex<Check?>(nil)

    /// `nil` until the university has been asked once.
    var last: Check? { state.withLock { $0 } }

    func note(_ check: Check) { state.withLock { $0 = check } }
}
