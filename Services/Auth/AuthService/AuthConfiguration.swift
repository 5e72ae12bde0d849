import Database
import Notify
import ServiceRuntime

/// The settings of `auth`.
enum AuthConfiguration {
    static let secret = Setting<String>(
        "auth.secret", default: nil, isSecret: true,
        summary: "Secret from which all keys are derived, the same for all replicas; at least 32 random characters"
    ) { MasterSecret($0) == nil ? "must have at least \(MasterSecret.minimumBytes) characters" : nil }

    static let issuer = Setting<String>(
        "tokens.issuer", default: "vokol", summary: "Issuer of access tokens: claim iss")
    static let audience = Setting<String>(
        "tokens.audience", default: "vokol", summary: "Audience of access tokens: claim aud")
    static let accessLifetime = Setting<Duration>(
        "tokens.lifetime", default: .seconds(300), in: .seconds(60) ... .seconds(3_600),
        summary: "Lifetime of an access token")
    static let sessionIdle = Setting<Duration>(
        "sessions.idle", default: .seconds(60 * 86_400), in: .seconds(3_600) ... .seconds(400 * 86_400),
        summary: "Lifetime of an unused session; each use restarts it")
    static let sessionLifetime = Setting<Duration>(
        "sessions.lifetime", default: .seconds(365 * 86_400), in: .seconds(3_600) ... .seconds(3_650 * 86_400),
        summary: "Longest lifetime of a session, however much it is used")
    static let sessionGrace = Setting<Duration>(
        "sessions.grace", default: .seconds(10), in: .zero ... .seconds(60),
        summary: "Time for which an exchanged refresh token returns the same successor again")
    static let sessionsPerAccount = Setting<Int>(
        "sessions.limit", default: 20, in: 1...1_000,
        summary: "Most sessions of one account; a new one ends the longest unused one"
    )

    static let deletionGrace = Setting<Duration>(
        "deletion.grace", default: .seconds(14 * 86_400), in: .seconds(86_400) ... .seconds(90 * 86_400),
        summary: "Time in which an owner may cancel the deletion of an account")

    static let keyPeriod = Setting<Duration>(
        "keys.period", default: .seconds(30 * 86_400), in: .seconds(3_600) ... .seconds(365 * 86_400),
        summary: "Time for which one key signs access tokens")
    static let keyLead = Setting<Duration>(
        "keys.lead", default: .seconds(900), in: .seconds(120) ... .seconds(86_400),
        summary: "Time for which a key is published before it signs")
    static let keyReload = Setting<Duration>(
        "keys.reload", default: .seconds(30), in: .seconds(1) ... .seconds(60),
        summary: "Interval of reading the keys from the database")

    static let accessReload = Setting<Duration>(
        "access.reload", default: .seconds(1), in: .milliseconds(100) ... .seconds(60),
        summary: "Interval of asking the database for changed rules on who may have an account")

    static let codeLifetime = Setting<Duration>(
        "codes.lifetime", default: .seconds(600), in: .seconds(60) ... .seconds(600),
        summary: "Lifetime of a one-time code")
    static let codeAttempts = Setting<Int>(
        "codes.attempts", default: 5, in: 1...10, summary: "Most guesses at a one-time code")
    static let registrationsHere = Setting<Int>(
        "registrations.here.limit", default: 5, in: 1...1_000,
        summary: "Most registrations for one e-mail address in 24 hours from one network (IPv4 /24, IPv6 /48)")
    static let registrationsPerEmail = Setting<Int>(
        "registrations.email.limit", default: 30, in: 1...1_000,
        summary: "Most registrations for one e-mail address in 24 hours, from all networks together")
    static let registrationsPerPlace = Setting<Int>(
        "registrations.place.limit", default: 60, in: 1...100_000,
        summary: "Most registrations from one IPv4 address or IPv6 /64 in an hour")

    static let resetsHere = Setting<Int>(
        "resets.here.limit", default: 5, in: 1...1_000,
        summary: "Most password resets for one e-mail address in 24 hours from one network, or from its known devices")
    static let resetsPerEmail = Setting<Int>(
        "resets.email.limit", default: 30, in: 1...1_000,
        summary: "Most password resets for one e-mail address in 24 hours, from all networks together")
    static let resetsPerPlace = Setting<Int>(
        "resets.place.limit", default: 60, in: 1...100_000,
        summary: "Most password resets from one IPv4 address or IPv6 /64 in an hour")

