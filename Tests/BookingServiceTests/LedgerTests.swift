import BookingContract
import RPC
import Testing
import Values

@testable import BookingService

@Suite struct LedgerTests {
    private func left(_ world: World, _ caller: Caller) async throws -> [Int] {
        try await world.service.passes(caller).items.map(\.left)
    }

    @Test func `A pass that is paid for can be ridden: set aside, given back, used`() async throws {
        try await World.with { world in
            let ada = world.person()
            #expect(await ending { try await world.book(ada, world.today(15), .pass) } == "not-enough-sets")
            try await world.buyPass(ada)
            #expect(try await left(world, ada) == [10])

            let booking = try await world.book(ada, world.today(15), sets: 2, .pass)
            #expect(booking.charge == Booking.Charge(state: .held, sets: 2))
            #expect(try await left(world, ada) == [8])
            let cancelled = try await world.cancel(ada, booking)
            #expect(cancelled.charge.state == .returned)
            #expect(try await left(world, ada) == [10])

            let second = try await world.book(ada, world.today(15), sets: 3, .pass)
            let checkedIn = try await world.service.checkIn(.init(id: second.id), world.person([.parkStaff]))
            #expect(checkedIn.booking.state == .checkedIn)
            #expect(checkedIn.booking.charge.state == .charged)
            #expect(try await left(world, ada) == [7])

            let entries = try await world.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind) == [.used, .held, .returned, .held, .paid, .bought])
            #expect(entries.map(\.sets) == [0, -3, 2, -2, nil, 10])
            #expect(entries.map(\.bookingId) == [second.id, second.id, booking.id, booking.id, nil, nil])
        }
    }

    @Test func `Passes that expire first are used first, and none for a ride after it expires`() async throws {
        try await World.with(configure: { $0.products[0].validDays = 2 }) { world in
            let ada = world.person()
            try await world.buyPass(ada, "ten-sets")
            world.clock.advance(.seconds(1))
            try await world.buyPass(ada, "five-sets")
            #expect(try await left(world, ada) == [5, 10])
            _ = try await world.book(ada, world.today(15), sets: 4, .pass)
            _ = try await world.book(ada, world.today(17), sets: 4, .pass)
            #expect(try await left(world, ada) == [0, 7])
            _ = try await world.book(ada, world.time(day: 3, 15), sets: 2, .pass)
            #expect(try await left(world, ada) == [0, 5])
        }
    }

    @Test func `What was set aside is used when the booking begins, without anybody doing anything`() async throws {
        try await World.with { world in
            let ada = world.person()
            try await world.buyPass(ada)
            let booking = try await world.book(ada, world.today(15), .pass)
            world.clock.set(Instant(milliseconds: world.today(15).milliseconds - 1))
            try await world.housekeeping.tidy()
            #expect(try await world.service.get(.init(id: booking.id), ada).charge.state == .held)
            world.clock.set(world.today(15))
            try await world.housekeeping.tidy()
            try await world.housekeeping.tidy()
            #expect(try await world.service.get(.init(id: booking.id), ada).charge.state == .charged)
            #expect(try await world.service.passes(ada).left == 9)
        }
    }

    @Test func `A pass that expires loses what is left on it, not what is set aside`() async throws {
        try await World.with(configure: { $0.products[0].validDays = 1 }) { world in
            let ada = world.person()
            try await world.buyPass(ada, "five-sets")
            _ = try await world.book(ada, world.today(20), sets: 2, .pass)
            world.clock.set(world.today(19))
            world.clock.advance(.seconds(86_400))
            try await world.housekeeping.tidy()
            let entries = try await world.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind) == [.expired, .used, .held, .paid, .bought])
            #expect(entries.first?.sets == -3)
            #expect(try await world.service.passes(ada).items.isEmpty)
        }
    }

    @Test func `Moving a booking on a pass sets as many sets aside as the new time has`() async throws {
        try await World.with { world in
            let ada = world.person()
            try await world.buyPass(ada, "five-sets")
            let booking = try await world.book(ada, world.today(15), sets: 2, .pass)
            let moved = try await world.move(ada, booking, to: world.today(17), sets: 4)
            #expect(moved.charge == Booking.Charge(state: .held, sets: 4))
            #expect(try await left(world, ada) == [1])
            #expect(await ending { try await world.move(ada, moved, to: world.today(18), sets: 1) } == "ok")
            #expect(try await left(world, ada) == [4])
        }
    }

    @Test func `The ledger and its balances cannot be changed or overdrawn by a statement`() async throws {
        try await World.with { world in
            let ada = world.person()
            try await world.buyPass(ada)
            for statement in [
                "UPDATE ledger_transfer SET amount = 1", "DELETE FROM ledger_transfer",
                "UPDATE ledger_account SET balance = -1 WHERE kind = 'pass'",
                "UPDATE ledger_account SET pending = 11 WHERE kind = 'pass'", "DELETE FROM audit",
            ] {
                #expect(await ending { try await world.run(statement) } != "ok", "\(statement)")
            }
        }
    }
}

