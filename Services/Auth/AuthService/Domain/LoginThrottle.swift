import Crypto
import Resilience
import Values

/// A delay that grows with failed sign-ins; never locks an account.
struct ThrottlePolicy: Sendable {
    /// The number of failures without a delay.
    var freeFailures: Int
    /// The delay after the next failure; it doubles with each further one.
    var firstDelay: Duration = .seconds(1)
    var maximumDelay: Duration = .seconds(900)
    /// The time after the last attempt at which failures are forgotten; longer than the longest delay.
    var memory: Duration = .seconds(86_400)

    /// Computes the delay after `failures`.
    func delay(after failures: Int) -> Duration {
        guard failures >= freeFailures else { return .zero }
        return Backoff(first: firstDelay, longest: maximumDelay, jitter: .none)
            .wait(afterFailures: failures - freeFailures + 1)
    }
}

/// The recent attempts of one subject of the throttle.
struct ThrottleState: Sendable, Equatable {
    /// The attempts that failed or never finished.
    var failures: Int
    var lastAttemptAt: Instant
    /// The time until which the subject is a known place, after an earlier successful sign-in.
    var knownUntil = Instant(milliseconds: 0)
}

/// The decision on a sign-in attempt.
enum ThrottleVerdict: Equatable {
    /// The attempt is allowed; it counts as a failure until it succeeds, so that concurrent guesses count one by one.
    case admitted(failures: Int)
    case refused(wait: Duration)
}

extension ThrottlePolicy {
    /// Decides on an attempt.
    func judge(_ state: ThrottleState?, now: Instant) -> ThrottleVerdict {
        guard let state, now.milliseconds - state.lastAttemptAt.milliseconds < memory.wholeMilliseconds else {
            return .admitted(failures: 1)
        }
        let end = state.lastAttemptAt.milliseconds + delay(after: state.failures).wholeMilliseconds
        if now.milliseconds < end { return .refused(wait: .milliseconds(end - now.milliseconds)) }
        return .admitted(failures: min(state.failures, 1_000_000) + 1)
    }
}

/// Throttles sign-ins by three subjects at once.
///
/// Sign-ins to an account are delayed after a few failures from one place, and after many failures from all places
/// together. The second delay does not apply to places from which the owner has recently signed in, so that strangers
/// cannot lock owners out of their usual places. A place that guesses at many accounts is delayed as a whole. Unknown
/// e-mail addresses are treated alike, so the throttle does not reveal accounts.
struct LoginThrottle: Sendable {
    /// The policy for one account from one place.
    var accountAtPlace: ThrottlePolicy
    /// The policy for one account from anywhere.
    var account: ThrottlePolicy
    /// The policy for one place, for any account.
    var place: ThrottlePolicy
    private let pepper: SymmetricKey

    /// Creates a throttle whose subjects are stored as keyed hashes, since people type passwords into the wrong field.
    init(accountAtPlace: ThrottlePolicy, account: ThrottlePolicy, place: ThrottlePolicy, pepper: SymmetricKey) {
        self.accountAtPlace = accountAtPlace
        self.account = account
        self.place = place
        self.pepper = pepper
    }

    struct Subject: Sendable {
        var key: String
        var policy: ThrottlePolicy
        /// True if a success clears the subject; signing in to one account must not clear a place's guesses at others.
        var isClearedBySuccess: Bool
        /// True if the subject is ignored for places known to the account.
        var yieldsToKnownPlace = false
        /// True if a success makes the place known to the account.
        var becomesKnown = false
    }

    /// The time for which a place is known after a successful sign-in.
    static let knownPlaceLifetime: Duration = .seconds(30 * 86_400)

    /// Returns the subjects of a sign-in with an e-mail address.
    func subjects(email: EmailAddress, place: NetworkPlace) -> [Subject] {
        [
            Subject(
                key: key("here", email.text, place.text), policy: accountAtPlace, isClearedBySuccess: true,
                becomesKnown: true),
            Subject(
                key: key("account", email.text), policy: account, isClearedBySuccess: true, yieldsToKnownPlace: true),
            subject(place: place),
        ]
    }

    /// Returns the subject of a sign-in with an e-mail address from a known device of its account.
    ///
    /// All these devices count together, and neither their place nor strangers' guesses delay them.
    func subject(deviceOf email: EmailAddress) -> Subject {
        Subject(key: key("device", email.text), policy: accountAtPlace, isClearedBySuccess: true)
    }

    /// Returns the subjects of guesses at the codes of an account's second factor, whose first factor was proved.
    func subjects(factorOf account: Identifier, place: NetworkPlace) -> [Subject] {
        [
            Subject(
                key: key("factor-here", account.text, place.text), policy: accountAtPlace, isClearedBySuccess: true,
                becomesKnown: true),
            Subject(
                key: key("factor", account.text), policy: self.account, isClearedBySuccess: true,
                yieldsToKnownPlace: true),
            subject(place: place),
        ]
    }

    /// Returns the subject of guesses at codes: the place alone, since codes name no account.
    ///
    /// They count together with password guesses.
    func subject(place: NetworkPlace) -> Subject {
        Subject(key: key("place", place.text), policy: self.place, isClearedBySuccess: false)
    }

    /// The longest memory of all policies.
    var memory: Duration { max(accountAtPlace.memory, account.memory, place.memory) }

    /// Returns the pseudonym of an e-mail address or phone number in the audit trail.
    func alias(of recipient: String) -> String { key("audit", recipient) }

    private func key(_ parts: String...) -> String {
        let mac = HMAC<SHA256>.authenticationCode(for: Array(parts.joined(separator: "\0").utf8), using: pepper)
        return Base64URL.encode(Array(mac.prefix(16)))
    }
}
