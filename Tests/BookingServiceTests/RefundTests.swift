import BookingContract
import Contract
import Postgres
import RPC
import Synchronization
import Testing
import Values

@testable import BookingService

/// The simulated provider, with refunds that succeed or fail as the test sets.
private final class FaultyProvider: PaymentProvider {
    enum Behaviour { case accepting, refusing, unavailable }

    let name = "simulated"
    /// True if notifications name a transaction instead of the payment, as those of bePaid do.
    let hasTransfers: Bool
    private let simulated = SimulatedPayments(secret: BookingFixture.paymentSecret)
    private let state = Mutex<(behaviour: Behaviour, refunds: [RefundOrder])>((.accepting, []))

    init(hasTransfers: Bool = false) { self.hasTransfers = hasTransfers }

    var refunds: [RefundOrder] { state.withLock { $0.refunds } }
    func setBehaviour(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment {
        try await simulated.createPayment(order, deadline: deadline)
    }

    func fetchStatus(
        _ payment: String, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? { nil }

    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault) {
        let behaviour = state.withLock { state in
            state.refunds.append(order)
            return state.behaviour
        }
        switch behaviour {
        case .accepting: return
        case .refusing: throw .refused("too old")
        case .unavailable: throw .unavailable("no answer")
        }
    }

    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? {
        if state.withLock({ $0.behaviour }) == .unavailable { throw .unavailable("no answer") }
        var report = try await simulated.verifyNotification(headers: headers, body: body, deadline: deadline)
        if hasTransfers, let id = report?.order.text {
            report?.payment = nil
            report?.transaction = "transfer-\(id)"
        }
        return report
    }
}

extension BookingService {
    /// Returns a service with another payment provider.
    func paying(with payments: any PaymentProvider) -> BookingService {
        var dependencies = dependencies
        dependencies.payments = payments
        return BookingService(dependencies)
    }
}

@Suite struct RefundTests {
    private func refund(
        _ fixture: BookingFixture, _ payment: Booking.Payment, by service: BookingService? = nil
    ) async throws -> Booking.Payment {
        try await (service ?? fixture.service).refund(
            .init(id: payment.id, reason: NoteText(unchecked: "moves away")), fixture.person([.admin]))
    }

    private func paid(_ fixture: BookingFixture, _ caller: BookingCaller) async throws -> Booking.Payment {
        let payment = try await fixture.topUp(caller)
        try await fixture.notify(payment)
        return payment
    }

