import Values

/// The lifetimes of sessions and the rotation of their refresh tokens.
struct SessionPolicy: Sendable {
    /// The lifetime of an access token.
    var accessLifetime: Duration = .seconds(300)
    /// The lifetime of a session without use; each use restarts it, so that people who return need no code.
    var idleLifetime: Duration = .seconds(60 * 86_400)
    /// The maximum lifetime of a session.
    var lifetime: Duration = .seconds(365 * 86_400)
    /// The time for which an exchanged token returns its successor again.
    ///
    /// The first answer may have been lost, or two parts of an app may have refreshed at the same time.
    var grace: Duration = .seconds(10)
    /// The maximum number of sessions of one account; a new one ends the longest unused one.
    var maximumPerAccount = 20
}

/// The state of a session.
struct SessionState: Sendable, Equatable {
    /// The number of the newest refresh token.
    var counter: Int64
    var createdAt: Instant
    /// The time at which the newest refresh token was first issued.
    var rotatedAt: Instant
    var endedAt: Instant?
}

/// The decision on a genuine refresh token.
enum RotationDecision: Equatable {
    /// The token is the newest: issue the next one.
    case rotate
    /// The token was the newest a moment ago: issue its successor again.
    case repeatSuccessor
    /// The token was used before, so somebody has a copy: end the session.
    case reuse
    /// The session has ended.
    case ended
}

extension SessionPolicy {
    /// Decides on a token with the number `counter`.
    func decide(presented counter: Int64, of session: SessionState, now: Instant) -> RotationDecision {
        guard session.endedAt == nil, now < expiry(of: session) else { return .ended }
        if counter == session.counter { return .rotate }
        let age = now.milliseconds - session.rotatedAt.milliseconds
        // A counter from the future was issued before the database was restored from a backup: it is not trusted.
        return counter == session.counter - 1 && age <= grace.wholeMilliseconds ? .repeatSuccessor : .reuse
    }

    /// Returns the expiry of a session that is not used again.
    func expiry(of session: SessionState) -> Instant {
        Instant(
            milliseconds: min(
                session.createdAt.milliseconds + lifetime.wholeMilliseconds,
                session.rotatedAt.milliseconds + idleLifetime.wholeMilliseconds))
    }
}
