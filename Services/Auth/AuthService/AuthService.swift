import AuthContract
import Contract
import Database
import Notify

/// The dependencies of the use cases.
struct AuthDependencies: Sendable {
    var store: AuthStore
    var hashing: HashingPool
    var keys: SigningKeyRing
    var rules: RuleBook
    var seals: AuthSeals
    var throttle: LoginThrottle
    var outbox: Outbox
    /// The wording of codes by SMS; `nil` if no SMS are sent.
    var sms: CodeSMS?
    var policy: AuthPolicy
    /// The passwords from data breaches, if an operator provides them.
    var breached: BreachedPasswords?
    var random = RandomSource.system
    var metrics: AuthMetrics
    /// Called when the outbox has a new message.
    var wakeRelay: @Sendable () -> Void
}

/// The seals of codes and tokens, each with a key of its own.
struct AuthSeals: Sendable {
    let codes: CodeSeal
    let work: WorkSeal
    let devices: DeviceTokenSeal
    let signIns: SignInTokenSeal
    let authenticators: AuthenticatorSeal
    let recoveryCodes: RecoveryCodeSeal
    let refreshTokens: RefreshTokenSeal
    let registrationTokens: RegistrationTokenSeal
    let passkeys: PasskeyChallengeSeal

    init(_ secret: MasterSecret) {
        codes = CodeSeal(pepper: secret.key(for: .oneTimeCodes))
        work = WorkSeal(key: secret.key(for: .work))
        devices = DeviceTokenSeal(key: secret.key(for: .deviceTokens))
        signIns = SignInTokenSeal(key: secret.key(for: .signIns))
        authenticators = AuthenticatorSeal(key: secret.key(for: .authenticators))
        recoveryCodes = RecoveryCodeSeal(pepper: secret.key(for: .recoveryCodes))
        refreshTokens = RefreshTokenSeal(key: secret.key(for: .refreshTokens))
        registrationTokens = RegistrationTokenSeal(key: secret.key(for: .registrationTokens))
        passkeys = PasskeyChallengeSeal(key: secret.key(for: .passkeys))
    }
}

/// The use cases of accounts, sessions and tokens.
///
/// A use case is a value with its dependencies alone, made when it is asked for.
struct AuthService: Sendable {
    private let dependencies: AuthDependencies
    private let decoy: PasswordHash
    let work: ProofOfWork

    init(_ dependencies: AuthDependencies) {
        self.dependencies = dependencies
        decoy = dependencies.hashing.decoy()
        let policy = dependencies.policy
        work = ProofOfWork(
            seal: dependencies.seals.work, policy: policy.work,
            lifetimes: [
                .sms: policy.sms.codes.lifetime, .registration: policy.codes.lifetime, .reset: policy.codes.lifetime,
            ],
            random: dependencies.random, uses: ObservedCodeUses(), metrics: dependencies.metrics)
    }

    private var store: AuthStore { dependencies.store }
    private var seals: AuthSeals { dependencies.seals }
    private var hashing: HashingPool { dependencies.hashing }
    private var rules: RuleBook { dependencies.rules }
    private var outbox: Outbox { dependencies.outbox }
    private var throttle: LoginThrottle { dependencies.throttle }
    private var policy: AuthPolicy { dependencies.policy }
    private var random: RandomSource { dependencies.random }
    private var metrics: AuthMetrics { dependencies.metrics }

    private var passwords: PasswordCheck { PasswordCheck(rules: policy.passwords, breached: dependencies.breached) }
    private var devices: KnownDevices { KnownDevices(store: store, seal: seals.devices) }
    private var attempts: SignInAttempts { SignInAttempts(store: store, throttle: throttle, metrics: metrics) }
    private var factorNotices: FactorNotices { FactorNotices(notifications: notifications) }
    private var mailBudget: CodeBudget { CodeBudget(channel: .mail, policy: policy.mailBudget, metrics: metrics) }
    private var smsBudget: CodeBudget { CodeBudget(channel: .sms, policy: policy.sms.budget, metrics: metrics) }
    private var notifications: Notifications {
        Notifications(
            outbox: outbox, random: random, noticeLifetime: policy.noticeLifetime,
            wakeRelay: dependencies.wakeRelay)
    }
    private var gate: AccessGate {
        AccessGate(book: rules, store: store, throttle: throttle, random: random, metrics: metrics)
    }
    private var factors: SecondFactors {
        SecondFactors(
            store: store, seal: seals.authenticators, recoverySeal: seals.recoveryCodes, tokens: seals.signIns,
            attempts: attempts, random: random, policy: policy.factors)
    }
    private var ceremony: PasskeyCeremony {
        PasskeyCeremony(seal: seals.passkeys, random: random, policy: policy.passkeys)
    }
    private var proof: MailboxProof {
        MailboxProof(
            store: store, challenges: challenges(policy.codes, excess: Auth.tooManyRegistrations),
            passwords: passwords, hashing: hashing, decoy: decoy, notifications: notifications, throttle: throttle,
            budget: mailBudget, policy: policy, metrics: metrics)
    }
    private var phoneCodes: PhoneCodes {
        PhoneCodes(
            store: store, challenges: challenges(policy.sms.codes, excess: Auth.tooManyCodes),
            texts: dependencies.sms, policy: policy.sms, budget: smsBudget, devices: devices,
            notifications: notifications, throttle: throttle, metrics: metrics)
    }