    @Test func `An unused pass is refunded once: its sets and its price`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await paid(fixture, ada)
            #expect(try await refund(fixture, payment).state == .refunded)
            #expect(try await refund(fixture, payment).state == .refunded)
            #expect(try await fixture.service.passes(ada).items.isEmpty)
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .refunded)
            let entries = try await fixture.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind.known) == [.refunded, .refunded, .paid, .bought])
            #expect(entries.map(\.sets) == [nil, -10, nil, 10])
            #expect(entries.map { $0.money?.amount } == [-21_000, nil, 21_000, nil])
            #expect(entries.allSatisfy { $0.paymentId == payment.id })
            // A later notification changes nothing.
            try await fixture.notify(payment)
            #expect(try await fixture.service.passes(ada).left == 0)
            let events = try await fixture.client.query(
                PreparedStatement("events", "SELECT event, subject FROM audit ORDER BY id"))
            #expect(
                try events.map { try $0.read("event", as: String.self) } == ["credited", "refund-begun", "refunded"])
            #expect(try events[1].read("subject", as: String.self) == "\(payment.id.text): moves away")
        }
    }

    @Test func `Unpaid, used, reserved and expired passes are not refunded`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            let unpaid = try await fixture.topUp(ada)
            #expect(await ending { try await refund(fixture, unpaid) } == "not-paid")
            var unknown = unpaid
            unknown.id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(await ending { try await refund(fixture, unknown) } == "not-found")

            let payment = try await paid(fixture, ada)
            let booking = try await fixture.book(ada, fixture.today(15), .pass)
            #expect(await ending { try await refund(fixture, payment) } == "pass-used")
            _ = try await fixture.cancel(ada, booking)
            _ = try await fixture.book(ada, fixture.today(16), .pass)
            fixture.clock.set(fixture.today(16))
            try await fixture.housekeeping.tidy()
            #expect(await ending { try await refund(fixture, payment) } == "pass-used")
            #expect(try await fixture.service.passes(ada).left == 9)

            let old = try await paid(fixture, bob)
            fixture.clock.advance(.seconds(121 * 86_400))
            try await fixture.housekeeping.tidy()
            #expect(await ending { try await refund(fixture, old) } == "pass-used")
        }
    }

    @Test func `Administrators see all purchases, newest first, and which can be refunded`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person(hasPhone: false))
            let administrator = fixture.person([.admin])
            var made: [Booking.Payment] = []
            for person in [ada, bob, ada, bob] {
                made.append(try await fixture.topUp(person))
                fixture.clock.advance(.seconds(60))
            }
            // The first stays untouched, the second gets reserved, the third is refunded, the fourth stays unpaid.
            for payment in made.dropLast() { try await fixture.notify(payment) }
            _ = try await fixture.book(bob, fixture.today(15), .pass)
            _ = try await refund(fixture, made[2])
            let first = try await fixture.service.purchases(.init(limit: PageLimit(unchecked: 3)), administrator)
            let rest = try await fixture.service.purchases(.init(cursor: first.nextCursor), administrator)
            let all = first.items + rest.items
            #expect(first.items.count == 3 && rest.nextCursor == nil)
            #expect(all.map(\.payment.id) == made.reversed().map(\.id))
            #expect(all.map(\.payment.state.known) == [.pending, .refunded, .paid, .paid])
            #expect(all.map(\.left) == [0, 0, 9, 10])
            #expect(all.map(\.isRefundable) == [false, false, false, true])
            #expect(all.allSatisfy { $0.payment.paymentUrl == nil && $0.sets == 10 })
            let digits = try #require(all[3].customer.phone?.text.suffix(7))
            let found = try await fixture.service.purchases(
                .init(phoneDigits: PhoneDigits(unchecked: String(digits))), administrator)
            #expect(found.items.map(\.payment.id) == [made[2].id, made[0].id])
        }
    }

    @Test func `A payment made after its expiry is credited, and can be refunded`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await fixture.topUp(ada)
            fixture.clock.advance(.seconds(3_600))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .expired)
            try await fixture.notify(payment)
            #expect(try await refund(fixture, payment).state == .refunded)
        }
    }

    @Test func `A refund that the provider refuses leaves the pass as it was`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let provider = FaultyProvider()
            let service = fixture.service.paying(with: provider)
            let payment = try await paid(fixture, ada)
            provider.setBehaviour(.refusing)
            #expect(await ending { try await refund(fixture, payment, by: service) } == "refund-refused")
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .paid)
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(
                try await fixture.number("SELECT count(*) FROM audit WHERE event = 'refund-refused'") == 1)
            provider.setBehaviour(.accepting)
            #expect(try await refund(fixture, payment, by: service).state == .refunded)
        }
    }

    @Test func `While the provider does not answer the sets are blocked, and housekeeping asks again`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let provider = FaultyProvider()
            let service = fixture.service.paying(with: provider)
            let housekeeping = BookingHousekeeping(
                service: service, interval: .seconds(10), logger: fixture.housekeeping.logger)
            let payment = try await paid(fixture, ada)
            provider.setBehaviour(.unavailable)
            #expect(await ending { try await refund(fixture, payment, by: service) } == "payments-unavailable")
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .refunding)
            #expect(await ending { try await fixture.book(ada, fixture.today(15), .pass) } == "not-enough-sets")
            try await housekeeping.tidy()
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .refunding)
            provider.setBehaviour(.accepting)
            try await housekeeping.tidy()
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .refunded)
            try await housekeeping.tidy()
            // Each attempt refunds the same order, by the id of its transaction.
            #expect(provider.refunds.map(\.id) == Array(repeating: payment.id, count: 3))
            #expect(Set(provider.refunds.map(\.transaction)) == ["simulated-\(payment.id.text)"])
            #expect(Set(provider.refunds.map(\.reason)) == ["moves away"])
        }
    }

    @Test func `A refund names the provider's id of the transfer`() async throws {
        try await BookingFixture.with { fixture in
            let provider = FaultyProvider(hasTransfers: true)
            var fixture = fixture
            fixture.service = fixture.service.paying(with: provider)
            let ada = fixture.person()
            let payment = try await paid(fixture, ada)
            try await fixture.notify(payment)
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(try await refund(fixture, payment).state == .refunded)
            #expect(provider.refunds.map(\.transaction) == ["transfer-\(payment.id.text)"])
        }
    }

    @Test func `Concurrent refunds of a payment return the money once`() async throws {
        try await BookingFixture.with { fixture in
            let payment = try await paid(fixture, fixture.person())
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask { #expect(await ending { try await refund(fixture, payment) } == "ok") }
                }
            }
            #expect(
                try await fixture.number(
                    "SELECT count(*) FROM ledger_transfer WHERE kind = 'refunded' AND unit = 'BYN'") == 1)
        }
    }

    @Test func `A notification that cannot be confirmed is to be sent again`() async throws {
        try await BookingFixture.with { fixture in
            let provider = FaultyProvider()
            provider.setBehaviour(.unavailable)
            let request = RawRequest(headers: [:], body: [])
            #expect(
                await ending {
                    try await fixture.service.paying(with: provider).notifyPayment(
                        request, deadline: .now + .seconds(60))
                } == "payments-unavailable")
        }
    }
}

