import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService

@Suite struct LedgerTests {
    private func left(_ fixture: BookingFixture, _ caller: BookingCaller) async throws -> [Int] {
        try await fixture.service.passes(caller).items.map(\.left)
    }

    @Test func `Sets of a paid pass are reserved, released and used`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            #expect(await ending { try await fixture.book(ada, fixture.today(15), .pass) } == "not-enough-sets")
            try await fixture.buyPass(ada)
            #expect(try await left(fixture, ada) == [10])

            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            #expect(booking.charge == Booking.Charge(state: .held, sets: 2))
            #expect(try await left(fixture, ada) == [8])
            let cancelled = try await fixture.cancel(ada, booking)
            #expect(cancelled.charge.state == .returned)
            #expect(try await left(fixture, ada) == [10])

            let second = try await fixture.book(ada, fixture.today(15), sets: 3, .pass)
            let checkedIn = try await fixture.service.checkIn(.init(id: second.id), fixture.person([.parkStaff]))
            #expect(checkedIn.booking.state == .checkedIn)
            #expect(checkedIn.booking.charge.state == .charged)
            #expect(try await left(fixture, ada) == [7])

            let entries = try await fixture.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind.known) == [.used, .held, .returned, .held, .paid, .bought])
            #expect(entries.map(\.sets) == [0, -3, 2, -2, nil, 10])
            #expect(entries.map(\.bookingId) == [second.id, second.id, booking.id, booking.id, nil, nil])
        }
    }

    @Test func `Passes that expire first are used first, and none for slots after its expiry`() async throws {
        try await BookingFixture.with(configure: { $0.products[0].validDays = 2 }) { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada, "ten-sets")
            fixture.clock.advance(.seconds(1))
            try await fixture.buyPass(ada, "five-sets")
            #expect(try await left(fixture, ada) == [5, 10])
            _ = try await fixture.book(ada, fixture.today(15), sets: 4, .pass)
            _ = try await fixture.book(ada, fixture.today(17), sets: 4, .pass)
            #expect(try await left(fixture, ada) == [0, 7])
            _ = try await fixture.book(ada, fixture.time(day: 3, 15), sets: 2, .pass)
            #expect(try await left(fixture, ada) == [0, 5])
        }
    }

    @Test func `Reserved sets are used when the booking begins, without any call`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), .pass)
            fixture.clock.set(Instant(milliseconds: fixture.today(15).milliseconds - 1))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.get(.init(id: booking.id), ada).charge.state == .held)
            fixture.clock.set(fixture.today(15))
            try await fixture.housekeeping.tidy()
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.get(.init(id: booking.id), ada).charge.state == .charged)
            #expect(try await fixture.service.passes(ada).left == 9)
        }
    }

    @Test func `An expiring pass loses its remaining sets, not the reserved ones`() async throws {
        try await BookingFixture.with(configure: { $0.products[0].validDays = 1 }) { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada, "five-sets")
            _ = try await fixture.book(ada, fixture.today(20), sets: 2, .pass)
            fixture.clock.set(fixture.today(19))
            fixture.clock.advance(.seconds(86_400))
            try await fixture.housekeeping.tidy()
            let entries = try await fixture.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind.known) == [.expired, .used, .held, .paid, .bought])
            #expect(entries.first?.sets == -3)
            #expect(try await fixture.service.passes(ada).items.isEmpty)
        }
    }

    @Test func `Moving a booking on a pass reserves the sets of the new slots`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada, "five-sets")
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            let moved = try await fixture.move(ada, booking, to: fixture.today(17), sets: 4)
            #expect(moved.charge == Booking.Charge(state: .held, sets: 4))
            #expect(try await left(fixture, ada) == [1])
            #expect(await ending { try await fixture.move(ada, moved, to: fixture.today(18), sets: 1) } == "ok")
            #expect(try await left(fixture, ada) == [4])
        }
    }

    @Test func `No statement can change the ledger or overdraw a balance`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            for statement in [
                "UPDATE ledger_transfer SET amount = 1", "DELETE FROM ledger_transfer",
                "UPDATE ledger_account SET balance = -1 WHERE kind = 'pass'",
                "UPDATE ledger_account SET pending = 11 WHERE kind = 'pass'", "DELETE FROM audit",
            ] {
                #expect(await ending { try await fixture.run(statement) } != "ok", "\(statement)")
            }
        }
    }
}