    static let networkFactor = Setting<Int>(
        "codes.network.factor", default: 4, in: 1...65_536,
        summary: "Ratio of the limits on codes of a network (IPv4 /24, IPv6 /48) to those of one address in it")
    static let mailBudget = Setting<Int>(
        "mail.budget", default: 5_000, in: 0...10_000_000,
        summary: "Most mails with codes per day (UTC), for all callers together")
    static let accountShare = Setting<Int>(
        "codes.budget.accounts", default: 25, in: 0...50,
        summary: "Percentage of each budget reserved for addresses and numbers with an account")
    static let deviceShare = Setting<Int>(
        "codes.budget.devices", default: 25, in: 0...50,
        summary: "Percentage of each budget reserved for known devices")
    static let hourShare = Setting<Int>(
        "codes.budget.hour", default: 15, in: 1...100,
        summary: "Percentage of what is left of a budget that one hour may use")

    static let passwordGuesses = Setting<Int>(
        "passwords.guesses", default: 9, in: 6...15,
        summary: "Guesses that a new password must withstand, as their decimal logarithm; 9: a billion")
    static let breachedPasswords = Setting<String>(
        "passwords.breached", default: "",
        summary: "File of passwords from data breaches, which are refused; made by vokol-auth breached. Empty: none")
    static let scryptCost = Setting<Int>(
        "passwords.cost", default: ScryptParameters.standard.logCost, in: 10...16,
        summary: "scrypt's cost N, as its binary logarithm; at most 64 MiB with the block size")
    static let scryptBlock = Setting<Int>(
        "passwords.block", default: ScryptParameters.standard.blockSize, in: 1...32, summary: "scrypt's block size r")
    static let scryptParallelism = Setting<Int>(
        "passwords.parallelism", default: ScryptParameters.standard.parallelism, in: 1...32,
        summary: "scrypt's parallelism p")
    static let hashingThreads = Setting<Int>(
        "passwords.threads", default: 0, in: 0...256, summary: "Passwords hashed at a time; 0: one per core")
    static let hashingQueue = Setting<Int>(
        "passwords.queue", default: 64, in: 0...4_096, summary: "Most passwords waiting to be hashed")
    static let throttleAccountAtPlace = Setting<Int>(
        "throttle.here.free", default: 5, in: 1...100,
        summary: "Failed sign-ins of one account from one place before it must wait")
    static let throttleAccount = Setting<Int>(
        "throttle.account.free", default: 50, in: 1...100,
        summary: "Failed sign-ins of one account from anywhere before it must wait")
    static let throttlePlace = Setting<Int>(
        "throttle.place.free", default: 100, in: 1...100_000,
        summary: "Failed sign-ins from one place, for any account, before it must wait")
    static let throttleDelay = Setting<Duration>(
        "throttle.delay", default: .seconds(900), in: .seconds(1) ... .seconds(43_200),
        summary: "Longest wait after failed sign-ins; it starts at 1 s and doubles with each failure")

    static let minimumAge = Setting<Int>(
        "age.minimum", default: 0, in: 0...120,
        summary: "Age in years that people declare to have, and must have by a date of birth that they give; 0: any")

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + [
            secret, issuer, audience, accessLifetime, sessionIdle, sessionLifetime,
            sessionGrace, sessionsPerAccount, deletionGrace, keyPeriod, keyLead, keyReload, accessReload, codeLifetime,
            codeAttempts, registrationsHere, registrationsPerEmail, registrationsPerPlace, resetsHere, resetsPerEmail,
            resetsPerPlace, networkFactor, mailBudget, accountShare, deviceShare, hourShare, passwordGuesses,
            breachedPasswords, scryptCost, scryptBlock,
            scryptParallelism, hashingThreads, hashingQueue, throttleAccountAtPlace, throttleAccount, throttlePlace,
            throttleDelay, minimumAge,
        ] + FactorConfiguration.all + WorkConfiguration.all + SMSConfiguration.all + NotifySettings.all
}

