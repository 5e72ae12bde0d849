import BookingContract
import RPC
import Testing
import Values

@testable import BookingService

@Suite struct HoldTests {
    @Test func `Held slots are blocked for others and can be booked by the holder`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            let hold = try await fixture.hold(ada, fixture.today(15), sets: 2)
            #expect(try await fixture.state(fixture.today(15)) == .held)
            #expect(await ending { try await fixture.book(eve, fixture.today(15, 15)) } == "slot-taken")
            #expect(await ending { try await fixture.hold(eve, fixture.today(15, 15)) } == "slot-taken")
            let booking = try await fixture.service.book(
                .init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
            #expect(booking.startsAt == hold.startsAt && booking.sets == hold.sets && booking.price == hold.price)
            #expect(try await fixture.state(fixture.today(15)) == .booked)
            #expect(try await fixture.number("SELECT count(*) FROM hold") == 0)
        }
    }

    @Test func `A hold expires after five minutes, to the millisecond`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            let hold = try await fixture.hold(ada, fixture.today(15))
            fixture.clock.set(Instant(milliseconds: hold.expiresAt.milliseconds - 1))
            #expect(await ending { try await fixture.book(eve, fixture.today(15)) } == "slot-taken")
            fixture.clock.set(hold.expiresAt)
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "hold-expired")
            #expect(await ending { try await fixture.book(eve, fixture.today(15)) } == "ok")
        }
    }

    @Test func `A hold ends at the start of its slots`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            fixture.clock.set(fixture.today(14, 58))
            let hold = try await fixture.hold(ada, fixture.today(15))
            #expect(hold.expiresAt == fixture.today(15))
            fixture.clock.set(fixture.today(15))
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "hold-expired")
        }
    }

    @Test func `Booking other slots frees the held ones`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await fixture.hold(ada, fixture.today(15))
            _ = try await fixture.book(ada, fixture.today(17))
            #expect(try await fixture.state(fixture.today(15)) == .free)
            // The caller's own hold is not in the way.
            fixture.clock.advance(.seconds(11))
            _ = try await fixture.hold(ada, fixture.today(15))
            #expect(await ending { try await fixture.book(ada, fixture.today(15), sets: 2) } == "ok")
        }
    }

    @Test func `An account cannot block slots by holding them repeatedly`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let first = try await fixture.hold(ada, fixture.today(15))
            fixture.clock.advance(.seconds(200))
            // Holding the same slots again does not prolong the hold.
            #expect(try await fixture.hold(ada, fixture.today(15), sets: 2).expiresAt == first.expiresAt)
            fixture.clock.set(first.expiresAt)
            let error = await rpcError { try await fixture.hold(ada, fixture.today(15)) }
            #expect(error?.reason == "hold-cooldown")
            #expect(error?.retryAfterMilliseconds == 300_000)
            fixture.clock.advance(.seconds(300))
            #expect(await ending { try await fixture.hold(ada, fixture.today(15)) } == "ok")
        }
    }

    @Test func `A second hold replaces the first at once, and leaves it if the slots are taken`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            let first = try await fixture.hold(ada, fixture.today(15))
            let second = try await fixture.hold(ada, fixture.today(16), sets: 2)
            #expect(second.id != first.id)
            #expect(second.expiresAt.milliseconds == fixture.clock.now + 300_000)
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(try await fixture.state(fixture.today(16, 15)) == .held)
            #expect(try await fixture.number("SELECT count(*) FROM hold") == 1)
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: first.id, payWith: .onSite), ada.with(key: "first"))
                } == "hold-expired")

            // Only the second of both sets is taken.
            _ = try await fixture.book(eve, fixture.today(17, 15))
            #expect(await ending { try await fixture.hold(ada, fixture.today(17), sets: 2) } == "slot-taken")
            #expect(try await fixture.state(fixture.today(17)) == .free)
            #expect(try await fixture.state(fixture.today(16)) == .held)
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: second.id, payWith: .onSite), ada.with(key: "second"))
                } == "ok")
        }
    }

    @Test func `Holds that replace each other last ten minutes together, and then the account pauses`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await fixture.hold(ada, fixture.today(15))
            fixture.clock.advance(.seconds(299))
            // A hold that replaces another has its full time …
            let second = try await fixture.hold(ada, fixture.today(16))
            #expect(second.expiresAt.milliseconds == fixture.clock.now + 300_000)
            // … up to the tenth minute after the first of them.
            let third = try await fixture.hold(ada, fixture.today(15))
            #expect(third.expiresAt.milliseconds == fixture.clock.now + 300_000)
            fixture.clock.advance(.seconds(298))
            let last = try await fixture.hold(ada, fixture.today(16))
            #expect(last.expiresAt.milliseconds == fixture.clock.now + 3_000)
            fixture.clock.set(last.expiresAt)
            #expect(await ending { try await fixture.hold(ada, fixture.today(15)) } == "hold-cooldown")
        }
    }

    @Test func `Released slots are free at once, and the next hold may follow soon`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let hold = try await fixture.hold(ada, fixture.today(15))
            try await fixture.service.release(.init(id: hold.id), ada)
            try await fixture.service.release(.init(id: hold.id), ada)
            try await fixture.service.release(.init(id: hold.id), fixture.person())
            #expect(try await fixture.state(fixture.today(15)) == .free)
            fixture.clock.advance(.seconds(10))
            #expect(await ending { try await fixture.hold(ada, fixture.today(15)) } == "ok")
        }
    }
}