    private func challenges<Content: CodeContent>(_ policy: CodePolicy, excess: ErrorReason) -> Challenges<Content> {
        Challenges(
            store: store, seal: seals.codes, random: random, throttle: throttle, metrics: metrics, policy: policy,
            work: work, excess: excess)
    }

    var keys: SigningKeyRing { dependencies.keys }
    /// The budgets for codes, for the metrics.
    var budgets: [CodeBudget] { [smsBudget, mailBudget] }
}

// MARK: Registration and sign-in

extension AuthService {
    var registration: Registration {
        Registration(
            store: store, proof: proof, sessions: sessions, random: random, gate: gate, text: policy.declaration,
            metrics: metrics)
    }
    var passwordSignIn: PasswordSignIn {
        PasswordSignIn(
            store: store, hashing: hashing, decoy: decoy, attempts: attempts, devices: devices, sessions: sessions,
            gate: gate, metrics: metrics)
    }
    var phoneSignIn: PhoneSignIn {
        PhoneSignIn(
            store: store, codes: phoneCodes, registrationTokens: seals.registrationTokens, sessions: sessions,
            random: random, completion: policy.sms.completion, gate: gate, text: policy.declaration, metrics: metrics)
    }
    var passkeySignIn: PasskeySignIn {
        PasskeySignIn(store: store, ceremony: ceremony, sessions: sessions, gate: gate, metrics: metrics)
    }
    var signInCompletion: SignInCompletion { SignInCompletion(factors: factors, sessions: sessions) }
    var sessions: Sessions {
        Sessions(
            store: store, keys: keys, refreshTokens: seals.refreshTokens, deviceTokens: seals.devices, random: random,
            policy: policy, gate: gate, factors: factors, metrics: metrics)
    }
    var ownSessions: OwnSessions { OwnSessions(store: store, sessions: sessions) }
}

// MARK: A person's own account

extension AuthService {
    var profiles: Profiles {
        Profiles(store: store, sessions: sessions, gate: gate, minimumAge: policy.declaration.minimumAge)
    }
    var emailChange: EmailChange {
        EmailChange(
            store: store, proof: proof, sessions: sessions, notifications: notifications, gate: gate, metrics: metrics)
    }
    var phoneChange: PhoneChange {
        PhoneChange(
            store: store, codes: phoneCodes, sessions: sessions, notifications: notifications, gate: gate,
            metrics: metrics)
    }
    var passwordChange: PasswordChange {
        PasswordChange(
            store: store, passwords: passwords, hashing: hashing, attempts: attempts, sessions: sessions,
            notifications: notifications, metrics: metrics)
    }
    var passwordReset: PasswordReset {
        PasswordReset(
            store: store, challenges: challenges(policy.codes, excess: Auth.tooManyResets), passwords: passwords,
            hashing: hashing, attempts: attempts, sessions: sessions, notifications: notifications,
            phoneCodes: phoneCodes, budget: mailBudget, devices: devices, policy: policy, gate: gate, metrics: metrics)
    }
    var authenticators: AuthenticatorSetup {
        AuthenticatorSetup(factors: factors, sessions: sessions, notices: factorNotices)
    }
    var passkeys: PasskeySetup {
        PasskeySetup(store: store, ceremony: ceremony, sessions: sessions, notices: factorNotices)
    }
    var presence: PresenceProof {
        PresenceProof(factors: factors, ceremony: ceremony, hashing: hashing, sessions: sessions)
    }
    var deletion: AccountDeletion {
        AccountDeletion(
            store: store, proof: proof, codes: phoneCodes, sessions: sessions, outbox: outbox, rules: accessRules)
    }
    var export: PersonalExport {
        PersonalExport(service: .auth, tables: AuthPersonalData.tables, client: store.client)
    }
}

// MARK: Administrators

extension AuthService {
    var roles: Roles { Roles(store: store) }
    var accountCreation: AccountCreation { AccountCreation(store: store, hashing: hashing, random: random) }
    var accountTools: AccountTools { AccountTools(store: store, throttle: throttle) }
    var accessRules: EditAccessRules { EditAccessRules(store: store, book: rules, throttle: throttle) }
    var accessSweep: AccessSweep { AccessSweep(store: store, book: rules, random: random) }
    var reviews: AccessReviews { AccessReviews(store: store, book: rules, rules: accessRules) }
    var appeals: AccessAppeals { AccessAppeals(store: store, random: random, policy: policy.appeals) }
}
