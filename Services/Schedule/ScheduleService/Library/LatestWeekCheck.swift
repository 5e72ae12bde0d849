import Synchronization
import Values

/// The latest comparison of the computed week with the university's.
final class LatestWeekCheck: Sendable {
    struct Check: Sendable, Equatable {
        var at: Instant
        var agrees: Bool
    }

    private let state = Mutex<Check?>(nil)

    /// The latest comparison; `nil` before the first.
    var value: Check? { state.withLock { $0 } }

    func update(_ check: Check) { state.withLock { $0 = check } }
}
