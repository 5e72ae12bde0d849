/// Decides what to log about failing fetches: a notice at first, since processes start in any order, and a warning once
/// a failure lasts.
struct Outage: Sendable {
    enum Resource: String, CaseIterable, Sendable {
        case keys, revocations
    }

    enum Report: Equatable, Sendable {
        case nothing
        /// The first failure while nothing else fails.
        case notice
        /// The failure lasts; reported once per failure.
        case warning
    }

    private struct Failing {
        var since: ContinuousClock.Instant
        var isReported = false
    }

    /// The duration after which a failure is worth a warning.
    private let patience: Duration
    private var failing: [Resource: Failing] = [:]

    init(patience: Duration) { self.patience = patience }

    mutating func failed(_ resource: Resource, at now: ContinuousClock.Instant) -> Report {
        guard let known = failing[resource] else {
            failing[resource] = Failing(since: now)
            return failing.count == 1 ? .notice : .nothing
        }
        guard !known.isReported, now - known.since >= patience else { return .nothing }
        failing[resource]?.isReported = true
        return .warning
    }

    mutating func succeeded(_ resource: Resource) { failing[resource] = nil }
}
