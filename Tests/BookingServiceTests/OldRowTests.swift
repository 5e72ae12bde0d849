import BookingContract
import Contract
import Postgres
import Testing
import Values
import Wire

@testable import BookingService

/// Rows that were written before values of the contract were renamed.
@Suite struct OldRowTests {
    private func texts(_ fixture: BookingFixture, _ sql: String) async throws -> [String] {
        try await fixture.client.query(PreparedStatement("texts", "SELECT (\(sql))::text AS text")).map {
            try $0.read("text", as: String.self)
        }
    }

    @Test func `A booking and a case keep the old texts in their rows and have the new ones in answers`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.admin]))
            let booking = try await fixture.book(ada, fixture.today(15), .onSite)
            fixture.clock.set(fixture.today(15, 1))
            let missed = try await fixture.service.noShow(.init(id: booking.id), staff)
            #expect(missed.booking.state == .noShow && missed.booking.payWith == .onSite)
            let row = "FROM booking WHERE id = '\(booking.id.text)'"
            #expect(try await texts(fixture, "SELECT state \(row)") == ["noShow"])
            #expect(try await texts(fixture, "SELECT pay_with \(row)") == ["onSite"])
            #expect(try await texts(fixture, "SELECT kind FROM sanction_case") == ["noShow"])
            let answer = String(decoding: try JSONCoding.encode(missed), as: UTF8.self)
            #expect(answer.contains(#""state":"no-show""#) && answer.contains(#""payWith":"on-site""#), "\(answer)")

            try await fixture.run("UPDATE booking SET state = 'checkedIn' WHERE id = '\(booking.id.text)'")
            try await fixture.run("UPDATE sanction_case SET kind = 'lateCancellation'")
            #expect(try await fixture.service.get(.init(id: booking.id), ada).state == .checkedIn)
            #expect(try await fixture.service.cases(.init(), ada).items.map(\.kind.known) == [.lateCancellation])
            try await fixture.run("UPDATE booking SET state = 'noShow' WHERE id = '\(booking.id.text)'")
        }
    }

    @Test(arguments: [("chargeSets", SanctionKind.chargeSets), ("prepayOnly", .prepayOnly)])
    func `A decision is read from an old row`(text: String, sanction: SanctionKind) async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.admin]))
            let booking = try await fixture.book(ada, fixture.today(15), .onSite)
            fixture.clock.set(fixture.today(15, 1))
            let missed = try await fixture.service.noShow(.init(id: booking.id), staff)
            _ = try await fixture.service.decide(
                .init(
                    id: try #require(missed.booking.caseId), sanction: .warning,
                    reason: NoteText(unchecked: "others waited")),
                staff.with(key: fixture.freshKey()))
            try await fixture.run("UPDATE sanction_case SET sanction = '\(text)'")
            #expect(try await fixture.service.cases(.init(), ada).items.map(\.decision?.sanction.known) == [sanction])
        }
    }

    @Test func `A kept answer with old names answers the same call again`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15), .onSite, key: "one")
            try await fixture.run(
                """
                UPDATE idempotency_key SET answer =
                    convert_to(replace(convert_from(answer, 'UTF8'), '"on-site"', '"onSite"'), 'UTF8')
                """)
            #expect(try await fixture.number("SELECT count(*) FROM idempotency_key") == 1)
            #expect(try await fixture.book(ada, fixture.today(15), .onSite, key: "one") == booking)
        }
    }

    @Test func `A kept answer of the release before is read, and texts in it stay as they are`() throws {
        let answer = #"""
            {"booking":{"id":"019ab3c4-5d6e-7f80-9123-456789abcdef","reverseId":"big",\#
            "startsAt":"2026-11-21T12:00:00.000Z","endsAt":"2026-11-21T12:10:00.000Z","timeZone":"Europe/Minsk",\#
            "sets":1,"state":"checkedIn","payWith":"onSite","charge":{"state":"none","sets":0,"money":\#
            {"amount":5000,"currency":"BYN"}},"price":{"amount":5000,"currency":"BYN"},\#
            "freeUntil":"2026-11-21T10:00:00.000Z","madeAt":"2026-11-21T06:00:00.000Z",\#
            "decision":{"sanction":"prepayOnly","reason":"\"state\":\"noShow\"","at":"2026-11-21T06:00:00.000Z"}},\#
            "customer":{"id":"019ab3c4-5d6e-7f80-9123-456789abcdee","name":"Ada","lateCancellations":0,"noShows":0,\#
            "due":{"amount":0,"currency":"BYN"}},"toPay":{"amount":5000,"currency":"BYN"}}
            """#
        let item = try JSONCoding.decode(
            Booking.BoardItem.self, from: RenamedAnswer.renamed(Array(answer.utf8)), unknownMembers: .ignored)
        #expect(item.booking.state == .checkedIn && item.booking.payWith == .onSite)
        #expect(item.booking.decision?.sanction == .prepayOnly)
        #expect(item.booking.decision?.reason.text == #""state":"noShow""#)
    }

    @Test func `A booking made by an older program cannot be undone`() async throws {
        try await BookingFixture.with(configure: { $0.undoMinutes = 10 }) { fixture in
            let ada = fixture.person()
            fixture.clock.set(fixture.today(14))
            let booking = try await fixture.book(ada, fixture.today(15))
            try await fixture.run("UPDATE booking SET undo_ms = DEFAULT")
            #expect(try await fixture.service.get(.init(id: booking.id), ada).freeUntil == fixture.today(13))
            #expect(try await fixture.cancel(ada, booking).cancellation?.isLate == true)
        }
    }

    @Test func `Entries of the ledger are read from old rows`() async throws {
        try await BookingFixture.with { fixture in
            let texts = LedgerKind.allCases.map { LedgerKind.storedTexts[$0] ?? $0.rawValue }
            let rows = try await fixture.client.query(
                PreparedStatement("kinds", "SELECT unnest(ARRAY['\(texts.joined(separator: "','"))']) AS kind"))
            #expect(try rows.map { try $0.read("kind", as: LedgerKind.self) } == LedgerKind.allCases)
            #expect(texts.contains("paidBack"))
        }
    }
}
