import AuthAccounts
import AuthContract
import BookingContract
import Contract
import Crypto
import Database
import Logging
import Postgres
import RPC
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values
import Wire

@testable import BookingService
@testable import Notify

/// A manual clock that starts on Saturday, 2026-11-21, at 09:40 in Minsk.
final class TestClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_795_243_200_000)
    var now: Int64 { milliseconds.withLock { $0 } }
    func advance(_ duration: Duration) { milliseconds.withLock { $0 += duration.wholeMilliseconds } }
    func set(_ instant: Instant) { milliseconds.withLock { $0 = instant.milliseconds } }
}

/// A sender that records the messages.
final class RecordingSender: MessageSender {
    private let messages = Mutex<[OutgoingMessage]>([])
    var all: [OutgoingMessage] { messages.withLock { $0 } }
    func send(_ delivery: Delivery) async throws(DeliveryFailure) { messages.withLock { $0.append(delivery.message) } }
}

/// A directory of people, by account and phone number.
final class TestDirectory: AccountDirectory {
    private let people = Mutex<[String: Person]>([:])
    private let lastNumber = Mutex(0)
    private let isConnected = Mutex(true)

    func nextNumber() -> Int {
        lastNumber.withLock { last in
            last += 1
            return last
        }
    }

    func add(_ person: Person) {
        people.withLock {
            $0[person.account.text] = person
            if let phone = person.phone { $0[phone.text] = person }
        }
    }

    /// Removes the owner of a phone number.
    func forget(_ phone: PhoneNumber) { people.withLock { $0[phone.text] = nil } }

    /// Lets every later look-up fail.
    func disconnect() { isConnected.withLock { $0 = false } }

    func profiles(
        of accounts: [AccountName], until deadline: ContinuousClock.Instant
    ) async throws -> [Auth.Profiles.Profile] {
        guard isConnected.withLock({ $0 }) else { throw RPCError(.unavailable) }
        return people.withLock { known in
            accounts.compactMap { account in
                known[account.text].map {
                    .init(account: account, id: $0.account, name: $0.name.text, phone: $0.phone, email: $0.email)
                }
            }
        }
    }
}

/// A service with its own database, whose time, people, payments and messages the test controls.
struct BookingFixture: Sendable {
    static let paymentSecret = "0123456789abcdef0123456789abcdef"
    private static let template = DatabaseTemplate(
        "booking", migrations: BookingMigrations.all, programVersion: BookingMigrations.programVersion)

    let clock: TestClock
    let client: PostgresClient
    let sentMessages: RecordingSender
    let people: TestDirectory
    let relay: OutboxRelay
    /// Announces changes only when a test says so.
    let changes: ChangePublisher<BookingChange>
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var service: BookingService

    /// Runs `body` with a service, and then checks the invariants of the database.
    ///
    /// Bookings have no time for undoing unless `configure` sets it, so that a test can cancel late at once.
    static func with(
        poolSize: Int = 8, policy: BookingPolicy = BookingPolicy(),
        configure: (inout Booking.ParkSettings) -> Void = { _ in },
        _ body: @Sendable (BookingFixture) async throws -> Void
    ) async throws {
        let clock = TestClock()
        var settings = try ParkSource.decode(FirstConfiguration.document)
        settings.undoMinutes = 0
        configure(&settings)
        let document = String(decoding: try JSONCoding.encode(settings), as: UTF8.self)
        try await PostgresCluster.withDatabase(like: template) { configuration in
            var configuration = configuration
            configuration.transactionClock = .injected { clock.now }
            configuration.sessionParameters = BookingConfiguration.sessionParameters
            configuration.poolSize = poolSize
            configuration.queueLimit = 10_000
            configuration.acquireTimeout = .seconds(60)
            try await PostgresCluster.withRunningClient(configuration) { client in
                let fixture = BookingFixture(client, clock: clock, policy: policy)
                try await FirstConfiguration.configure(fixture.store, document)
                try await body(fixture)
                let faults = try await BookingConsistency.faults(in: client)
                #expect(faults.isEmpty, "\(faults)")
            }
        }
    }

