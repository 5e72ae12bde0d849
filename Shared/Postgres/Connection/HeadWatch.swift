/// Watches the statement that the server is running: when nobody waits for it any more, when the server is to be asked
/// to end it, and when the connection is given up because nothing happens.
struct HeadWatch {
    typealias Instant = ContinuousClock.Instant

    /// How long the server may take over one statement before it counts as lost.
    var statementLimit: Duration
    /// How long a statement that nobody waits for may run on.
    var grace: Duration
    /// How long the server may take to end a statement once it was asked.
    var cancellationLimit: Duration

    private var startedAt: Instant?
    private var forgottenAt: Instant?
    private var requestedAt: Instant?
    private var isDelivered = false
    /// Whether a request to end one statement may still hit another one of those on their way.
    private(set) var mayHitNeighbours = false

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

    /// Another statement runs now.
    mutating func headChanged(now: Instant) {
        startedAt = now
        forgottenAt = nil
        if isDelivered { requestedAt = nil }
    }

    /// Nothing runs.
    mutating func becameQuiet() {
        startedAt = nil
        forgottenAt = nil
        if isDelivered {
            requestedAt = nil
            mayHitNeighbours = false
        }
    }

    /// The request to end a statement has reached the server, or could not.
    mutating func cancellationDelivered() {
        isDelivered = true
        // What is sent from now on is safe from it.
        if startedAt == nil { becameQuiet() }
    }

    /// What to do about the running statement; `isForgotten`: nobody waits for it.
    mutating func check(isForgotten: Bool, now: Instant) -> Action {
        let limits = [startedAt.map { $0 + statementLimit }, requestedAt.map { $0 + cancellationLimit }]
        var next = limits.compactMap(\.self).min()
        if let next, now >= next { return .giveUp }
        if isForgotten, startedAt != nil, requestedAt == nil {
            let since = forgottenAt ?? now
            forgottenAt = since
            if now >= since + grace {
                requestedAt = now
                isDelivered = false
                mayHitNeighbours = true
                return .requestCancellation
            }
            next = min(next ?? since + grace, since + grace)
        }
        return .wait(until: next ?? now + statementLimit)
    }
}
