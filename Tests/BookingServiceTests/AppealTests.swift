import BookingContract
import Contract
import Testing
import Values

@testable import BookingService
@testable import Notify

/// Tests of the customers' words in cases, and of appeals against decisions.
@Suite struct AppealTests {
    private func words(_ text: String) -> CustomerWords { CustomerWords(unchecked: text) }
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    /// Cancels late, and returns the case.
    private func lateCase(_ fixture: BookingFixture, _ customer: BookingCaller) async throws -> Identifier {
        let booking = try await fixture.book(customer, fixture.today(15))
        fixture.clock.set(fixture.today(14))
        return try #require(try await fixture.cancel(customer, booking).caseId)
    }

    private func decide(
        _ fixture: BookingFixture, _ id: Identifier, _ sanction: SanctionKind = .warning
    ) async throws {
        _ = try await fixture.service.decide(
            .init(id: id, sanction: sanction, reason: reason("late")), fixture.person([.admin]).with(key: "d"))
    }

    @Test func `The administrators see the customer's words until they decide`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            let id = try await lateCase(fixture, ada)
            _ = try await fixture.service.explain(.init(id: id, text: words("the bus")), ada)
            let shown = try await fixture.service.explain(.init(id: id, text: words("the bus broke down")), ada)
            #expect(shown.statement?.text.text == "the bus broke down" && shown.statement?.at == fixture.today(14))
            let open = try await fixture.service.openCases(.init(), admin).items
            #expect(open.map(\.statement) == [shown.statement])
            try await decide(fixture, id)
            #expect(
                await ending { try await fixture.service.explain(.init(id: id, text: words("late")), ada) }
                    == "already-decided")
            #expect(try await fixture.service.cases(.init(), ada).items[0].statement == shown.statement)
        }
    }

    @Test func `Nobody explains or appeals in the case of another`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            let id = try await lateCase(fixture, ada)
            _ = try await fixture.book(bob, fixture.today(18))
            for other in [bob, fixture.person(), fixture.person([.admin])] {
                #expect(
                    await ending { try await fixture.service.explain(.init(id: id, text: words("x")), other) }
                        == "not-found")
                #expect(
                    await ending { try await fixture.service.appeal(.init(id: id, text: words("x")), other) }
                        == "not-found")
            }
        }
    }

    @Test func `An appeal is possible once, against a decision with consequences, within 14 days`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let id = try await lateCase(fixture, ada)
            func appeal(_ text: String = "the bus") async -> String {
                await ending { try await fixture.service.appeal(.init(id: id, text: words(text)), ada) }
            }
            #expect(await appeal() == "no-appeal")
            try await decide(fixture, id)
            let until = try #require(try await fixture.service.cases(.init(), ada).items[0].appealUntil)
            #expect(until == fixture.time(day: 14, 14))
            fixture.clock.set(until)
            #expect(await appeal() == "no-appeal")
            fixture.clock.set(fixture.time(day: 14, 13))
            #expect(await appeal() == "ok")
            #expect(await appeal() == "ok")
            #expect(await appeal("another") == "already-appealed")
            let shown = try await fixture.service.cases(.init(), ada).items[0]
            #expect(shown.appeal?.state == .open && shown.appealUntil == nil)
        }
    }

    @Test func `A decision without consequences cannot be appealed against`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let id = try await lateCase(fixture, ada)
            try await decide(fixture, id, .none)
            #expect(
                await ending { try await fixture.service.appeal(.init(id: id, text: words("x")), ada) } == "no-appeal")
        }
    }

    @Test func `A rejected appeal leaves the decision, and the customer is told why`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            let id = try await lateCase(fixture, ada)
            try await decide(fixture, id)
            #expect(
                await ending {
                    try await fixture.service.rejectAppeal(.init(id: id, reason: reason("no")), admin)
                } == "not-appealed")
            _ = try await fixture.service.appeal(.init(id: id, text: words("the bus")), ada)
            #expect(try await fixture.service.appeals(.init(), admin).items.map(\.id) == [id])
            for _ in 0..<2 {
                _ = try await fixture.service.rejectAppeal(.init(id: id, reason: reason("nobody called")), admin)
            }
            #expect(try await fixture.service.appeals(.init(), admin).items.isEmpty)
            let own = try await fixture.service.cases(.init(), ada).items[0]
            #expect(own.state == .decided && own.appeal?.state == .rejected)
            #expect(own.appeal?.answer?.text == "nobody called")
            let sent = try await fixture.sent().map(\.text)
            #expect(sent.count == 2)
            #expect(
                sent.contains("Wake park: your appeal was rejected; the decision stays in force. Reason: nobody called")
            )
            #expect(sent.contains("Wake park: decision on your booking: a warning. Reason: late"))
        }
    }

    @Test func `A reversal grants the appeal`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            let id = try await lateCase(fixture, ada)
            try await decide(fixture, id)
            _ = try await fixture.service.appeal(.init(id: id, text: words("the bus")), ada)
            _ = try await fixture.service.reverseDecision(.init(id: id, reason: reason("right")), admin)
            #expect(try await fixture.service.appeals(.init(), admin).items.isEmpty)
            #expect(try await fixture.service.cases(.init(), ada).items[0].appeal?.state == .granted)
        }
    }

    @Test func `A deleted account leaves no words in its cases`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let id = try await lateCase(fixture, ada)
            _ = try await fixture.service.explain(.init(id: id, text: words("my bus")), ada)
            try await decide(fixture, id)
            _ = try await fixture.service.appeal(.init(id: id, text: words("my bus")), ada)
            _ = try await fixture.service.setNotices(
                .init(
                    channel: .sms, hasConfirmation: true, hasDayReminder: true, hasHourReminder: true,
                    quietFrom: TimeOfDay(unchecked: "22:00"), quietTo: TimeOfDay(unchecked: "08:00")), ada)
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            #expect(
                try await fixture.number("SELECT count(*) FROM sanction_case WHERE statement = '—' AND appeal = '—'")
                    == 1)
            #expect(try await fixture.number("SELECT count(*) FROM notice_choice") == 0)
        }
    }
}