    private init(_ client: PostgresClient, clock: TestClock, policy: BookingPolicy) {
        self.clock = clock
        self.client = client
        sentMessages = RecordingSender()
        people = TestDirectory()
        let outbox = Outbox(seal: MessageSeal(key: SymmetricKey(data: Array(repeating: 7 as UInt8, count: 32))))
        changes = ChangePublisher<BookingChange>(client: client, logger: logger)
        // Most tests are about more sets than a newcomer may have, and some about accounts without a phone number.
        var policy = policy
        if policy.onSite == OnSiteRule() { policy.onSite = OnSiteRule(needsPhone: false, newcomerSets: 1_000) }
        policy.returnHosts += ["example.org", "park.example"]
        let store = BookingStore(client: client, changes: changes)
        let source = ParkSource(store: store)
        relay = OutboxRelay(
            outbox: outbox, client: client, sender: sentMessages,
            logger: logger)
        let now: @Sendable () -> Instant = { Instant(milliseconds: clock.now) }
        service = BookingService(
            BookingDependencies(
                store: store, source: source,
                cache: SlotCache(
                    store: store, source: source, limits: SlotCache.Limits(freshness: .zero), now: now),
                people: people, payments: SimulatedPayments(secret: Self.paymentSecret), outbox: outbox,
                policy: policy, metrics: BookingMetrics(Metrics()), now: now, makeID: Identifier.make(at:),
                wakeRelay: {}))
    }

    var store: BookingStore { service.dependencies.store }
    var source: ParkSource { service.dependencies.source }

    // MARK: People

    /// Adds a person with an account to the directory, and returns them as a caller.
    func person(
        _ roles: [Role] = [], language: Language = .english, hasPhone: Bool = true, email: String? = nil
    ) -> BookingCaller {
        let number = people.nextNumber()
        var random = SystemRandomNumberGenerator()
        let account = Identifier(unchecked: UUIDv7.make(milliseconds: clock.now, using: &random))
        people.add(
            Person(
                account: account, name: CustomerName(unchecked: "Person \(number)"),
                phone: hasPhone ? PhoneNumber(unchecked: "+37529\(1_000_000 + number)") : nil,
                email: email.map(EmailAddress.init(unchecked:))))
        return BookingCaller(
            account: account, roles: roles.map(\.rawValue), namedLanguage: language, idempotencyKey: nil, traceID: nil,
            deadline: .now + .seconds(600))
    }

    // MARK: Times

    /// Returns a time on the first day, in Minsk.
    func today(_ hour: Int, _ minute: Int = 0) -> Instant { self.time(day: 0, hour, minute) }

    /// Returns a Minsk time (UTC+3 all year), `day` days after 2026-11-21.
    func time(day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
        Instant(milliseconds: (20_778 + Int64(day)) * 86_400_000 + Int64((hour - 3) * 60 + minute) * 60_000)
    }

    // MARK: Calls

    func book(
        _ caller: BookingCaller, _ start: Instant, sets: Int = 1, on reverse: String = "big",
        _ payWith: PaymentWay = .onSite,
        key: String? = nil
    ) async throws -> Booking.Record {
        try await service.book(
            Booking.Book.Params(
                reverseId: ReverseID(unchecked: reverse), startsAt: start, sets: SetCount(unchecked: sets),
                payWith: payWith),
            caller.with(key: key ?? freshKey()))
    }

    func hold(
        _ caller: BookingCaller, _ start: Instant, sets: Int = 1, on reverse: String = "big"
    ) async throws -> Booking.HeldSlots {
        try await service.hold(
            Booking.Hold.Params(
                reverseId: ReverseID(unchecked: reverse), startsAt: start, sets: SetCount(unchecked: sets)),
            caller)
    }

    /// Books for a phone number, as the staff does.
    func bookFor(
        _ start: Instant, for phone: PhoneNumber = PhoneNumber(unchecked: "+375297654321"), sets: Int = 1,
        on reverse: String = "big", _ payWith: PaymentWay = .onSite, by staff: BookingCaller
    ) async throws -> Booking.BoardItem {
        try await service.bookFor(
            Booking.BookFor.Params(
                phone: phone, name: CustomerName(unchecked: "Ada"), reverseId: ReverseID(unchecked: reverse),
                startsAt: start, sets: SetCount(unchecked: sets), payWith: payWith),
            staff.with(key: freshKey()))
    }

