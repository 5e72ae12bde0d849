import Crypto
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing
import Values

@testable import Notify

/// A sender that records messages and fails as scripted.
private final class CountingSender: MessageSender {
    private let sent = Mutex<[Delivery]>([])
    private let failures: Mutex<[DeliveryFailure]>

    init(failures: [DeliveryFailure] = []) { self.failures = Mutex(failures) }

    var deliveries: [Delivery] { sent.withLock { $0 } }

    func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
        sent.withLock { $0.append(delivery) }
    }
}

/// A provider that remembers messages, may report their fate, and leaves some of them unconfirmed.
private final class RememberingProvider: MessageSender {
    private let taken = Mutex<[Identifier]>([])
    private let questions = Atomic<Int>(0)
    private let isAskable: Bool
    private let confirms: @Sendable (Int) -> Bool

    init(isAskable: Bool = true, confirms: @escaping @Sendable (Int) -> Bool = { _ in true }) {
        self.isAskable = isAskable
        self.confirms = confirms
    }

    var ids: [Identifier] { taken.withLock { $0 } }
    var queryCount: Int { questions.load(ordering: .relaxed) }

    func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let count = taken.withLock { taken in
            taken.append(delivery.id)
            return taken.count
        }
        if !confirms(count) { throw DeliveryFailure(.unknown, "did not answer in time") }
    }

    func earlierOutcome(of delivery: Delivery) async throws(DeliveryFailure) -> EarlierOutcome {
        questions.add(1, ordering: .relaxed)
        guard isAskable else { return .unrepeatable }
        return ids.contains(delivery.id) ? .accepted : .notAccepted
    }
}

@Suite(.serialized) struct OutboxTests {
    private static let template = DatabaseTemplate(
        "notify", migrations: [Outbox.migration(version: 1, oldestProgram: 1)])
    private static let seal = MessageSeal(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
    private let outbox = Outbox(seal: seal)
    private let clock = OutboxClock()
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func withOutbox(_ body: @Sendable (PostgresClient) async throws -> Void) async throws {
        let clock = clock
        try await PostgresCluster.withClient(
            like: Self.template, configure: { $0.transactionClock = .injected { clock.now } }, body)
    }

    private func relay(
        _ client: PostgresClient, _ sender: any MessageSender, policy: DeliveryPolicy = DeliveryPolicy(),
        observe: @escaping @Sendable (DeliveryOutcome) -> Void = { _ in }
    ) -> OutboxRelay {
        var policy = policy
        policy.pollInterval = .seconds(3_600)
        return OutboxRelay(
            outbox: outbox(policy), client: client, sender: sender, logger: logger, observe: observe)
    }

    private func outbox(_ policy: DeliveryPolicy) -> Outbox { Outbox(seal: Self.seal, policy: policy) }

    private func id(_ number: Int) -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return Identifier(unchecked: UUIDv7.make(milliseconds: Int64(number), using: &generator))
    }

    private func enqueue(
        _ client: PostgresClient, count: Int = 1, lifetime: Duration = .seconds(600)
    ) async throws {
        try await client.withTransaction { transaction in
            let now = Instant(milliseconds: try await transaction.now())
            for number in 0..<count {
                try await outbox.enqueue(
                    .mail(to: "user\(number)@example.org"), id: id(number),
                    expiresAt: now.advanced(bySeconds: lifetime.components.seconds), now: now, in: transaction)
            }
        }
    }

    private func rows(_ client: PostgresClient) async throws -> Int {
        try await client.query(PreparedStatement("rows", "SELECT count(*) AS count FROM outbox")).only.read("count")
    }

