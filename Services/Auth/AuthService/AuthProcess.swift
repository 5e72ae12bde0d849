import Contract
import Database
import Logging
import Notify
import Platform
import Postgres
import ServiceLifecycle
public import ServiceRuntime

/// The program `vokol-auth`.
public struct AuthProcess: ServiceProcess {
    public static let name = ServiceName.auth.rawValue
    public static let summary = "accounts, sessions and tokens"
    public static let defaultPort: Int? = ServiceName.auth.defaultPort
    public static let defaultAdminPort = 9901
    public static let settings = AuthConfiguration.all
    public static let commands = AuthCommands.all

    public static func check(_ settings: Settings) throws {
        _ = try AuthConfiguration.breachedPasswords(settings)
    }

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let parts = try AuthParts(boot)
        let breached = try AuthConfiguration.breachedPasswords(boot.settings)
        try await parts.client.migrateWhenAvailable(AuthMigrations.all, programVersion: AuthMigrations.programVersion)
        let sender = try NotifySettings.makeSender(boot)
        let relay = OutboxRelay(
            outbox: parts.outbox, client: parts.client, sender: sender, logger: boot.logger,
            observe: parts.metrics.deliveries.count)
        let service = try parts.service(breached: breached, wakeRelay: relay.wake)
        parts.metrics.observe(parts.hashing, parts.policy, in: boot.metrics)
        parts.metrics.observe(service.work, in: boot.metrics)
        let housekeeping = AuthHousekeeping(
            store: parts.store, policy: RetentionPolicy(parts.policy, throttle: parts.throttle),
            deleteAccounts: service.deletion.deleteDue, budgets: service.budgets, work: service.work,
            logger: boot.logger)
        return ServiceParts(
            methods: AuthHandler.table(service),
            services: [
                parts.database, parts.hashing, parts.keys, parts.rules, housekeeping,
                RelayService(relay: relay),
            ],
            readiness: [
                parts.database.readiness,
                ReadinessCheck("signing keys") { parts.keys.isEmpty ? "none yet" : nil },
                ReadinessCheck("access rules") { parts.rules.isEmpty ? "not read yet" : nil },
            ])
    }
}

/// The dependencies that the service and its commands share.
struct AuthParts {
    let boot: Bootstrap
    let database: ServiceDatabase
    let store: AuthStore
    let seals: AuthSeals
    let hashing: HashingPool
    let keys: SigningKeyRing
    let rules: RuleBook
    let outbox: Outbox
    let metrics: AuthMetrics
    let policy: AuthPolicy
    let throttle: LoginThrottle

    init(_ boot: Bootstrap) throws {
        let settings = boot.settings
        guard let secret = MasterSecret(try settings.value(AuthConfiguration.secret)) else {
            throw SettingFault(name: AuthConfiguration.secret.name, detail: "is too short")
        }
        let threads = try settings.value(AuthConfiguration.hashingThreads)
        let metrics = AuthMetrics(boot.metrics)
        self.boot = boot
        seals = AuthSeals(secret)
        self.metrics = metrics
        database = try ServiceDatabase(boot, of: .auth)
        store = AuthStore(
            client: database.client, auditSeal: AuditSeal(key: secret.key(for: .audit)))
        hashing = HashingPool(
            HashingPool.Capacity(
                threads: threads == 0 ? Self.coreCount : threads,
                queue: try settings.value(AuthConfiguration.hashingQueue)),
            parameters: try ScryptParameters(settings), measure: metrics.hashed)
        keys = SigningKeyRing(
            store: store, secret: secret.key(for: .signingKeys), schedule: try KeySchedule(settings),
            reloadInterval: try settings.value(AuthConfiguration.keyReload), logger: boot.logger)
        rules = RuleBook(
            store: store, reloadInterval: try settings.value(AuthConfiguration.accessReload), logger: boot.logger)
        outbox = Outbox(seal: MessageSeal(key: secret.key(for: .outbox)))
        policy = try AuthPolicy(settings)
        throttle = try LoginThrottle(settings, secret: secret)
    }

    var client: PostgresClient { database.client }

    /// - Parameter breached: the passwords that are refused; commands of an operator need none.
    func service(
        breached: BreachedPasswords? = nil, wakeRelay: @escaping @Sendable () -> Void
    ) throws -> AuthService {
        AuthService(
            AuthDependencies(
                store: store, hashing: hashing, keys: keys, rules: rules, seals: seals, throttle: throttle,
                outbox: outbox, sms: try SMSConfiguration.texts(boot.settings), policy: policy, breached: breached,
                metrics: metrics, wakeRelay: wakeRelay))
    }

    private static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
