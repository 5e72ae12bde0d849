import AuthContract
import Contract
import Crypto
import Dispatch
import Logging
import Postgres
import RPC
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values

@testable import AuthService
@testable import Notify

/// A clock that the test advances.
final class AuthClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_795_243_200_000)
    var now: Int64 { milliseconds.withLock { $0 } }
    func advance(_ duration: Duration) {
        milliseconds.withLock { $0 += Int64((duration / .milliseconds(1)).rounded()) }
    }
}

/// A fast stand-in for scrypt that counts its calls.
final class CountingDerivation: KeyDerivation {
    private let calls = Mutex(0)
    private let pause = Mutex<Pause?>(nil)

    var count: Int { calls.withLock { $0 } }

    /// Makes the next derivation wait until the test ends the pause.
    func pauseNext() -> Pause {
        let next = Pause()
        pause.withLock { $0 = next }
        return next
    }

    func derive(
        from password: [UInt8], salt: [UInt8], byteCount: Int, _ parameters: ScryptParameters
    ) throws -> [UInt8] {
        calls.withLock { $0 += 1 }
        pause.withLock { $0.take() }?.wait()
        let content = Array("\(parameters)".utf8) + salt + password
        return Array(Array(SHA256.hash(data: content)).prefix(byteCount))
    }
}

/// A pause of a derivation, which blocks a thread of the pool.
final class Pause: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let reached = AsyncStream<Void>.makeStream()

    fileprivate func wait() {
        reached.continuation.finish()
        semaphore.wait()
    }

    /// Waits until the derivation has reached the pause.
    func isReached() async { for await _ in reached.stream {} }

    func end() { semaphore.signal() }
}

/// A sender that keeps the messages by recipient.
final class Mailbox: MessageSender {
    private let messages = Mutex<[OutgoingMessage]>([])

    func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        messages.withLock { $0.append(delivery.message) }
    }

    func all(to recipient: EmailAddress) -> [OutgoingMessage] { all(to: recipient.text) }

    func all(to recipient: String) -> [OutgoingMessage] {
        messages.withLock { $0.filter { $0.recipient == recipient } }
    }

    func codes(to recipient: EmailAddress) -> [OneTimeCode] {
        all(to: recipient).compactMap { message in
            message.text.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 6 }.flatMap {
                OneTimeCode(String($0))
            }
        }
    }
}

