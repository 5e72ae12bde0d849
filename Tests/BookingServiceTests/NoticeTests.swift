import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService
@testable import Notify

/// Tests of the channels of notices, of decisions in the history, and of the bookings that a closure affects.
@Suite struct NoticeTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    private func close(_ fixture: BookingFixture, _ from: Instant, _ to: Instant) async throws -> Booking.Closure {
        try await fixture.service.close(
            .init(from: from, to: to, reason: reason("storm")),
            fixture.person([.parkStaff]).with(key: fixture.freshKey()))
    }

    @Test func `Notices go by SMS, or by e-mail without a telephone, in the customer's language`() async throws {
        try await BookingFixture.with { fixture in
            let people = [
                fixture.person(hasPhone: false, email: "ada@example.org"),
                fixture.person(language: .russian, hasPhone: false, email: "boris@example.org"),
                fixture.person(language: .belarusian, hasPhone: false, email: "ryhor@example.org"),
                fixture.person(email: "eve@example.org"), fixture.person(hasPhone: false),
            ]
            for (index, person) in people.enumerated() { _ = try await fixture.book(person, fixture.today(15 + index)) }
            #expect(try await close(fixture, fixture.today(12), fixture.today(21)).cancelled == 5)
            let sent = try await fixture.sent().sorted { $0.recipient < $1.recipient }
            #expect(
                sent.map(\.recipient) == [
                    "+375291000004", "ada@example.org", "boris@example.org", "ryhor@example.org",
                ])
            #expect(sent.map(\.channel) == [.sms, .email, .email, .email])
            #expect(
                sent.map(\.subject) == [
                    "", "Wake park closed: your booking was cancelled", "Вейк-парк закрыт: ваша бронь отменена",
                    "Вэйк-парк зачынены: ваша браніраванне скасавана",
                ])
            #expect(
                sent[1].text == """
                    Wake park closed: your booking on 2026-11-21 at 15:00 is cancelled, free of charge. Reason: storm

                    """)
        }
    }

    @Test func `Decisions and reversals are mailed to customers without a telephone`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(hasPhone: false, email: "ada@example.org"), fixture.person([.admin]))
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.today(14))
            let id = try #require(try await fixture.cancel(ada, booking).caseId)
            _ = try await fixture.service.decide(
                .init(id: id, sanction: .warning, reason: reason("late")), admin.with(key: "d"))
            _ = try await fixture.service.reverseDecision(.init(id: id, reason: reason("a mistake")), admin)
            let sent = try await fixture.sent()
            #expect(sent.map(\.recipient) == ["ada@example.org", "ada@example.org"])
            #expect(
                Set(sent.map(\.subject)) == [
                    "A decision about your booking", "The decision about your booking was reversed",
                ])
        }
    }

    @Test func `The history shows the decision on a booking, its reason and its cost`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            fixture.clock.set(fixture.today(14))
            let id = try #require(try await fixture.cancel(ada, booking).caseId)
            func own() async throws -> Booking.Record? {
                try await fixture.service.history(.init(state: .cancelled), ada).items.first
            }
            #expect(try await own()?.decision == nil)
            // One of the two sets is charged: the booking's own charge is returned, the decided one is not.
            _ = try await fixture.service.decide(
                .init(id: id, sanction: .chargeSets, reason: reason("others waited"), sets: SetCount(unchecked: 1)),
                admin.with(key: "d"))
            let decided = try #require(try await own())
            #expect(decided.caseId == id && decided.charge.state == .returned)
            #expect(decided.decision?.sanction == .chargeSets && decided.decision?.sets == 1)
            #expect(decided.decision?.reason.text == "others waited" && decided.decision?.reversedAt == nil)
            #expect(try await fixture.service.get(.init(id: booking.id), ada) == decided)
            #expect(try await fixture.service.board(.init(), admin).items.map(\.booking) == [decided])

            _ = try await fixture.service.reverseDecision(.init(id: id, reason: reason("a mistake")), admin)
            let reversed = try #require(try await own()?.decision)
            #expect(reversed.reversedAt == fixture.today(14) && reversed.reversalReason?.text == "a mistake")
        }
    }

    @Test func `The staff sees the affected bookings before and after a closure, paged`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            var hit: [Identifier] = []
            for hour in [15, 16, 17] { hit.append(try await fixture.book(fixture.person(), fixture.today(hour)).id) }
            let small = try await fixture.book(fixture.person(), fixture.today(16), on: "small")
            _ = try await fixture.book(fixture.person(), fixture.today(19))
            let freed = fixture.person()
            _ = try await fixture.cancel(freed, try await fixture.book(freed, fixture.today(17, 15)))
            func affected(_ reverse: String? = "big", _ cursor: Cursor? = nil, limit: Int = 50) async throws -> Page<
                Booking.BoardItem
            > {
                try await fixture.service.affected(
                    .init(
                        from: fixture.today(15, 5), to: fixture.today(18),
                        reverseId: reverse.map(ReverseID.init(unchecked:)), cursor: cursor,
                        limit: PageLimit(unchecked: limit)), staff)
            }
            // The first booking has begun when the closure begins, and is affected nevertheless.
            #expect(try await affected().items.map(\.booking.id) == hit)
            #expect(Set(try await affected(nil).items.map(\.booking.id)) == Set(hit + [small.id]))
            let first = try await affected(limit: 2)
            #expect(first.items.map(\.booking.id) == Array(hit.prefix(2)))
            let rest = try await affected("big", first.nextCursor, limit: 2)
            #expect(rest.items.map(\.booking.id) == [hit[2]] && rest.nextCursor == nil)
            #expect(await ending { try await affected(nil, first.nextCursor) } == "invalid-params")
            #expect(first.items[0].customer.phone != nil)

            let closure = try await fixture.service.close(
                .init(
                    from: fixture.today(15, 5), to: fixture.today(18), reverseId: ReverseID(unchecked: "big"),
                    reason: reason("storm")), staff.with(key: "close"))
            #expect(closure.cancelled == 3)
            let after = try await affected().items
            #expect(after.map(\.booking.id) == hit)
            #expect(after.allSatisfy { $0.booking.cancellation?.by == .park })
        }
    }

    @Test(arguments: [(0, 0), (0, -1), (0, 367)])
    func `A closure must end after it begins, within a year`(
        from: Int, to: Int
    ) async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let (from, to) = (fixture.time(day: from, 12), fixture.time(day: to, 12))
            let params = Booking.Affected.Params(from: from, to: to)
            #expect(await ending { try await close(fixture, from, to) } == "invalid-params")
            #expect(await ending { try await fixture.service.affected(params, staff) } == "invalid-params")
        }
    }

    @Test func `A customer whose hold a closure ended may hold other slots at once`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let hold = try await fixture.hold(ada, fixture.today(15))
            _ = try await close(fixture, fixture.today(15), fixture.today(16))
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "hold-expired")
            #expect(await ending { try await fixture.hold(ada, fixture.today(17)) } == "ok")
        }
    }

    @Test func `Prices in another currency are refused with their member`() async throws {
        try await BookingFixture.with { fixture in
            let admin = fixture.person([.admin])
            var configuration = try await fixture.service.configuration()
            configuration.park.setPrice.currency = CurrencyCode(unchecked: "EUR")
            let error = await rpcError {
                try await fixture.service.configure(
                    .init(version: configuration.version, park: configuration.park), admin)
            }
            #expect(error?.code == .invalidParams)
            // The prices of bands and products are in rubles still.
            #expect(error?.faults.first?.pointer == "/park/setPrice/currency")
            #expect(error?.faults.first?.rule == "currency")
        }
    }
}
