/// What is to be said about something that cannot be fetched again and again: at first little, since a start in any order
/// is no fault, and after a while that it lasts.
struct Outage: Sendable {
    enum What: String, CaseIterable, Sendable {
        case keys, revocations
    }

    enum Report: Equatable, Sendable {
        case nothing
        /// The first failure of anything.
        case notice
        /// It has lasted; said once.
        case warning
    }

    private struct Failing {
        var since: ContinuousClock.Instant
        var isTold = false
    }

    /// How long something may fail before it is worth a warning.
    private let patience: Duration
    private var failing: [What: Failing] = [:]

    init(patience: Duration) { self.patience = patience }

    mutating func failed(_ what: What, at now: ContinuousClock.Instant) -> Report {
        guard let known = failing[what] else {
            failing[what] = Failing(since: now)
            return failing.count == 1 ? .notice : .nothing
        }
        guard !known.isTold, now - known.since >= patience else { return .nothing }
        failing[what]?.isTold = true
        return .warning
    }

    mutating func succeeded(_ what: What) { failing[what] = nil }
}
