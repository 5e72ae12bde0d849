import BookingContract
import Contract
import Testing
import Values

@testable import BookingService
@testable import Notify

/// Tests of confirmations, of reminders, and of the customers' choices about them.
@Suite struct ReminderTests {
    private func choose(
        _ fixture: BookingFixture, _ caller: BookingCaller, _ channel: NoticeChannel = .sms,
        quiet: (String, String) = ("22:00", "08:00"), change: (inout Booking.SetNotices.Params) -> Void = { _ in }
    ) async throws -> Booking.NoticeSettings {
        var params = Booking.SetNotices.Params(
            channel: channel, hasConfirmation: true, hasDayReminder: true, hasHourReminder: true,
            quietFrom: TimeOfDay(unchecked: quiet.0), quietTo: TimeOfDay(unchecked: quiet.1))
        change(&params)
        return try await fixture.service.setNotices(params, caller)
    }

    /// Runs the periodic work at a time, and returns the number of messages sent so far.
    private func count(_ fixture: BookingFixture, at time: Instant) async throws -> Int {
        fixture.clock.set(time)
        try await fixture.housekeeping.tidy()
        try await fixture.housekeeping.tidy()
        return try await fixture.sent().count
    }

    @Test func `A booking is confirmed, and recalled the day before and two hours before, once each`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person(language: .russian)
            _ = try await fixture.book(ada, fixture.time(day: 3, 15), sets: 2)
            #expect(try await count(fixture, at: fixture.today(10)) == 1)
            #expect(
                try await fixture.sent()[0].text == "Вейк-парк: бронь 24.11 в 15:00, сетов: 2. Большой реверс")
            #expect(try await count(fixture, at: fixture.time(day: 2, 14, 59)) == 1)
            #expect(try await count(fixture, at: fixture.time(day: 2, 15)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 3, 12, 59)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 3, 13)) == 3)
            #expect(try await count(fixture, at: fixture.time(day: 3, 16)) == 3)
            #expect(
                try await fixture.sent()[2].text
                    == "Вейк-парк: напоминаем, 24.11 в 15:00, сетов: 2. Большой реверс")
        }
    }

    @Test func `A booking shortly ahead is confirmed and not recalled`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await fixture.book(fixture.person(), fixture.today(12, 15))
            #expect(try await count(fixture, at: fixture.today(9, 45)) == 1)
            #expect(try await count(fixture, at: fixture.today(10, 15)) == 1)
        }
    }

    @Test func `Reminders wait for the end of the quiet hours, and are dropped if the booking has begun by then`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            _ = try await choose(fixture, ada, quiet: ("21:00", "10:30"))
            _ = try await choose(fixture, bob, quiet: ("21:00", "13:00"))
            _ = try await fixture.book(ada, fixture.time(day: 1, 12), on: "big")
            _ = try await fixture.book(bob, fixture.time(day: 1, 12), on: "small")
            // The reminders of the day before were due an hour ago.
            #expect(try await count(fixture, at: fixture.today(13)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 1, 10)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 1, 10, 30)) == 3)
            #expect(try await count(fixture, at: fixture.time(day: 1, 13)) == 3)
        }
    }

    @Test func `Notices go by the chosen channel, or by the one that the account has`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(email: "ada@example.org"), fixture.person())
            let chosen = try await choose(fixture, ada, .email)
            #expect(chosen.channel == .email && chosen.channels.map(\.known) == [.sms, .email])
            #expect(try await choose(fixture, bob, .email).channel == .sms)
            _ = try await fixture.book(ada, fixture.today(15))
            _ = try await fixture.book(bob, fixture.today(16))
            #expect(try await count(fixture, at: fixture.today(10)) == 2)
            let sent = try await fixture.sent()
            #expect(sent.map(\.channel).sorted { $0.rawValue < $1.rawValue } == [.email, .sms])
            #expect(sent.first { $0.channel == .email }?.subject == "Your booking at the wake park")
            #expect(try await fixture.service.notices(ada) == chosen)
        }
    }

    @Test func `A customer who wants no confirmations and no reminders gets none`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await choose(fixture, ada) { params in
                params.hasConfirmation = false
                params.hasHourReminder = false
            }
            _ = try await fixture.book(ada, fixture.time(day: 3, 15))
            #expect(try await count(fixture, at: fixture.today(10)) == 0)
            #expect(try await count(fixture, at: fixture.time(day: 2, 15)) == 1)
            #expect(try await count(fixture, at: fixture.time(day: 3, 14)) == 1)
        }
    }

    @Test func `A moved booking is confirmed again, and recalled by its new time`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.time(day: 3, 15))
            #expect(try await count(fixture, at: fixture.today(10)) == 1)
            _ = try await fixture.move(ada, booking, to: fixture.time(day: 4, 15))
            #expect(try await count(fixture, at: fixture.today(11)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 3, 14)) == 2)
            #expect(try await count(fixture, at: fixture.time(day: 3, 15)) == 3)
        }
    }

    @Test func `A cancelled booking is neither confirmed nor recalled`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await fixture.cancel(ada, try await fixture.book(ada, fixture.time(day: 3, 15)))
            #expect(try await count(fixture, at: fixture.today(10)) == 0)
            let other = try await fixture.book(ada, fixture.time(day: 3, 15))
            #expect(try await count(fixture, at: fixture.today(11)) == 1)
            _ = try await fixture.cancel(ada, other)
            #expect(try await count(fixture, at: fixture.time(day: 3, 14)) == 1)
        }
    }

    @Test func `Booking and cancelling in turn sends no more than twelve confirmations a day`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            for minute in 0..<14 {
                let booking = try await fixture.book(ada, fixture.time(day: 3, 15))
                _ = try await count(fixture, at: fixture.today(10, minute))
                _ = try await fixture.cancel(ada, booking)
            }
            #expect(try await fixture.sent().count == 12)
            _ = try await fixture.book(ada, fixture.time(day: 5, 15))
            #expect(try await count(fixture, at: fixture.time(day: 1, 11)) == 13)
        }
    }
}
