import Crypto
import Values

/// After how many failures signing in is slowed down, and how much: a delay that grows, never a lock.
struct ThrottlePolicy: Sendable {
    /// The failures that cost nothing.
    var freeFailures: Int
    /// The wait after the first failure beyond those; it doubles with each further one.
    var firstDelay: Duration = .seconds(1)
    var maximumDelay: Duration = .seconds(900)
    /// After how long without an attempt everything is forgotten; longer than the longest delay.
    var memory: Duration = .seconds(86_400)

    /// The wait that `failures` have earned.
    func delay(after failures: Int) -> Duration {
        guard failures >= freeFailures else { return .zero }
        var delay = firstDelay
        var rest = failures - freeFailures
        while rest > 0, delay < maximumDelay {
            delay *= 2
            rest -= 1
        }
        return min(delay, maximumDelay)
    }
}

/// What is remembered of one subject of the throttle.
struct ThrottleState: Sendable, Equatable {
    /// Attempts that failed or were not finished.
    var failures: Int
    var lastAttemptAt: Instant
    /// Until when a success of before speaks for the subject.
    var knownUntil = Instant(milliseconds: 0)
}

/// Whether an attempt may be made.
enum ThrottleVerdict: Equatable {
    /// Yes, and it counts as a failure until it has succeeded: guesses made at the same time count one by one.
    case admitted(failures: Int)
    case refused(wait: Duration)
}

extension ThrottlePolicy {
    func judge(_ state: ThrottleState?, now: Instant) -> ThrottleVerdict {
        guard let state, now.milliseconds - state.lastAttemptAt.milliseconds < memory.wholeMilliseconds else {
            return .admitted(failures: 1)
        }
        let end = state.lastAttemptAt.milliseconds + delay(after: state.failures).wholeMilliseconds
        if now.milliseconds < end { return .refused(wait: .milliseconds(end - now.milliseconds)) }
        return .admitted(failures: min(state.failures, 1_000_000) + 1)
    }
}

/// The throttle of signing in, by three subjects at once.
///
/// An account is slowed down early for the place that guesses at it, and late for everybody, but for places from which its
/// owner has signed in of late: strangers cannot keep an owner out of its usual places. A place that guesses at many accounts is slowed down as a whole. Unknown e-mail addresses
/// are treated alike: the throttle tells nobody which exist.
struct LoginThrottle: Sendable {
    /// One account from one place.
    var accountHere: ThrottlePolicy
    /// One account from anywhere.
    var account: ThrottlePolicy
    /// One place, whatever the account.
    var place: ThrottlePolicy
    private let pepper: SymmetricKey

    /// Subjects are stored as keyed hashes: people type passwords into the field for their address.
    init(accountHere: ThrottlePolicy, account: ThrottlePolicy, place: ThrottlePolicy, pepper: SymmetricKey) {
        self.accountHere = accountHere
        self.account = account
        self.place = place
        self.pepper = pepper
    }

    struct Subject: Sendable {
        var key: String
        var policy: ThrottlePolicy
        /// Whether a success clears it; a place's own account must not clear what it did to others.
        var isClearedBySuccess: Bool
        /// Whether it is told nothing where the account is known.
        var yieldsToKnownPlace = false
    }

    /// For how long a place is known after a success.
    static let knownFor: Duration = .seconds(30 * 86_400)

    func subjects(email: EmailAddress, place: NetworkPlace) -> [Subject] {
        [
            Subject(key: key("here", email.text, place.text), policy: accountHere, isClearedBySuccess: true),
            Subject(
                key: key("account", email.text), policy: account, isClearedBySuccess: true, yieldsToKnownPlace: true),
            subject(place: place),
        ]
    }

    /// A place alone, for guesses that name no account: codes count with passwords.
    func subject(place: NetworkPlace) -> Subject {
        Subject(key: key("place", place.text), policy: self.place, isClearedBySuccess: false)
    }

    /// The longest memory of all policies.
    var memory: Duration { max(accountHere.memory, account.memory, place.memory) }

    /// What stands for an e-mail address in the audit trail, where there is no account to name.
    func alias(of email: EmailAddress) -> String { key("audit", email.text) }

    /// What stands for a telephone number in the audit trail.
    func alias(of phone: PhoneNumber) -> String { key("audit", phone.text) }

    private func key(_ parts: String...) -> String {
        let mac = HMAC<SHA256>.authenticationCode(for: Array(parts.joined(separator: "\0").utf8), using: pepper)
        return Base64URL.encode(Array(mac.prefix(16)))
    }
}
