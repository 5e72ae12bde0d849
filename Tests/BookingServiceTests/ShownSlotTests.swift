import AuthContract
import BookingContract
import Contract
import RPC
import Testing
import Values
import Wire

@testable import BookingService

/// Tests of what callers see of days and slots: closed days with the reason, and which slots are their own.
@Suite struct ShownSlotTests {
    private func date(_ day: Int) -> LocalDate { LocalDate(daysSince1970: 20_778 + day) }

    private func slots(
        _ fixture: BookingFixture, _ day: Int = 0, on reverse: String? = nil, as caller: BookingCaller? = nil,
        in language: Language = .english
    ) async throws -> Booking.Slots.Result {
        let answer = try await fixture.service.slots(
            .init(date: date(day), reverseId: reverse.map(ReverseID.init(unchecked:))), caller?.account, in: language)
        return try JSONCoding.decode(Booking.Slots.Result.self, from: answer, unknownMembers: .rejected)
    }

    private func days(
        _ fixture: BookingFixture, from day: Int, _ count: Int, in language: Language = .english
    ) async throws -> [Booking.Day] {
        try await fixture.service.days(
            .init(from: date(day), days: DayCount(unchecked: count)), in: language
        ).items
    }

    private func close(
        _ fixture: BookingFixture, from: Instant, to: Instant, on reverse: String? = nil, _ reason: String
    ) async throws -> Booking.Closure {
        try await fixture.service.close(
            .init(
                from: from, to: to, reverseId: reverse.map(ReverseID.init(unchecked:)),
                reason: NoteText(unchecked: reason)),
            fixture.person([.parkStaff]).with(key: fixture.freshKey()))
    }

    // MARK: Closed days

