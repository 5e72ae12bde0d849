/// Watches the statement that the server is running.
///
/// Decides when to cancel it because no caller waits for it any more, and when to drop the connection because the
/// server does not respond.
struct StatementMonitor {
    typealias Instant = ContinuousClock.Instant

    /// The run time of one statement after which the server counts as lost.
    var statementLimit: Duration
    /// The time that a statement may go on running once no caller waits for it.
    var grace: Duration
    /// The time that the server has to carry out a cancellation.
    var cancellationLimit: Duration

    private var startedAt: Instant?
    private var abandonedAt: Instant?
    private var requestedAt: Instant?
    private var isDelivered = false
    /// True while a cancellation may still hit a different statement in flight.
    private(set) var mayCancelOthers = false

    init(statementLimit: Duration, grace: Duration, cancellationLimit: Duration) {
        self.statementLimit = statementLimit
        self.grace = grace
        self.cancellationLimit = cancellationLimit
    }

    enum Action: Equatable {
        case wait(until: Instant)
        case requestCancellation
        case giveUp
    }

    /// Records that the server has started the next statement.
    mutating func statementStarted(now: Instant) {
        startedAt = now
        abandonedAt = nil
        if isDelivered { requestedAt = nil }
    }

    /// Records that no statement is running.
    mutating func becameQuiet() {
        startedAt = nil
        abandonedAt = nil
        if isDelivered {
            requestedAt = nil
            mayCancelOthers = false
        }
    }

    /// Records that a cancellation has reached the server or failed.
    mutating func cancellationDelivered() {
        isDelivered = true
        // Nothing is running, so the cancellation cannot affect statements sent from now on.
        if startedAt == nil { becameQuiet() }
    }

    /// Decides what to do about the running statement; `isAbandoned` is true if no caller waits for it.
    mutating func check(isAbandoned: Bool, now: Instant) -> Action {
        let limits = [startedAt.map { $0 + statementLimit }, requestedAt.map { $0 + cancellationLimit }]
        var next = limits.compactMap(\.self).min()
        if let next, now >= next { return .giveUp }
        if isAbandoned, startedAt != nil, requestedAt == nil {
            let since = abandonedAt ?? now
            abandonedAt = since
            if now >= since + grace {
                requestedAt = now
                isDelivered = false
                mayCancelOthers = true
                return .requestCancellation
            }
            next = min(next ?? since + grace, since + grace)
        }
        return .wait(until: next ?? now + statementLimit)
    }
}
