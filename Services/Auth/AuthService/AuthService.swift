import AuthContract
import Contract
import Database
import Notify

/// The use cases of accounts, sessions and tokens, wired together.
struct AuthService: Sendable {
    let registration: Registration
    let passwordSignIn: PasswordSignIn
    let phoneSignIn: PhoneSignIn
    let emailChange: EmailChange
    let phoneChange: PhoneChange
    let passwordChange: PasswordChange
    let passwordReset: PasswordReset
    let sessions: Sessions
    let ownSessions: OwnSessions
    let signInCompletion: SignInCompletion
    let authenticators: AuthenticatorSetup
    let passkeys: PasskeySetup
    let passkeySignIn: PasskeySignIn
    let presence: PresenceProof
    let deletion: AccountDeletion
    let roles: Roles
    let profiles: Profiles
    let accountCreation: AccountCreation
    let accountTools: AccountTools
    let export: PersonalExport
    let accessRules: EditAccessRules
    let accessSweep: AccessSweep
    let reviews: AccessReviews
    let appeals: AccessAppeals
    let keys: SigningKeyRing
    /// The budgets for codes, for the metrics.
    let budgets: [CodeBudget]
    let work: ProofOfWork

    /// The dependencies of the use cases.
    struct Parts {
        var store: AuthStore
        var hashing: HashingPool
        var keys: SigningKeyRing
        var rules: RuleBook
        var secret: MasterSecret
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