/// A record of all log lines.
final class CapturedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(log: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            log.append("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }
}

/// The service over a separate database, with time, mail and hashing under the test's control.
struct AuthFixture: Sendable {
    static let secret = "0123456789abcdef0123456789abcdef"
    private static let template = DatabaseTemplate(
        "auth", migrations: AuthMigrations.all, programVersion: AuthMigrations.programVersion)

    let clock: AuthClock
    let log: CapturedLog
    let client: PostgresClient
    let derivation: CountingDerivation
    let mailbox: Mailbox
    let relay: OutboxRelay
    let keys: SigningKeyRing
    let rules: RuleBook
    let policy: AuthPolicy
    let throttle: LoginThrottle
    let store: AuthStore
    let service: AuthService
    let metrics: AuthMetrics

    static func with(
        policy: AuthPolicy = AuthPolicy(), schedule: KeySchedule = KeySchedule(),
        parameters: ScryptParameters = .standard, _ body: @Sendable (AuthFixture) async throws -> Void
    ) async throws {
        let clock = AuthClock()
        let log = CapturedLog()
        try await PostgresCluster.withDatabase(like: template) { configuration in
            var configuration = configuration
            configuration.transactionClock = .injected { clock.now }
            configuration.poolSize = 8
            // Tests race calls on purpose; on a slow machine, waiting for a connection must not fail them.
            configuration.acquireTimeout = .seconds(60)
            try await PostgresCluster.withRunningClient(configuration, logger: log.logger) { client in
                let auth = try #require(
                    AuthFixture(
                        client, clock: clock, log: log, policy: policy, schedule: schedule, parameters: parameters))
                try await auth.keys.reload()
                try await auth.rules.reload()
                try await body(auth)
            }
        }
    }

    private init?(
        _ client: PostgresClient, clock: AuthClock, log: CapturedLog, policy: AuthPolicy, schedule: KeySchedule,
        parameters: ScryptParameters, secret: String = AuthFixture.secret
    ) {
        guard let secret = MasterSecret(secret) else { return nil }
        self.clock = clock
        self.log = log
        self.client = client
        derivation = CountingDerivation()
        mailbox = Mailbox()
        let store = AuthStore(client: client, auditSeal: AuditSeal(key: secret.key(for: .audit)))
        keys = SigningKeyRing(
            store: store, secret: secret.key(for: .signingKeys), schedule: schedule, reloadInterval: .seconds(30),
            logger: log.logger)
        rules = RuleBook(store: store, reloadInterval: .seconds(1), logger: log.logger)
        let outbox = Outbox(seal: MessageSeal(key: secret.key(for: .outbox)))
        relay = OutboxRelay(outbox: outbox, client: client, sender: mailbox, logger: log.logger)
        self.policy = policy
        throttle = LoginThrottle(
            accountAtPlace: ThrottlePolicy(freeFailures: 5), account: ThrottlePolicy(freeFailures: 20),
            place: ThrottlePolicy(freeFailures: 40), pepper: secret.key(for: .throttle))
        self.store = store
        metrics = AuthMetrics(Metrics())
        service = AuthService(
            AuthDependencies(
                store: store,
                hashing: HashingPool(
                    HashingPool.Capacity(threads: 4, queue: 1_000), parameters: parameters, derivation: derivation),
                keys: keys, rules: rules, seals: AuthSeals(secret), throttle: throttle, outbox: outbox,
                sms: try? CodeSMS(domain: "wake.example.org"), policy: policy, metrics: metrics,
                wakeRelay: {}))
    }

    /// Creates another replica over the same database.
    func replica(
        policy: AuthPolicy = AuthPolicy(), schedule: KeySchedule = KeySchedule(),
        parameters: ScryptParameters = .standard, secret: String = AuthFixture.secret
    ) throws -> AuthFixture {
        try #require(
            AuthFixture(
                client, clock: clock, log: log, policy: policy, schedule: schedule, parameters: parameters,
                secret: secret))
    }
}

extension AuthFixture {
    static let goodPassword = Password(unchecked: "пяць зялёных качак")
    static let here = CallOrigin(address: "192.0.2.7", traceID: "0af7651916cd43dd8448eb211c80319c")
    /// The id of a session that does not exist.
    static let noSession = "019ab3c4-5d6e-7f80-9123-456789abcdef"

    static func from(_ address: String) -> CallOrigin { CallOrigin(address: address) }

    func register(
        _ email: String = "ada@example.org", password: Password = goodPassword, login: String = "somebody",
        declares: Bool = true, version: DeclarationVersion = DeclarationText.version, language: Language = .english,
        origin: CallOrigin = here
    ) async throws -> Auth.Challenge {
        let params = Auth.Register.Params(
            login: try #require(DisplayName(login)), email: try #require(EmailAddress(email)), password: password,
            declaration: Auth.Declaration(isNotGovernmentMilitary: declares, version: version))
        return try await service.registration.register(params, origin: origin.with(language))
    }

