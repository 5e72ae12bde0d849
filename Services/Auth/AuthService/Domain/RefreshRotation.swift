import Values

/// How long a session lives, and how its refresh tokens follow each other.
struct SessionPolicy: Sendable {
    /// How long an access token is valid.
    var accessLifetime: Duration = .seconds(300)
    /// How long a session lives that is not used.
    var idleLifetime: Duration = .seconds(7 * 86_400)
    /// How long any session lives.
    var lifetime: Duration = .seconds(30 * 86_400)
    /// How long a token that has just been changed may be changed again, for its successor: the answer may have been lost,
    /// and two parts of an app may have asked at the same time.
    var grace: Duration = .seconds(10)
    /// The most sessions of one account; the oldest makes room.
    var maximumPerAccount = 20
}

/// What is known of a session.
struct SessionState: Sendable, Equatable {
    /// The number of the newest refresh token.
    var counter: Int64
    var createdAt: Instant
    /// When the newest refresh token was given out first.
    var rotatedAt: Instant
    var endedAt: Instant?
}

/// What to do with a genuine refresh token.
enum RotationDecision: Equatable {
    /// It is the newest: the next one takes its place.
    case rotate
    /// It was the newest a moment ago: its successor is given out again.
    case repeatSuccessor
    /// It was used before: somebody has a copy, so the session ends.
    case reuse
    /// The session is over.
    case over
}

extension SessionPolicy {
    func decide(presented counter: Int64, of session: SessionState, now: Instant) -> RotationDecision {
        guard session.endedAt == nil, now < expiry(of: session) else { return .over }
        if counter == session.counter { return .rotate }
        let age = now.milliseconds - session.rotatedAt.milliseconds
        // A counter from the future can only come from before the database was restored: no more to be trusted.
        return counter == session.counter - 1 && age <= grace.wholeMilliseconds ? .repeatSuccessor : .reuse
    }

    /// When a session ends if it is not used again.
    func expiry(of session: SessionState) -> Instant {
        Instant(
            milliseconds: min(
                session.createdAt.milliseconds + lifetime.wholeMilliseconds,
                session.rotatedAt.milliseconds + idleLifetime.wholeMilliseconds))
    }
}