@Suite struct PaymentRuleTests {
    private let price = Money(amount: 100, currency: CurrencyCode(unchecked: "BYN"))
    private let id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    private func payment(_ state: PaymentState, provider: String? = "token", transaction: String? = nil) -> PaymentRow {
        PaymentRow(
            id: id, customer: id, product: ProductID(unchecked: "five-sets"), sets: 5, validity: 1, price: price,
            state: state, provider: "bepaid", providerID: provider, transactionID: transaction,
            returnURL: ReturnURL(unchecked: "https://example.org/"), madeAt: Instant(milliseconds: 0),
            expiresAt: Instant(milliseconds: 1))
    }

    private func report(
        _ state: ProviderReport.State, payment: String? = nil, transaction: String = "uid"
    ) -> ProviderReport {
        ProviderReport(payment: payment, transaction: transaction, order: id, price: price, state: state)
    }

    @Test func `The ids of a transfer and of its payment may differ`() {
        #expect(PaymentRule.outcome(of: report(.successful), for: payment(.pending)) == .credit)
        #expect(PaymentRule.outcome(of: report(.successful, payment: "token"), for: payment(.pending)) == .credit)
        let unanswered = payment(.pending, provider: nil)
        #expect(PaymentRule.outcome(of: report(.successful, payment: "x"), for: unanswered) == .credit)
        #expect(
            PaymentRule.outcome(of: report(.successful, payment: "other"), for: payment(.pending))
                == .refuse("another payment's id"))
    }

    @Test(arguments: [PaymentState.paid, .refunding, .refunded])
    func `A second transfer for a paid payment is refused`(_ state: PaymentState) {
        let payment = payment(state, transaction: "uid")
        #expect(PaymentRule.outcome(of: report(.successful), for: payment) == .nothing)
        #expect(PaymentRule.outcome(of: report(.failed), for: payment) == .nothing)
        #expect(
            PaymentRule.outcome(of: report(.successful, transaction: "second"), for: payment)
                == .refuse("paid a second time"))
    }

    @Test func `A transfer pays for one payment only`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let (first, second) = (try await fixture.topUp(ada), try await fixture.topUp(ada))
            try await fixture.notify(first)
            let report = ProviderReport(
                payment: nil, transaction: "simulated-\(first.id.text)", order: second.id, price: second.price,
                state: .successful)
            let provider = try #require(fixture.service.dependencies.payments)
            #expect(
                await ending {
                    try await fixture.service.applyReport(report, of: provider, deadline: .now + .seconds(60))
                } == "not-believed")
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(try await fixture.service.payment(.init(id: second.id), ada).state == .pending)
        }
    }
}