extension AuthPolicy {
    init(_ settings: Settings) throws(SettingFault) {
        issuer = try settings.value(AuthConfiguration.issuer)
        audience = try settings.value(AuthConfiguration.audience)
        codes.lifetime = try settings.value(AuthConfiguration.codeLifetime)
        codes.maximumAttempts = try settings.value(AuthConfiguration.codeAttempts)
        sessions.accessLifetime = try settings.value(AuthConfiguration.accessLifetime)
        sessions.idleLifetime = try settings.value(AuthConfiguration.sessionIdle)
        sessions.lifetime = try settings.value(AuthConfiguration.sessionLifetime)
        sessions.grace = try settings.value(AuthConfiguration.sessionGrace)
        sessions.maximumPerAccount = try settings.value(AuthConfiguration.sessionsPerAccount)
        deletionGrace = try settings.value(AuthConfiguration.deletionGrace)
        declaration.minimumAge = try settings.value(AuthConfiguration.minimumAge)
        sms = try SMSPolicy(settings, attempts: codes.maximumAttempts)
        registrations = CodeLimits(
            here: try settings.value(AuthConfiguration.registrationsHere),
            recipient: try settings.value(AuthConfiguration.registrationsPerEmail),
            place: try settings.value(AuthConfiguration.registrationsPerPlace))
        resets = CodeLimits(
            here: try settings.value(AuthConfiguration.resetsHere),
            recipient: try settings.value(AuthConfiguration.resetsPerEmail),
            place: try settings.value(AuthConfiguration.resetsPerPlace))
        passwords.minimumGuesses = Double(try settings.value(AuthConfiguration.passwordGuesses))
        let factor = try settings.value(AuthConfiguration.networkFactor)
        (registrations.networkFactor, resets.networkFactor) = (factor, factor)
        sms.limits.networkFactor = factor
        mailBudget = try CodeBudgetPolicy(settings, perDay: AuthConfiguration.mailBudget)
        factors = try FactorPolicy(settings)
        passkeys = try PasskeyPolicy(settings)
        work = try WorkPolicy(settings)
    }
}

extension CodeBudgetPolicy {
    /// Reads a budget of so many codes per day, with the shares that all budgets have.
    init(_ settings: Settings, perDay: Setting<Int>) throws(SettingFault) {
        self.init(perDay: Int64(try settings.value(perDay)))
        accountShare = Int64(try settings.value(AuthConfiguration.accountShare))
        deviceShare = Int64(try settings.value(AuthConfiguration.deviceShare))
        hourShare = Int64(try settings.value(AuthConfiguration.hourShare))
    }
}

extension KeySchedule {
    init(_ settings: Settings) throws(SettingFault) {
        period = try settings.value(AuthConfiguration.keyPeriod)
        lead = try settings.value(AuthConfiguration.keyLead)
        // A replica that reads the keys late signs with the old one a little longer, and clocks may differ by 30 s.
        retention =
            try settings.value(AuthConfiguration.accessLifetime) + .seconds(30)
            + settings.value(AuthConfiguration.keyReload) * 2
        guard period > lead else {
            throw SettingFault(name: AuthConfiguration.keyPeriod.name, detail: "must be longer than keys.lead")
        }
    }
}

extension ScryptParameters {
    init(_ settings: Settings) throws(SettingFault) {
        logCost = try settings.value(AuthConfiguration.scryptCost)
        blockSize = try settings.value(AuthConfiguration.scryptBlock)
        parallelism = try settings.value(AuthConfiguration.scryptParallelism)
        guard isUsable else {
            throw SettingFault(
                name: AuthConfiguration.scryptCost.name,
                detail: "needs more than 64 MiB per password with this block size")
        }
    }
}

extension LoginThrottle {
    init(_ settings: Settings, secret: MasterSecret) throws(SettingFault) {
        let delay = try settings.value(AuthConfiguration.throttleDelay)
        func policy(_ free: Setting<Int>) throws(SettingFault) -> ThrottlePolicy {
            ThrottlePolicy(freeFailures: try settings.value(free), maximumDelay: delay)
        }
        self.init(
            accountAtPlace: try policy(AuthConfiguration.throttleAccountAtPlace),
            account: try policy(AuthConfiguration.throttleAccount),
            place: try policy(AuthConfiguration.throttlePlace), pepper: secret.key(for: .throttle))
    }
}

extension AuthConfiguration {
    /// Opens the file of passwords from data breaches; `nil` if none is set.
    static func breachedPasswords(_ settings: Settings) throws(SettingFault) -> BreachedPasswords? {
        let path = try settings.value(breachedPasswords)
        if path.isEmpty { return nil }
        do {
            return try BreachedPasswords(path: path)
        } catch {
            throw SettingFault(name: breachedPasswords.name, detail: "cannot be used: \(error)")
        }
    }
}
