import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService

@Suite(.serialized) struct RaceTests {
    /// Makes concurrent calls and counts their results.
    private func endings(
        _ callers: [BookingCaller], _ body: @escaping @Sendable (Int, BookingCaller) async throws -> Void
    ) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for (index, caller) in callers.enumerated() {
                group.addTask { await ending { try await body(index, caller) } }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test func `Of many concurrent bookings of one slot, one succeeds`() async throws {
        try await BookingFixture.with { fixture in
            let people = (0..<200).map { _ in fixture.person() }
            for round in 0..<5 {
                let start = fixture.today(12 + round)
                let ends = await endings(people) { _, caller in _ = try await fixture.book(caller, start) }
                #expect(ends == ["ok": 1, "slot-taken": 199])
            }
        }
    }

    @Test func `Of many concurrent overlapping bookings, those that succeed do not overlap`() async throws {
        try await BookingFixture.with { fixture in
            let people = (0..<120).map { _ in fixture.person() }
            let ends = await endings(people) { index, caller in
                _ = try await fixture.book(caller, fixture.today(15, index % 4 * 15), sets: 2)
            }
            #expect(ends["ok"].map { (1...3).contains($0) } == true, "\(ends)")
            #expect((ends["ok"] ?? 0) + (ends["slot-taken"] ?? 0) == 120, "\(ends)")
        }
    }

    @Test func `Of many concurrent holds of one slot, one succeeds`() async throws {
        try await BookingFixture.with { fixture in
            let people = (0..<120).map { _ in fixture.person() }
            let ends = await endings(people) { _, caller in _ = try await fixture.hold(caller, fixture.today(15)) }
            #expect(ends == ["ok": 1, "slot-taken": 119])
        }
    }

    @Test func `Of many concurrent holds of one account, one remains`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await fixture.hold(ada, fixture.today(11))
            let ends = await endings(Array(repeating: ada, count: 24)) { index, caller in
                _ = try await fixture.hold(caller, fixture.today(15 + index / 4, index % 4 * 15))
            }
            #expect(ends == ["ok": 24])
            #expect(try await fixture.number("SELECT count(*) FROM hold") == 1)
            #expect(try await fixture.slots().filter { $0.state.known == .held }.count == 1)
        }
    }

    @Test func `Of many concurrent moves to one slot, one succeeds`() async throws {
        try await BookingFixture.with { fixture in
            let people = (0..<24).map { _ in fixture.person() }
            var bookings: [Booking.Record] = []
            for (index, caller) in people.enumerated() {
                bookings.append(try await fixture.book(caller, fixture.time(day: 1, 10 + index / 4, index % 4 * 15)))
            }
            let made = bookings
            let ends = await endings(people) { index, caller in
                _ = try await fixture.move(caller, made[index], to: fixture.time(day: 2, 15))
            }
            #expect(ends == ["ok": 1, "slot-taken": 23])
        }
    }

    @Test func `Two customers who swap their slots concurrently each keep one booking`() async throws {
        try await BookingFixture.with { fixture in
            for round in 0..<10 {
                let (ada, bob) = (fixture.person(), fixture.person())
                let (early, late) = (fixture.time(day: 3, 10 + round), fixture.time(day: 3, 10 + round, 15))
                let first = try await fixture.book(ada, early)
                let second = try await fixture.book(bob, late)
                let ends = await endings([ada, bob]) { index, caller in
                    _ = try await fixture.move(caller, index == 0 ? first : second, to: index == 0 ? late : early)
                }
                #expect((ends["ok"] ?? 0) + (ends["slot-taken"] ?? 0) == 2, "\(ends)")
            }
        }
    }

    @Test func `A call repeated while it runs books once`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let ends = await endings(Array(repeating: ada, count: 30)) { _, caller in
                _ = try await fixture.book(caller, fixture.today(15), key: "the same")
            }
            #expect(ends == ["ok": 30])
            let bookings = try await fixture.number("SELECT count(*) FROM booking")
            #expect(bookings == 1)
        }
    }

    @Test func `Concurrent bookings never overdraw a pass`() async throws {
        try await BookingFixture.with(configure: { $0.bookingsPerAccount = 100 }) { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada, "five-sets")
            let ends = await endings(Array(repeating: ada, count: 20)) { index, caller in
                _ = try await fixture.book(caller, fixture.time(day: 1, 10 + index / 4, index % 4 * 15), .pass)
            }
            #expect(ends == ["ok": 5, "not-enough-sets": 15])
        }
    }

    @Test func `Nothing is booked within a concurrent closure`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let people = (0..<40).map { _ in fixture.person() }
            _ = await endings(people + [staff]) { index, caller in
                if caller.isStaff {
                    _ = try await fixture.service.close(
                        .init(from: fixture.today(12), to: fixture.today(20), reason: NoteText(unchecked: "storm")),
                        caller.with(key: "close"))
                } else {
                    _ = try await fixture.book(caller, fixture.today(12 + index / 8, index % 4 * 15))
                }
            }
            let booked = try await fixture.number("SELECT count(*) FROM booking WHERE state = 'booked'")
            #expect(booked == 0)
        }
    }
}
