import RPC
import Testing
import Values

@testable import BookingService

@Suite struct HoldTests {
    @Test func `Held slots are nobody else's until the hold runs out, and become the booking of its holder`()
        async throws
    {
        try await World.with { world in
            let (ada, eve) = (world.person(), world.person())
            let hold = try await world.hold(ada, world.today(15), sets: 2)
            #expect(try await world.state(world.today(15)) == .held)
            #expect(await ending { try await world.book(eve, world.today(15, 15)) } == "slot-taken")
            #expect(await ending { try await world.hold(eve, world.today(15, 15)) } == "slot-taken")
            let booking = try await world.service.book(
                .init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
            #expect(booking.startsAt == hold.startsAt && booking.sets == hold.sets && booking.price == hold.price)
            #expect(try await world.state(world.today(15)) == .booked)
            #expect(try await world.number("SELECT count(*) FROM hold") == 0)
        }
    }

    @Test func `After five minutes a hold gives way, to the millisecond`() async throws {
        try await World.with { world in
            let (ada, eve) = (world.person(), world.person())
            let hold = try await world.hold(ada, world.today(15))
            world.clock.set(Instant(milliseconds: hold.expiresAt.milliseconds - 1))
            #expect(await ending { try await world.book(eve, world.today(15)) } == "slot-taken")
            world.clock.set(hold.expiresAt)
            #expect(try await world.state(world.today(15)) == .free)
            #expect(
                await ending {
                    try await world.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "hold-expired")
            #expect(await ending { try await world.book(eve, world.today(15)) } == "ok")
        }
    }

    @Test func `A hold ends when its time begins: what has begun cannot be booked by it`() async throws {
        try await World.with { world in
            let ada = world.person()
            world.clock.set(world.today(14, 58))
            let hold = try await world.hold(ada, world.today(15))
            #expect(hold.expiresAt == world.today(15))
            world.clock.set(world.today(15))
            #expect(
                await ending {
                    try await world.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "hold-expired")
        }
    }

    @Test func `Who books something else gives the held slots back`() async throws {
        try await World.with { world in
            let ada = world.person()
            _ = try await world.hold(ada, world.today(15))
            _ = try await world.book(ada, world.today(17))
            #expect(try await world.state(world.today(15)) == .free)
            // Its own hold is in nobody's way.
            world.clock.advance(.seconds(11))
            _ = try await world.hold(ada, world.today(15))
            #expect(await ending { try await world.book(ada, world.today(15), sets: 2) } == "ok")
        }
    }

    @Test func `One account cannot keep slots from everybody by holding them again and again`() async throws {
        try await World.with { world in
            let ada = world.person()
            let first = try await world.hold(ada, world.today(15))
            #expect(await ending { try await world.hold(ada, world.today(15)) } == "hold-cooldown")
            world.clock.advance(.seconds(200))
            // The same slots again: not longer than before.
            #expect(try await world.hold(ada, world.today(15), sets: 2).expiresAt == first.expiresAt)
            world.clock.set(first.expiresAt)
            let error = await rpcError { try await world.hold(ada, world.today(15)) }
            #expect(error?.reason == "hold-cooldown")
            #expect(error?.retryAfterMilliseconds == 300_000)
            world.clock.advance(.seconds(300))
            #expect(await ending { try await world.hold(ada, world.today(15)) } == "ok")
        }
    }

    @Test func `Released slots are free at once, and the next hold may follow soon`() async throws {
        try await World.with { world in
            let ada = world.person()
            let hold = try await world.hold(ada, world.today(15))
            try await world.service.release(.init(id: hold.id), ada)
            try await world.service.release(.init(id: hold.id), ada)
            try await world.service.release(.init(id: hold.id), world.person())
            #expect(try await world.state(world.today(15)) == .free)
            world.clock.advance(.seconds(10))
            #expect(await ending { try await world.hold(ada, world.today(15)) } == "ok")
        }
    }
}
