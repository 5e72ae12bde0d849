import Contract
import Notify
import RPC
import Values

/// The numbers that the use cases go by.
struct AuthPolicy: Sendable {
    var issuer = "vokol"
    var audience = "vokol"
    var codes = CodePolicy()
    var sessions = SessionPolicy()
    var sms = SMSPolicy()
    /// How many registrations may be begun for one e-mail address.
    var registrationsPerEmail = Quota(limit: 10, window: .seconds(86_400))
    /// How many registrations may be begun from one place.
    var registrationsPerPlace = Quota(limit: 60, window: .seconds(3_600))
    /// How many codes that replace a password may be asked for with one e-mail address.
    var resetsPerEmail = Quota(limit: 10, window: .seconds(86_400))
    /// How many codes that replace a password may be asked for from one place.
    var resetsPerPlace = Quota(limit: 60, window: .seconds(3_600))
    /// For how long the news that somebody signs in otherwise is worth sending.
    var noticeLifetime: Duration = .seconds(86_400)
    /// For how long an ended session is told again to those who have heard of it: longer than any transaction takes.
    var revocationOverlap: Duration = .seconds(30)
    /// The most sessions of one answer; twice as many fit into the largest answer.
    var revocationLimit = 4_000
}

/// Accounts, sessions and tokens: the use cases.
struct AuthService: Sendable {
    let store: AuthStore
    let hashing: HashingPool
    let keys: SigningKeyRing
    let codes: CodeSeal
    let refreshTokens: RefreshTokenSeal
    let registrationTokens: RegistrationTokenSeal
    let throttle: LoginThrottle
    let outbox: Outbox
    /// What codes by SMS say; `nil` if none are sent.
    let sms: CodeSMS?
    let policy: AuthPolicy
    let random: RandomSource
    let metrics: AuthMetrics
    /// Says that something was put into the outbox.
    let wakeRelay: @Sendable () -> Void
    /// What passwords are checked against where there is no account.
    let decoy: PasswordHash

    init(
        store: AuthStore, hashing: HashingPool, keys: SigningKeyRing, secret: MasterSecret, throttle: LoginThrottle,
        outbox: Outbox, sms: CodeSMS?, policy: AuthPolicy, random: RandomSource, metrics: AuthMetrics,
        wakeRelay: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.hashing = hashing
        self.keys = keys
        codes = CodeSeal(pepper: secret.key(for: .oneTimeCodes))
        refreshTokens = RefreshTokenSeal(key: secret.key(for: .refreshTokens))
        registrationTokens = RegistrationTokenSeal(key: secret.key(for: .registrationTokens))
        self.throttle = throttle
        self.outbox = outbox
        self.sms = sms
        self.policy = policy
        self.random = random
        self.metrics = metrics
        self.wakeRelay = wakeRelay
        decoy = hashing.decoy()
    }

    /// A new id that sorts by time.
    func makeID(at now: Instant) -> Identifier {
        var random = random
        return Identifier(unchecked: UUIDv7.make(milliseconds: now.milliseconds, using: &random))
    }
}

extension RPCError {
    static let declarationRequired = RPCError(.forbidden, reason: "declaration-required")
    static let codeWrong = RPCError(.forbidden, reason: "code-wrong")
    static let codeExpired = RPCError(.forbidden, reason: "code-expired")
    static let credentialsWrong = RPCError(.unauthenticated, reason: "credentials-wrong")
    static let sessionEnded = RPCError(.unauthenticated, reason: "session-ended")
    static let passwordCommon = RPCError(
        .invalidParams, reason: "password-common",
        faults: [FieldFault(pointer: "/password", detail: "is one of the passwords that attackers try first")])

    static func quotaExceeded(_ reason: String, wait: Duration) -> RPCError {
        RPCError(.quotaExceeded, reason: reason, retryAfterMilliseconds: max(1, wait.wholeMilliseconds))
    }
}