    init(_ parts: Parts) {
        let (store, hashing, random, policy) = (parts.store, parts.hashing, parts.random, parts.policy)
        let (throttle, metrics) = (parts.throttle, parts.metrics)
        let decoy = hashing.decoy()
        let passwords = PasswordCheck(rules: policy.passwords, breached: parts.breached)
        let seal = CodeSeal(pepper: parts.secret.key(for: .oneTimeCodes))
        let work = ProofOfWork(
            seal: WorkSeal(key: parts.secret.key(for: .work)), policy: policy.work,
            lifetimes: [
                .sms: policy.sms.codes.lifetime, .registration: policy.codes.lifetime, .reset: policy.codes.lifetime,
            ],
            random: random, uses: ObservedCodeUses(), metrics: metrics)
        func challenges<Content: CodeContent>(_ policy: CodePolicy, excess: ErrorReason) -> Challenges<Content> {
            Challenges(
                store: store, seal: seal, random: random, throttle: throttle, metrics: metrics, policy: policy,
                work: work, excess: excess)
        }
        let notifications = Notifications(
            outbox: parts.outbox, random: random, noticeLifetime: policy.noticeLifetime, wakeRelay: parts.wakeRelay)
        let gate = AccessGate(
            book: parts.rules, store: store, throttle: throttle, random: random, metrics: metrics)
        let devices = KnownDevices(store: store, seal: DeviceTokenSeal(key: parts.secret.key(for: .deviceTokens)))
        let mailBudget = CodeBudget(channel: .mail, policy: policy.mailBudget, metrics: metrics)
        let smsBudget = CodeBudget(channel: .sms, policy: policy.sms.budget, metrics: metrics)
        let attempts = SignInAttempts(store: store, throttle: throttle, metrics: metrics)
        let factors = SecondFactors(
            store: store, seal: AuthenticatorSeal(key: parts.secret.key(for: .authenticators)),
            recoverySeal: RecoveryCodeSeal(pepper: parts.secret.key(for: .recoveryCodes)),
            tokens: SignInTokenSeal(key: parts.secret.key(for: .signIns)), attempts: attempts, random: random,
            policy: policy.factors)
        let sessions = Sessions(
            store: store, keys: parts.keys, refreshTokens: RefreshTokenSeal(key: parts.secret.key(for: .refreshTokens)),
            deviceTokens: devices.seal, random: random, policy: policy, gate: gate, factors: factors,
            metrics: metrics)
        let proof = MailboxProof(
            store: store, challenges: challenges(policy.codes, excess: Auth.tooManyRegistrations),
            passwords: passwords, hashing: hashing, decoy: decoy, notifications: notifications, throttle: throttle,
            budget: mailBudget,
            policy: policy, metrics: metrics)
        let phoneCodes = PhoneCodes(
            store: store, challenges: challenges(policy.sms.codes, excess: Auth.tooManyCodes), texts: parts.sms,
            policy: policy.sms, budget: smsBudget, devices: devices, notifications: notifications, throttle: throttle,
            metrics: metrics)

        registration = Registration(
            store: store, proof: proof, sessions: sessions, random: random, gate: gate, text: policy.declaration,
            metrics: metrics)
        passwordSignIn = PasswordSignIn(
            store: store, hashing: hashing, decoy: decoy, attempts: attempts, devices: devices, sessions: sessions,
            gate: gate,
            metrics: metrics)
        phoneSignIn = PhoneSignIn(
            store: store, codes: phoneCodes,
            registrationTokens: RegistrationTokenSeal(key: parts.secret.key(for: .registrationTokens)),
            sessions: sessions, random: random, completion: policy.sms.completion, gate: gate,
            text: policy.declaration, metrics: metrics)
        emailChange = EmailChange(
            store: store, proof: proof, sessions: sessions, notifications: notifications, gate: gate, metrics: metrics)
        phoneChange = PhoneChange(
            store: store, codes: phoneCodes, sessions: sessions, notifications: notifications, gate: gate,
            metrics: metrics)
        passwordChange = PasswordChange(
            store: store, passwords: passwords, hashing: hashing, attempts: attempts, sessions: sessions,
            notifications: notifications,
            metrics: metrics)
        passwordReset = PasswordReset(
            store: store, challenges: challenges(policy.codes, excess: Auth.tooManyResets), passwords: passwords,
            hashing: hashing,
            attempts: attempts, sessions: sessions, notifications: notifications, phoneCodes: phoneCodes,
            budget: mailBudget, devices: devices, policy: policy, gate: gate, metrics: metrics)
        self.sessions = sessions
        budgets = [smsBudget, mailBudget]
        self.work = work
        ownSessions = OwnSessions(store: store, sessions: sessions)
        signInCompletion = SignInCompletion(factors: factors, sessions: sessions)
        let notices = FactorNotices(notifications: notifications)
        let ceremony = PasskeyCeremony(
            seal: PasskeyChallengeSeal(key: parts.secret.key(for: .passkeys)), random: random, policy: policy.passkeys)
        authenticators = AuthenticatorSetup(factors: factors, sessions: sessions, notices: notices)
        passkeys = PasskeySetup(store: store, ceremony: ceremony, sessions: sessions, notices: notices)
        passkeySignIn = PasskeySignIn(
            store: store, ceremony: ceremony, sessions: sessions, gate: gate, metrics: metrics)
        presence = PresenceProof(factors: factors, ceremony: ceremony, hashing: hashing, sessions: sessions)
        deletion = AccountDeletion(
            store: store, proof: proof, codes: phoneCodes, sessions: sessions, outbox: parts.outbox,
            rules: EditAccessRules(store: store, book: parts.rules, throttle: throttle))
        roles = Roles(store: store)
        profiles = Profiles(
            store: store, sessions: sessions, gate: gate, minimumAge: policy.declaration.minimumAge)
        accountCreation = AccountCreation(store: store, hashing: hashing, random: random)
        export = PersonalExport(service: .auth, tables: AuthPersonalData.tables, client: store.client)
        accountTools = AccountTools(store: store, throttle: throttle)
        accessRules = EditAccessRules(store: store, book: parts.rules, throttle: throttle)
        accessSweep = AccessSweep(store: store, book: parts.rules, random: random)
        reviews = AccessReviews(store: store, book: parts.rules, rules: accessRules)
        appeals = AccessAppeals(store: store, random: random, policy: policy.appeals)
        keys = parts.keys
    }
}