    /// Delivers due messages and returns the codes sent to an address so far, oldest first.
    func codes(_ email: String = "ada@example.org") async throws -> [OneTimeCode] {
        while try await relay.deliverDue() > 0 {}
        return mailbox.codes(to: try #require(EmailAddress(email)))
    }

    /// Delivers due messages and returns the mails sent to an address so far, oldest first.
    func mails(_ email: String = "ada@example.org") async throws -> [OutgoingMessage] {
        while try await relay.deliverDue() > 0 {}
        return mailbox.all(to: email)
    }

    func verify(_ challenge: Identifier, _ code: OneTimeCode) async throws -> Auth.Tokens {
        try await service.registration.verifyEmail(
            Auth.VerifyEmail.Params(challengeId: challenge, code: code), origin: Self.here)
    }

    func signUp(
        _ email: String = "ada@example.org", password: Password = goodPassword
    ) async throws -> Auth.Tokens {
        let challenge = try await register(email, password: password)
        return try await verify(challenge.challengeId, try #require(await codes(email).last))
    }

    func login(
        _ email: String = "ada@example.org", _ password: String = goodPassword.text, device: DeviceToken? = nil,
        origin: CallOrigin = here
    ) async throws -> Auth.Tokens {
        try await service.passwordSignIn.login(
            Auth.Login.Params(
                email: try #require(EmailAddress(email)), password: PasswordAttempt(unchecked: password),
                deviceToken: device),
            origin: origin)
    }

    func refresh(_ token: RefreshToken) async throws -> Auth.Tokens {
        try await service.sessions.refresh(Auth.Refresh.Params(refreshToken: token), origin: Self.here)
    }

    func logout(_ token: RefreshToken) async throws {
        _ = try await service.sessions.logout(Auth.Logout.Params(refreshToken: token), origin: Self.here)
    }

    /// Creates the housekeeping, which reads the budgets for the metrics.
    func housekeeping() -> AuthHousekeeping {
        AuthHousekeeping(
            store: store, policy: RetentionPolicy(policy, throttle: throttle),
            deleteAccounts: service.deletion.deleteDue, budgets: service.budgets, work: service.work,
            logger: log.logger)
    }

    /// Returns the number of codes that a channel and a part of its budget have ever sent.
    func sent(_ channel: CodeChannel, _ part: BudgetClass) async throws -> Int {
        try await number(
            """
            SELECT coalesce(sum(sent), 0)::bigint FROM code_budget
            WHERE channel = '\(channel.rawValue)' AND part = '\(part.rawValue)'
            """)
    }

    /// Grants or revokes a role as an operator does; returns false if nothing changed.
    @discardableResult
    func setRole(_ role: Role, of name: String = "ada@example.org", granted: Bool) async throws -> Bool {
        let name = try #require(AccountName(name))
        let change = Auth.RoleChange(account: name, role: role)
        return try #require(try await service.roles.set(change, granted: granted)).isChanged
    }

    func number(_ sql: String) async throws -> Int {
        try await client.query(Self.named("number", sql)).only.read("value")
    }

    func texts(_ sql: String) async throws -> [String] {
        try await client.query(Self.named("texts", sql)).map { try $0.read("value") }
    }

    /// Names the only column of a query `value`.
    private static func named(_ name: StaticString, _ sql: String) -> PreparedStatement {
        PreparedStatement(name, "SELECT value FROM (\(sql)) AS result (value)")
    }
}

extension CallOrigin {
    /// Returns the same origin with another language.
    func with(_ language: Language) -> CallOrigin {
        var origin = self
        origin.language = language
        return origin
    }
}

/// Returns the result of a call as text: `ok`, or the error's reason or name.
func ending<Value>(of body: () async throws -> Value) async -> String {
    do {
        _ = try await body()
        return "ok"
    } catch let error as RPCError {
        return error.reason ?? error.code.name
    } catch {
        return "\(error)"
    }
}

/// Returns the error of a call, or `nil`.
func rpcError<Value>(of body: () async throws -> Value) async -> RPCError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? RPCError
    }
}

/// Makes concurrent calls and counts their results.
func endings<Value>(
    _ count: Int, of body: @escaping @Sendable (Int) async throws -> Value
) async -> [String: Int] {
    await withTaskGroup(of: String.self) { group in
        for index in 0..<count { group.addTask { await ending { try await body(index) } } }
        var counts: [String: Int] = [:]
        for await one in group { counts[one, default: 0] += 1 }
        return counts
    }
}