@Suite struct PaymentTests {
    @Test func `A pass is credited once, regardless of the number and order of notifications`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await fixture.topUp(ada)
            #expect(payment.state == .pending)
            #expect(payment.paymentUrl?.contains(payment.id.text) == true)
            try await fixture.notify(payment, status: "pending")
            for _ in 0..<3 { try await fixture.notify(payment) }
            try await fixture.notify(payment, status: "failed")
            try await fixture.notify(payment, status: "expired")
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .paid)
            #expect(try await fixture.service.passes(ada).left == 10)
            // Concurrent notifications of a payment have one effect.
            let second = try await fixture.topUp(ada)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { try? await fixture.notify(second) } }
            }
            #expect(try await fixture.service.passes(ada).left == 20)
        }
    }

    @Test func `Late payments count: a failed payment can succeed, but not the reverse`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await fixture.topUp(ada)
            try await fixture.notify(payment, status: "failed")
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .failed)
            try await fixture.notify(payment)
            #expect(try await fixture.service.passes(ada).left == 10)

            let second = try await fixture.topUp(ada)
            fixture.clock.advance(.seconds(3_600))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.payment(.init(id: second.id), ada).state == .expired)
            try await fixture.notify(second)
            #expect(try await fixture.service.payment(.init(id: second.id), ada).state == .paid)
        }
    }

    @Test func `Forged and mismatching notifications credit nothing`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await fixture.topUp(ada)
            func refused(_ body: () async throws -> Void) async -> Bool {
                await ending { try await body() } == "not-believed"
            }
            #expect(await refused { try await fixture.notify(payment, secret: String(repeating: "x", count: 32)) })
            #expect(await refused { try await fixture.notify(payment, amount: 1) })
            #expect(await refused { try await fixture.notify(payment, currency: "USD") })
            #expect(await refused { try await fixture.notify(payment, id: "simulated-other") })
            // The signature covers each bit of the body.
            for bit in 0..<64 {
                #expect(await refused { try await fixture.notify(payment) { $0[bit * 2] ^= 1 } })
            }
            var other = payment
            other.id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(await refused { try await fixture.notify(other) })
            #expect(try await fixture.service.passes(ada).left == 0)
            #expect(try await fixture.number("SELECT count(*) FROM audit WHERE event = 'payment-refused'") == 3)
        }
    }

    @Test func `Ten thousand notifications, most of them wrong, credit only the paid passes`() async throws {
        try await BookingFixture.with(policy: BookingPolicy(unpaidPayments: 1_000)) { fixture in
            let ada = fixture.person()
            var random = SplitMix64(seed: 42)
            var payments: [Booking.Payment] = []
            for _ in 0..<8 { payments.append(try await fixture.topUp(ada)) }
            var paid: Set<Identifier> = []
            for _ in 0..<10_000 {
                guard let payment = payments.randomElement(using: &random) else { return }
                switch UInt8.random(in: 0..<40, using: &random) {
                case 0:
                    try await fixture.notify(payment)
                    paid.insert(payment.id)
                case 1: try await fixture.notify(payment, status: "failed")
                case 2: try? await fixture.notify(payment, amount: Int.random(in: 0..<100_000, using: &random))
                case 3: try? await fixture.notify(payment, currency: "USD")
                case 4: try? await fixture.notify(payment, id: "simulated-\(payments[0].id.text)x")
                default:
                    let place = Int.random(in: 0..<100, using: &random)
                    try? await fixture.notify(payment) { $0[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
                }
            }
            #expect(try await fixture.service.passes(ada).left == paid.count * 10)
            #expect(try await fixture.number("SELECT count(*) FROM pass") == paid.count)
        }
    }

    @Test func `A repeated key begins one payment, which only its customer can see`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            let first = try await fixture.topUp(ada, key: "one")
            #expect(try await fixture.topUp(ada, key: "one") == first)
            #expect(try await fixture.number("SELECT count(*) FROM payment") == 1)
            #expect(await ending { try await fixture.service.payment(.init(id: first.id), eve) } == "not-found")
            #expect(await ending { try await fixture.topUp(ada, "no-such") } == "no-such-product")
        }
    }
}