    @Test func `Each day asked for is listed; past days, closing days and days beyond the horizon say why not`()
        async throws
    {
        try await BookingFixture.with(configure: { park in
            park.horizonDays = 4
            park.hours.removeAll { $0.weekday.value == 1 }
        }) { fixture in
            // Friday to Thursday, of which Saturday is today.
            let week = try await days(fixture, from: -1, 7)
            #expect(week.map(\.date) == (-1...5).map(date))
            #expect(
                week.map(\.closing?.reason) == [.past, nil, nil, .closingDay, nil, .notYetOpen, .notYetOpen])
            #expect(week.map(\.isClosed) == [true, false, false, true, false, true, true])
            #expect(week.map(\.free) == [0, 98, 104, 0, 88, 0, 0])
            #expect(week[3].opensAt == nil && week[5].opensAt == fixture.time(day: 4, 10))
            for day in [-1, 2, 4] {
                let shown = try await slots(fixture, day)
                #expect(shown.isClosed && shown.items.isEmpty)
                #expect(shown.closing == week[day + 1].closing)
            }
            #expect(try await !slots(fixture, 1).isClosed)
            let far = try await fixture.service.days(
                .init(from: LocalDate("9999-12-30"), days: DayCount(unchecked: 14)))
            #expect(far.items.map(\.closing?.reason) == [.notYetOpen, .notYetOpen])
        }
    }

    @Test func `A day is over once its last set has started`() async throws {
        try await BookingFixture.with { fixture in
            fixture.clock.set(Instant(milliseconds: fixture.today(21, 45).milliseconds - 1))
            let before = try await days(fixture, from: 0, 1)
            #expect(before.map(\.isClosed) == [false])
            fixture.clock.set(fixture.today(21, 45))
            #expect(try await days(fixture, from: 0, 1).map(\.closing?.reason) == [.past])
            #expect(try await slots(fixture).closing?.reason == .past)
        }
    }

    @Test func `A day within a closure says so in the caller's language and the staff's words until it is reopened`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let closure = try await close(fixture, from: fixture.today(9), to: fixture.time(day: 1, 22), "Шторм")
            for day in 0...1 {
                let shown = try #require(try await days(fixture, from: day, 1, in: .belarusian).first)
                #expect(shown.isClosed && shown.free == 0 && shown.slots > 0)
                #expect(
                    shown.closing
                        == Booking.DayClosing(
                            reason: .closure, text: "Парк часова зачынены.", note: NoteText(unchecked: "Шторм")))
                // The cached answer is not that of another language.
                #expect(try await slots(fixture, day).closing?.text == "The park is temporarily closed.")
                #expect(try await slots(fixture, day, in: .russian).closing?.text == "Парк временно закрыт.")
            }
            #expect(try await days(fixture, from: 2, 1).map(\.isClosed) == [false])
            _ = try await fixture.service.reopen(.init(id: closure.id), fixture.person([.parkStaff]))
            #expect(try await days(fixture, from: 0, 2).map(\.isClosed) == [false, false])
            #expect(try await slots(fixture).closing == nil)
        }
    }

    @Test func `A closure of one reverse or of some hours closes what it covers, and not the day`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await close(fixture, from: fixture.today(9), to: fixture.today(22), on: "big", "New cable")
            #expect(try await days(fixture, from: 0, 1).map(\.isClosed) == [false])
            #expect(try await slots(fixture).closing == nil)
            let big = try await slots(fixture, on: "big")
            #expect(big.isClosed && big.closing?.note?.text == "New cable")
            #expect(big.closing?.text == "This reverse is temporarily closed.")
            #expect(try await !slots(fixture, on: "small").isClosed)
            // The rest of the day on the other reverse.
            fixture.clock.set(fixture.today(15))
            _ = try await close(fixture, from: fixture.today(15), to: fixture.today(22), on: "small", "Storm")
            #expect(try await days(fixture, from: 0, 1).map(\.closing?.reason) == [.closure])
        }
    }

    @Test func `A fully booked day is not closed`() async throws {
        try await BookingFixture.with(configure: { park in
            park.hours = park.hours.map {
                Booking.DayHours(
                    weekday: $0.weekday, opens: TimeOfDay(unchecked: "12:00"), closes: TimeOfDay(unchecked: "12:30"))
            }
        }) { fixture in
            for reverse in ["big", "small"] {
                _ = try await fixture.book(fixture.person(), fixture.today(12), sets: 2, on: reverse)
            }
            let day = try #require(try await days(fixture, from: 0, 1).first)
            #expect(day.free == 0 && day.slots == 4 && !day.isClosed && day.closing == nil)
        }
    }

    // MARK: Own slots

    @Test func `Callers see their own bookings and holds among the slots, and others see none of them`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, eve) = (fixture.person(), fixture.person())
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2)
            let hold = try await fixture.hold(ada, fixture.today(16), on: "small")
            let other = try await fixture.book(eve, fixture.today(18))

            let own = try await slots(fixture, as: ada).items
            let times = [fixture.today(15), fixture.today(15, 15), fixture.today(16)]
            #expect(own.filter(\.isMine).map(\.startsAt) == times)
            #expect(own.filter(\.isMine).map(\.bookingId) == [booking.id, booking.id, nil])
            #expect(own.filter(\.isMine).map(\.holdId) == [nil, nil, hold.id])
            #expect(own.filter(\.isMine).map(\.state.known) == [.booked, .booked, .held])
            #expect(try await slots(fixture, on: "small", as: ada).items.filter(\.isMine).map(\.holdId) == [hold.id])
            #expect(try await slots(fixture, as: eve).items.filter(\.isMine).map(\.bookingId) == [other.id])
            for caller in [nil, fixture.person()] {
                let items = try await slots(fixture, as: caller).items
                #expect(!items.contains { $0.isMine || $0.bookingId != nil || $0.holdId != nil })
            }

            _ = try await fixture.cancel(ada, booking)
            fixture.clock.set(hold.expiresAt)
            #expect(try await slots(fixture, as: ada).items.filter(\.isMine).isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `A booking for a number is the account's own as soon as the account takes it over`(
        isCustomer: Bool
    ) async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(hasPhone: false), fixture.person([.parkStaff]))
            if isCustomer { _ = try await fixture.book(ada, fixture.today(18)) }
            let phone = PhoneNumber(unchecked: "+375297654321")
            let item = try await fixture.bookFor(fixture.today(15), for: phone, by: staff)
            func own() async throws -> [Identifier?] {
                try await slots(fixture, as: ada).items.filter(\.isMine).map(\.bookingId)
            }
            #expect(try await !own().contains(item.booking.id))

            fixture.people.add(Person(account: ada.account, name: CustomerName(unchecked: "Ada"), phone: phone))
            fixture.clock.set(Instant(milliseconds: fixture.clock.now + 61_000))
            _ = try await fixture.service.history(.init(), ada)
            #expect(try await own().contains(item.booking.id))
        }
    }

    @Test func `A booking by the staff is the customer's own, even once it has begun`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let phone = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now)?.phone)
            let item = try await fixture.bookFor(fixture.today(15), for: phone, by: staff)
            fixture.clock.set(fixture.today(15, 5))
            let own = try await slots(fixture, as: ada).items.filter(\.isMine)
            #expect(own.map(\.bookingId) == [item.booking.id] && own.map(\.state.known) == [.past])
            #expect(try await slots(fixture, as: staff).items.filter(\.isMine).isEmpty)
        }
    }
}