    @Test func `A sent message leaves nothing behind`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let sender = CountingSender()
            #expect(try await relay(client, sender).deliverDue() == 1)
            #expect(sender.deliveries.map(\.message) == [.mail(to: "user0@example.org")])
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `A failed transaction leaves no message behind`() async throws {
        struct Failure: Error {}
        try await withOutbox { client in
            await #expect(throws: Failure.self) {
                try await client.withTransaction { transaction in
                    let now = Instant(milliseconds: try await transaction.now())
                    try await outbox.enqueue(
                        .mail(), id: id(1), expiresAt: now.advanced(bySeconds: 600), now: now, in: transaction)
                    throw Failure()
                }
            }
            let left = try await rows(client)
            #expect(left == 0)
        }
    }

    @Test func `The database contains nothing readable of a message`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let all = PreparedStatement(
                "all", "SELECT outbox::text AS whole, encode(sealed, 'escape') AS sealed FROM outbox")
            let row = try await client.query(all)[0]
            for column in ["whole", "sealed"] {
                let text: String = try row.read(column)
                #expect(!text.contains("493027"))
                #expect(!text.contains("user0"))
            }
        }
    }

    @Test func `Many relays send each of many messages once`() async throws {
        try await withOutbox { client in
            try await enqueue(client, count: 60)
            let sender = CountingSender()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    let relay = relay(client, sender)
                    group.addTask { while try await relay.deliverDue() > 0 {} }
                }
                try await group.waitForAll()
            }
            #expect(sender.deliveries.count == 60)
            #expect(Set(sender.deliveries.map(\.message.recipient)).count == 60)
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `A message that a relay took and did not finish is sent by another under the same id`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let policy = DeliveryPolicy()
            let (taken, _) = try await client.withTransaction {
                try await outbox(policy).take(limit: 10, in: $0)
            }
            let sender = CountingSender()
            let relay = relay(client, sender)
            #expect(try await relay.deliverDue() == 0)
            clock.advance(policy.lease)
            #expect(try await relay.deliverDue() == 1)
            #expect(sender.deliveries.map(\.id) == taken.map(\.id))
        }
    }

    @Test func `A message that crashes every relay is given up in the end`() async throws {
        try await withOutbox { client in
            try await enqueue(client, lifetime: .seconds(86_400))
            let policy = DeliveryPolicy.with { $0.maximumAttempts = 3 }
            for _ in 0..<3 {
                let (taken, _) = try await client.withTransaction {
                    try await outbox(policy).take(limit: 10, in: $0)
                }
                #expect(taken.count == 1)
                clock.advance(policy.lease)
            }
            let sender = CountingSender()
            let outcomes = Mutex<[DeliveryOutcome]>([])
            let relay = relay(client, sender, policy: policy) { outcome in outcomes.withLock { $0.append(outcome) } }
            _ = try await relay.deliverDue()
            #expect(sender.deliveries.isEmpty)
            #expect(outcomes.withLock { $0 } == [.dead])
        }
    }

    @Test func `An expired message is dropped and never sent`() async throws {
        try await withOutbox { client in
            try await enqueue(client, lifetime: .seconds(600))
            clock.advance(.seconds(600))
            let sender = CountingSender()
            let outcomes = Mutex<[DeliveryOutcome]>([])
            let relay = relay(client, sender) { outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(try await relay.deliverDue() == 1)
            #expect(sender.deliveries.isEmpty)
            #expect(outcomes.withLock { $0 } == [.expired])
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `A failed message waits before it is retried`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let sender = CountingSender(failures: [DeliveryFailure(.transient, "busy")])
            let relay = relay(client, sender, policy: .with { $0.firstDelay = .seconds(5) })
            #expect(try await relay.deliverDue() == 1)
            clock.advance(.seconds(4))
            #expect(try await relay.deliverDue() == 0)
            clock.advance(.seconds(1))
            #expect(try await relay.deliverDue() == 1)
            #expect(sender.deliveries.count == 1)
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `A message given up keeps its reason and loses its text`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let sender = CountingSender(failures: [DeliveryFailure(.permanent, "mail server answered 550")])
            let relay = relay(client, sender)
            _ = try await relay.deliverDue()
            let select = PreparedStatement("dead", "SELECT sealed IS NULL AS is_empty, last_failure FROM outbox")
            let row = try await client.query(select)[0]
            #expect(try row.read("is_empty"))
            #expect(try row.read("last_failure") == "mail server answered 550")
            clock.advance(.seconds(8 * 86_400))
            #expect(try await relay.deliverDue() == 0)
            await relay.sweep()
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `A message sealed with a lost key is given up, and the others are sent`() async throws {
        try await withOutbox { client in
            let other = Outbox(seal: MessageSeal(key: SymmetricKey(size: .bits256)))
            try await client.withTransaction { transaction in
                let now = Instant(milliseconds: try await transaction.now())
                try await other.enqueue(
                    .mail(), id: id(9), expiresAt: now.advanced(bySeconds: 600), now: now, in: transaction)
            }
            try await enqueue(client)
            let sender = CountingSender()
            _ = try await relay(client, sender).deliverDue()
            #expect(sender.deliveries.count == 1)
            #expect(try await rows(client) == 1)
        }
    }

    @Test func `A running relay sends when woken and ends when stopped`() async throws {
        try await withOutbox { client in
            let sender = CountingSender()
            let (sent, continuation) = AsyncStream<DeliveryOutcome>.makeStream()
            let relay = relay(client, sender) { continuation.yield($0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await relay.run() }
                var outcomes = sent.makeAsyncIterator()
                for _ in 0..<3 {
                    try await enqueue(client)
                    relay.wake()
                    #expect(await outcomes.next() == .sent)
                }
                relay.stop()
                try await group.waitForAll()
            }
            #expect(sender.deliveries.count == 3)
        }
    }

    @Test(arguments: [true, false])
    func `Relays killed at any point send no message twice`(_ isAskable: Bool) async throws {
        try await withOutbox { client in
            let count = 300
            try await enqueue(client, count: count, lifetime: .seconds(86_400))
            let provider = RememberingProvider(isAskable: isAskable)
            let policy = DeliveryPolicy.with { $0.maximumAttempts = 1_000 }
            var random = SplitMix64(seed: 7)
            var killedAfterSending = 0
            while try await rows(client) > 0 {
                // A relay takes some messages and is killed before it sends them, or before it records that they were
                // sent.
                let (taken, now) = try await client.withTransaction {
                    try await outbox(policy).take(limit: 20, in: $0)
                }
                for one in taken where !one.isUncertain && Bool.random(using: &random) {
                    let message = try #require(one.message)
                    try await provider.send(Delivery(id: one.id, message: message, at: now, limit: .seconds(1)))
                    killedAfterSending += 1
                }
                clock.advance(policy.lease)
                let next = relay(client, provider, policy: policy)
                for _ in 0..<5 { _ = try await next.deliverDue() }
                let waiting = PreparedStatement("waiting", "SELECT count(*) AS count FROM outbox WHERE dead_at IS NULL")
                if try await client.query(waiting).only.read("count") == 0 { break }
            }
            #expect(killedAfterSending > 50)
            #expect(Set(provider.ids).count == provider.ids.count, "no message was sent twice")
            // If the provider reports fates, nothing is lost; otherwise, losing a message is better than repeating it.
            let dead = try await rows(client)
            #expect(isAskable ? dead == 0 && provider.ids.count == count : dead > 0)
            #expect(provider.queryCount > 50)
        }
    }

    @Test func `An attempt without an answer is followed by an inquiry, not by another attempt`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let provider = RememberingProvider(confirms: { _ in false })
            let outcomes = Mutex<[DeliveryOutcome]>([])
            let relay = relay(client, provider) { outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(try await relay.deliverDue() == 1)
            clock.advance(.seconds(2))
            #expect(try await relay.deliverDue() == 1)
            #expect(provider.ids.count == 1)
            #expect(provider.queryCount == 1)
            #expect(outcomes.withLock { $0 } == [.unknown, .sent])
            #expect(try await rows(client) == 0)
        }
    }

    @Test func `After a known failure the provider is not queried`() async throws {
        try await withOutbox { client in
            try await enqueue(client)
            let sender = CountingSender(failures: [DeliveryFailure(.transient, "busy")])
            let relay = relay(client, sender)
            _ = try await relay.deliverDue()
            clock.advance(.seconds(2))
            let (taken, _) = try await client.withTransaction {
                try await outbox.take(limit: 1, in: $0)
            }
            #expect(taken.map(\.isUncertain) == [false])
            clock.advance(.seconds(60))
            let (again, _) = try await client.withTransaction {
                try await outbox.take(limit: 1, in: $0)
            }
            #expect(again.map(\.isUncertain) == [true])
        }
    }
}