@Suite struct PaymentTests {
    @Test func `A pass is credited once, however often and in whatever order the provider tells of it`() async throws {
        try await World.with { world in
            let ada = world.person()
            let payment = try await world.topUp(ada)
            #expect(payment.state == .pending)
            #expect(payment.paymentURL?.contains(payment.id.text) == true)
            try await world.notify(payment, status: "pending")
            for _ in 0..<3 { try await world.notify(payment) }
            try await world.notify(payment, status: "failed")
            try await world.notify(payment, status: "expired")
            #expect(try await world.service.payment(.init(id: payment.id), ada).state == .paid)
            #expect(try await world.service.passes(ada).left == 10)
            // Told of at the same time.
            let second = try await world.topUp(ada)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 { group.addTask { try? await world.notify(second) } }
            }
            #expect(try await world.service.passes(ada).left == 20)
        }
    }

    @Test func `Who pays late has paid; what failed can still succeed, never the other way round`() async throws {
        try await World.with { world in
            let ada = world.person()
            let payment = try await world.topUp(ada)
            try await world.notify(payment, status: "failed")
            #expect(try await world.service.payment(.init(id: payment.id), ada).state == .failed)
            try await world.notify(payment)
            #expect(try await world.service.passes(ada).left == 10)

            let second = try await world.topUp(ada)
            world.clock.advance(.seconds(3_600))
            try await world.housekeeping.tidy()
            #expect(try await world.service.payment(.init(id: second.id), ada).state == .expired)
            try await world.notify(second)
            #expect(try await world.service.payment(.init(id: second.id), ada).state == .paid)
        }
    }

    @Test func `Nothing is credited for a notification that is forged or does not fit`() async throws {
        try await World.with { world in
            let ada = world.person()
            let payment = try await world.topUp(ada)
            func refused(_ body: () async throws -> Void) async -> Bool {
                await ending { try await body() } == "not-believed"
            }
            #expect(await refused { try await world.notify(payment, secret: String(repeating: "x", count: 32)) })
            #expect(await refused { try await world.notify(payment, amount: 1) })
            #expect(await refused { try await world.notify(payment, currency: "USD") })
            #expect(await refused { try await world.notify(payment, id: "simulated-other") })
            // Each bit of the body counts.
            for bit in 0..<64 {
                #expect(await refused { try await world.notify(payment) { $0[bit * 2] ^= 1 } })
            }
            var other = payment
            other.id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(await refused { try await world.notify(other) })
            #expect(try await world.service.passes(ada).left == 0)
            #expect(try await world.number("SELECT count(*) FROM audit WHERE event = 'payment-refused'") == 3)
        }
    }

    @Test func `Ten thousand notifications, most of them wrong, credit what was paid and no more`() async throws {
        try await World.with { world in
            let ada = world.person()
            var random = SplitMix(seed: 42)
            var payments: [Booking.Payment] = []
            for _ in 0..<8 { payments.append(try await world.topUp(ada)) }
            var paid: Set<Identifier> = []
            for _ in 0..<10_000 {
                guard let payment = payments.randomElement(using: &random) else { return }
                switch UInt8.random(in: 0..<40, using: &random) {
                case 0:
                    try await world.notify(payment)
                    paid.insert(payment.id)
                case 1: try await world.notify(payment, status: "failed")
                case 2: try? await world.notify(payment, amount: Int.random(in: 0..<100_000, using: &random))
                case 3: try? await world.notify(payment, currency: "USD")
                case 4: try? await world.notify(payment, id: "simulated-\(payments[0].id.text)x")
                default:
                    let place = Int.random(in: 0..<100, using: &random)
                    try? await world.notify(payment) { $0[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
                }
            }
            #expect(try await world.service.passes(ada).left == paid.count * 10)
            #expect(try await world.number("SELECT count(*) FROM pass") == paid.count)
        }
    }

    @Test func `The same key begins one payment; another customer's is nobody's business`() async throws {
        try await World.with { world in
            let (ada, eve) = (world.person(), world.person())
            let first = try await world.topUp(ada, key: "one")
            #expect(try await world.topUp(ada, key: "one") == first)
            #expect(try await world.number("SELECT count(*) FROM payment") == 1)
            #expect(await ending { try await world.service.payment(.init(id: first.id), eve) } == "not-found")
            #expect(await ending { try await world.topUp(ada, "no-such") } == "no-such-product")
        }
    }
}

/// Numbers that are the same each time (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