    func cancel(_ caller: BookingCaller, _ booking: Booking.Record) async throws -> Booking.Record {
        try await service.cancel(Booking.Cancel.Params(id: booking.id), caller)
    }

    func move(
        _ caller: BookingCaller, _ booking: Booking.Record, to start: Instant, sets: Int? = nil,
        on reverse: String = "big"
    ) async throws -> Booking.Record {
        try await service.reschedule(
            Booking.Reschedule.Params(
                id: booking.id, reverseId: ReverseID(unchecked: reverse), startsAt: start,
                sets: sets.map(SetCount.init(unchecked:))),
            caller.with(key: freshKey()))
    }

    func topUp(
        _ caller: BookingCaller, _ product: String = "ten-sets", key: String? = nil
    ) async throws -> Booking.Payment {
        try await service.topUp(
            Booking.TopUp.Params(
                productId: ProductID(unchecked: product), returnUrl: ReturnURL(unchecked: "https://example.org/paid")),
            caller.with(key: key ?? freshKey()))
    }

    /// Buys a pass and pays for it.
    func buyPass(_ caller: BookingCaller, _ product: String = "ten-sets") async throws {
        try await notify(topUp(caller, product))
    }

    var housekeeping: BookingHousekeeping {
        BookingHousekeeping(
            service: service, interval: .seconds(10), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func run(_ sql: String) async throws { _ = try await client.query(PreparedStatement("run", sql)) }

    /// Sends a notification of a payment, as the provider does.
    func notify(
        _ payment: Booking.Payment, status: String = "successful", amount: Int? = nil, currency: String? = nil,
        id: String? = nil, secret: String = BookingFixture.paymentSecret, change: (inout [UInt8]) -> Void = { _ in }
    ) async throws {
        let text = """
            {"id":"\(id ?? "simulated-\(payment.id.text)")","order":"\(payment.id.text)",\
            "amount":\(amount ?? payment.price.amount),"currency":"\(currency ?? payment.price.currency.text)",\
            "status":"\(status)"}
            """
        var body = Array(text.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Array(secret.utf8)))
        change(&body)
        try await service.notifyPayment(
            RawRequest(headers: [SimulatedPayments.signatureHeader: Hex.encode(Array(code))], body: body),
            deadline: .now + .seconds(600))
    }

    func slots(_ day: Int = 0, on reverse: String? = nil) async throws -> [Booking.Slot] {
        let (_, entries) = try await service.dependencies.cache.days(
            LocalDate(daysSince1970: 20_778 + day)...LocalDate(daysSince1970: 20_778 + day))
        return entries.flatMap(\.day.slots).filter { reverse == nil || $0.reverseId.text == reverse }
    }

    func state(_ start: Instant, on reverse: String = "big") async throws -> SlotState? {
        let day = Int((start.milliseconds + 10_800_000) / 86_400_000) - 20_778
        return try await slots(day, on: reverse).first { $0.startsAt == start }?.state.known
    }

    func number(_ sql: String) async throws -> Int {
        try await client.query(PreparedStatement("number", "SELECT (\(sql)) AS number")).only.read("number")
    }

    /// Delivers the due messages and returns all messages sent so far.
    func sent() async throws -> [OutgoingMessage] {
        while try await relay.deliverDue() > 0 {}
        return sentMessages.all
    }

    func freshKey() -> String {
        var random = SystemRandomNumberGenerator()
        return "key-\(random.next())"
    }
}

extension Booking.Payable {
    init(_ amount: Int, _ currency: String = "BYN") {
        self.init(amount: PayableAmount(unchecked: amount), currency: CurrencyCode(unchecked: currency))
    }
}

extension BookingCaller {
    func with(key: String) -> BookingCaller {
        var caller = self
        caller.idempotencyKey = key
        return caller
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

extension BookSlots {
    /// Books, and decodes the answer.
    func callAsFunction(_ params: Booking.Book.Params, _ caller: BookingCaller) async throws -> Booking.Record {
        try JSONCoding.decode(Booking.Record.self, from: await answer(params, caller))
    }
}
