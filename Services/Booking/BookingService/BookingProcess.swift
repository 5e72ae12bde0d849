import AuthAccounts
import Contract
import Database
import Logging
import Notify
import Postgres
import RPC
import ServiceLifecycle
public import ServiceRuntime
import Values

/// The program `vokol-booking`.
public struct BookingProcess: ServiceProcess {
    public static let name = ServiceName.booking.rawValue
    public static let summary = "the wake park: slots, bookings, passes, the administrator's board"
    public static let defaultPort: Int? = ServiceName.booking.defaultPort
    public static let defaultAdminPort = 9905
    public static let settings = BookingConfiguration.all
    public static let commands = [
        ProcessCommand("migrate", summary: "Migrates the database and exits") { _, boot in
            let database = try ServiceDatabase(boot, of: .booking)
            try await database.client.migrate(BookingMigrations.all, programVersion: BookingMigrations.programVersion)
            return 0
        }
    ]

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        let settings = boot.settings
        let policy = try BookingPolicy(settings)
        let payments = try PaymentSettings.makeProvider(settings, group: boot.group)
        let outbox = Outbox(seal: MessageSeal(key: try BookingConfiguration.outboxKey(settings)))
        let database = try ServiceDatabase(
            boot, of: .booking, sessionParameters: BookingConfiguration.sessionParameters,
            listeners: 1)
        let auth = try boot.client(of: .auth, for: .booking)
        let people = AuthDirectory(client: auth)
        let sender = try NotifySettings.makeSenderWithOptionalMail(boot)
        let metrics = BookingMetrics(boot.metrics)
        try await database.client.migrateWhenAvailable(
            BookingMigrations.all, programVersion: BookingMigrations.programVersion)

        let relay = OutboxRelay(
            outbox: outbox, client: database.client, sender: sender, logger: boot.logger,
            observe: metrics.deliveries.count)
        let changes = ChangePublisher<BookingChange>(client: database.client, logger: boot.logger)
        let store = BookingStore(client: database.client, changes: changes)
        let source = ParkSource(store: store)
        let cache = SlotCache(
            store: store, source: source,
            limits: SlotCache.Limits(freshness: try settings.value(BookingConfiguration.freshness)), now: boot.now)
        let service = BookingService(
            BookingDependencies(
                store: store, source: source, cache: cache, people: people, payments: payments, outbox: outbox,
                policy: policy, metrics: metrics, now: boot.now, makeID: Identifier.make(at:),
                wakeRelay: relay.wake))
        let housekeeping = BookingHousekeeping(
            service: service, interval: try settings.value(BookingConfiguration.housekeeping), logger: boot.logger)
        let erasure = AccountErasure(
            client: database.client, auth: auth, logger: boot.logger,
            erase: { account in try await service.eraseCustomer(account, until: .now + .seconds(30)) })
        let hints = HintLog(epoch: Identifier.make(at: boot.now()).text)
        let listener = ChangeListener<BookingChange>(
            client: database.client, hints: hints, logger: boot.logger, heard: { _ in cache.expireVersions() })
        let opening = FirstConfiguration(store: store, logger: boot.logger)
        return ServiceParts(
            methods: BookingHandler(service: service, hints: hints).methods(),
            services: [
                database, changes, listener, opening, housekeeping, erasure, RelayService(relay: relay),
            ],
            stoppedFirst: [hints],
            readiness: [
                database.readiness,
                ReadinessCheck("configuration") { opening.isDone ? nil : "not stored yet" },
            ])
    }
}
