import BookingContract
import Contract
import RPC
import TestSupport
import Testing
import Values

@testable import BookingService

/// Tests of the calendar feed of a customer's bookings.
@Suite struct BookingCalendarTests {
    private func secret(_ path: String) throws -> CalendarSecret {
        let name = try #require(path.split(separator: "/").last)
        #expect(path == "/v1/park/calendars/\(name)" && name.hasSuffix(".ics"))
        return try #require(CalendarSecret(String(name)))
    }

    /// Returns the lines of a feed; `nil` if its address is unknown.
    private func lines(_ fixture: BookingFixture, _ secret: CalendarSecret) async throws -> [Substring]? {
        do {
            let result = try await fixture.service.calendarFile(.init(secret: secret), deadline: .now + .seconds(600))
            #expect(result.mediaType == "text/calendar")
            let bytes = try #require(Base64URL.decode(result.bodyBase64))
            return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
                // Long lines are folded.
                .replacing("\n ", with: "").split(separator: "\n")
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    @Test func `A feed has the bookings that were not cancelled, and follows a move`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(language: .russian), fixture.person())
            let address = try secret(try await fixture.service.makeCalendar(ada).path)
            #expect(try await fixture.service.calendar(ada).madeAt == fixture.today(9, 40))
            #expect(try await lines(fixture, address)?.contains("BEGIN:VEVENT") == false)

            let kept = try await fixture.book(ada, fixture.today(15), sets: 2)
            let cancelled = try await fixture.book(ada, fixture.today(17))
            _ = try await fixture.cancel(ada, cancelled)
            _ = try await fixture.book(bob, fixture.today(18))
            _ = try await fixture.move(ada, kept, to: fixture.time(day: 1, 16), on: "small")
            let feed = try #require(try await lines(fixture, address))
            #expect(feed.filter { $0.hasPrefix("UID:") } == ["UID:\(kept.id.text)@vokol"])
            for line in [
                "X-WR-CALNAME:Вейк-парк «Вокол»", "DTSTAMP:20261121T064000Z", "SEQUENCE:1",
                "DTSTART:20261122T130000Z", "DTEND:20261122T133000Z", "SUMMARY:Вейк-парк «Вокол»: Малый реверс",
                "LOCATION:Минское море\\, Беларусь", "GEO:53.9706;27.3815", "DESCRIPTION:Сетов: 2",
            ] { #expect(feed.contains(Substring(line)), "\(line) in \(feed)") }
            #expect(feed.first == "BEGIN:VCALENDAR" && feed.last == "END:VCALENDAR")
        }
    }

    @Test func `Bookings leave a feed ninety days after their start`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let address = try secret(try await fixture.service.makeCalendar(ada).path)
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.time(day: 90, 14, 59))
            #expect(try await lines(fixture, address)?.contains("UID:\(booking.id.text)@vokol") == true)
            fixture.clock.set(fixture.time(day: 90, 15))
            #expect(try await lines(fixture, address)?.contains { $0.hasPrefix("UID:") } == false)
        }
    }

    @Test func `A new address replaces the earlier one, and a revoked one is unknown`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            #expect(try await fixture.service.calendar(ada).madeAt == nil)
            let first = try secret(try await fixture.service.makeCalendar(ada).path)
            fixture.clock.advance(.seconds(60))
            let second = try secret(try await fixture.service.makeCalendar(ada).path)
            let other = try secret(try await fixture.service.makeCalendar(bob).path)
            #expect(try await fixture.service.calendar(ada).madeAt == fixture.today(9, 41))
            #expect(try await lines(fixture, first) == nil)
            #expect(try await lines(fixture, second) != nil)
            try await fixture.service.removeCalendar(ada)
            try await fixture.service.removeCalendar(ada)
            #expect(try await fixture.service.calendar(ada).madeAt == nil)
            #expect(try await lines(fixture, second) == nil)
            #expect(try await lines(fixture, other) != nil)
        }
    }

    @Test func `The longest texts leave the earliest bookings out of a feed`() async throws {
        let longest = String(repeating: "🏄", count: 4_000)
        let texts = Booking.Texts(en: longest, ru: longest, be: longest)
        func lengthen(_ settings: inout Booking.ParkSettings) {
            settings.name = texts
            settings.address = texts
            for index in settings.reverses.indices { settings.reverses[index].name = texts }
        }
        try await BookingFixture.with(configure: lengthen) { fixture in
            let booking = try await fixture.book(fixture.person(), fixture.today(15))
            let row = try #require(try await fixture.store.session().bookings.get(booking.id))
            let bookings = (0..<CalendarFile.limit).map { number in
                var other = row
                other.moves = number
                return other
            }
            let file = CalendarFile(park: try await fixture.source.park(), language: .english)
            let bytes = file.bytes(of: bookings)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(bytes.count <= RawResult.maximumBytes && text.hasSuffix("END:VCALENDAR\r\n"))
            #expect(text.contains("SEQUENCE:0\r\n") && !text.contains("SEQUENCE:399\r\n"))
        }
    }

    @Test func `A feed that an older program has left is unknown`() async throws {
        try await BookingFixture.with { fixture in
            let address = try secret(try await fixture.service.makeCalendar(fixture.person()).path)
            try await fixture.run("UPDATE customer SET account_id = NULL, name = '—', phone = NULL, email = NULL")
            #expect(try await lines(fixture, address) == nil)
        }
    }

    @Test func `The feed of a deleted account is unknown, and the database keeps no secret`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let address = try secret(try await fixture.service.makeCalendar(ada).path)
            #expect(try await DatabaseSearch.tables(containing: [address.text], in: fixture.client).isEmpty)
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            #expect(try await lines(fixture, address) == nil)
            #expect(try await fixture.number("SELECT count(*) FROM calendar") == 0)
        }
    }
}
