import BookingContract
import Contract
import RPC
import Testing
import Values

@testable import BookingService
@testable import Notify

@Suite struct StaffTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    @Test func `The board shows bookings, amounts to pay, holds and closures`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            try await fixture.buyPass(ada)
            let second = try await fixture.book(ada, fixture.today(16), sets: 2, .pass)
            let first = try await fixture.book(fixture.person(), fixture.today(15))
            _ = try await fixture.hold(fixture.person(), fixture.today(17))
            _ = try await fixture.service.note(.init(id: first.id, note: reason("first time")), staff)
            let board = try await fixture.service.board(.init(), staff)
            #expect(board.date.description == "2026-11-21")
            #expect(board.items.map(\.booking.id) == [first.id, second.id])
            #expect(board.items.map(\.toPay.amount) == [3_000, 0])
            #expect(board.items[0].note?.text == "first time")
            #expect(board.items[1].customer.name.text == "Person 1")
            #expect(board.held.map(\.startsAt) == [fixture.today(17)])
            #expect(try await fixture.service.board(.init(date: LocalDate("2026-11-22")), staff).items.isEmpty)
        }
    }

    @Test func `Customers are found by the last digits of their phone number`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let booking = try await fixture.book(ada, fixture.time(day: 3, 15))
            _ = try await fixture.book(fixture.person(), fixture.time(day: 3, 16))
            func found(_ digits: String) async throws -> [Identifier] {
                try await fixture.service.board(.init(phoneDigits: PhoneDigits(digits)), staff).items.map(\.booking.id)
            }
            #expect(try await found("0001") == [booking.id])
            #expect(try await found("375291000001") == [booking.id])
            #expect(try await found("9999").isEmpty)
            #expect(try await found("000").isEmpty)
        }
    }

    @Test func `A booking for a phone number appears in the account made later with the number`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let phone = PhoneNumber(unchecked: "+375297654321")
            func bookFor(_ start: Instant) async throws -> Booking.BoardItem {
                try await fixture.service.bookFor(
                    .init(
                        phone: phone, name: CustomerName(unchecked: "Грышка"), reverseId: ReverseID(unchecked: "big"),
                        startsAt: start, sets: SetCount(unchecked: 1), payWith: .onSite, note: reason("called")),
                    staff.with(key: fixture.freshKey()))
            }
            let item = try await bookFor(fixture.today(15))
            #expect(item.customer.phone == phone && item.customer.name.text == "Грышка")
            #expect(item.note?.text == "called")
            #expect(await ending { try await bookFor(fixture.today(15)) } == "slot-taken")
            var caller = fixture.person(hasPhone: false)
            fixture.people.add(Person(account: caller.account, name: CustomerName(unchecked: "Рыгор"), phone: phone))
            caller.namedLanguage = .belarusian
            let later = try await fixture.book(caller, fixture.today(16))
            let own = try await fixture.service.history(.init(), caller).items.map(\.id)
            #expect(own == [later.id, item.booking.id])
            #expect(try await fixture.number("SELECT count(*) FROM customer") == 1)
            // A booking for a number with an account belongs to the account.
            _ = try await bookFor(fixture.today(17))
            #expect(try await fixture.service.history(.init(), caller).items.count == 3)
        }
    }

    @Test func `A check-in takes the amount due once, on its day, and not for cancelled bookings`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let booking = try await fixture.book(ada, fixture.today(15))
            let tomorrow = try await fixture.book(ada, fixture.time(day: 1, 15))
            for _ in 0..<2 {
                let item = try await fixture.service.checkIn(.init(id: booking.id), staff)
                #expect(item.booking.state == .checkedIn && item.toPay.amount == 0)
            }
            #expect(
                try await fixture.number("SELECT sum(amount)::bigint FROM ledger_transfer WHERE kind = 'paid'") == 3_000
            )
            #expect(await ending { try await fixture.service.checkIn(.init(id: tomorrow.id), staff) } == "too-early")
            _ = try await fixture.cancel(ada, tomorrow)
            #expect(await ending { try await fixture.service.checkIn(.init(id: tomorrow.id), staff) } == "not-booked")
            #expect(await ending { try await fixture.cancel(ada, booking) } == "not-booked")
        }
    }

    @Test func `A closure cancels bookings, returns sets, sends one notice each, and blocks new bookings`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (
                fixture.person(language: .belarusian), fixture.person(language: .russian), fixture.person([.parkStaff])
            )
            try await fixture.buyPass(ada)
            let hit = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            let alsoHit = try await fixture.book(ada, fixture.today(17))
            _ = try await fixture.book(bob, fixture.today(16))
            let spared = try await fixture.book(bob, fixture.today(20))
            let other = try await fixture.book(bob, fixture.today(16), on: "small")
            _ = try await fixture.hold(fixture.person(), fixture.today(18))
            // An hour before the first booking: cancellations by a closure are never late.
            fixture.clock.set(fixture.today(14))
            let closure = try await fixture.service.close(
                .init(
                    from: fixture.today(15), to: fixture.today(20), reverseId: ReverseID(unchecked: "big"),
                    reason: reason("storm")),
                staff.with(key: "close"))
            #expect(closure.cancelled == 3 && closure.remaining == 0)
            let record = try await fixture.service.get(.init(id: hit.id), ada)
            #expect(record.state == .cancelled && record.cancellation?.by == .park)
            #expect(record.cancellation?.isLate == false && record.cancellation?.reason?.text == "storm")
            #expect(record.charge.state == .returned)
            #expect(try await fixture.service.get(.init(id: alsoHit.id), ada).charge.state == ChargeState.none)
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(try await fixture.service.get(.init(id: spared.id), bob).state == .booked)
            #expect(try await fixture.service.get(.init(id: other.id), bob).state == .booked)
            #expect(try await fixture.state(fixture.today(15)) == .closed)
            #expect(try await fixture.state(fixture.today(18)) == .closed)
            #expect(await ending { try await fixture.book(bob, fixture.today(15)) } == "slot-taken")
            #expect(await ending { try await fixture.hold(bob, fixture.today(15)) } == "slot-taken")
            let sent = try await fixture.sent()
            #expect(
                sent.map(\.text).sorted() == [
                    "Парк закрыт, бронь 21.11 в 16:00 отменена бесплатно. Причина: storm",
                    "Парк зачынены з 21.11, 15:00. Скасавана браніраванняў: 2, бясплатна. Прычына: storm",
                ])
            #expect(sent.allSatisfy { $0.channel == .sms })

            let again = try await fixture.service.close(
                .init(
                    from: fixture.today(15), to: fixture.today(20), reverseId: ReverseID(unchecked: "big"),
                    reason: reason("storm")),
                staff.with(key: "close"))
            #expect(again.id == closure.id)
            _ = try await fixture.service.reopen(.init(id: closure.id), staff)
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(try await fixture.service.get(.init(id: hit.id), ada).state == .cancelled)
        }
    }

    @Test func `Housekeeping completes an interrupted closure`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            for index in 0..<5 { _ = try await fixture.book(fixture.person(), fixture.today(15 + index)) }
            var hurried = staff.with(key: "close")
            hurried.deadline = .now + .milliseconds(900)
            // The closure is stored without cancelling anything: one second is reserved for the answer.
            let closure = try await fixture.service.close(
                .init(from: fixture.today(12), to: fixture.today(21), reason: reason("wind")), hurried)
            #expect(closure.cancelled == 0 && closure.remaining == 5)
            try await fixture.housekeeping.tidy()
            try await fixture.housekeeping.tidy()
            let board = try await fixture.service.board(.init(), staff)
            #expect(board.closures.map(\.cancelled) == [5] && board.closures.map(\.remaining) == [0])
            #expect(try await fixture.sent().count == 5)
        }
    }

    @Test(arguments: NoticeSamples.all)
    func `Each message fits one SMS in each language, or two with a reason`(_ message: Notice) throws {
        for language in Language.allCases {
            let customer = CustomerRow(
                id: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef"),
                name: CustomerName(unchecked: "Ada"), phone: PhoneNumber(unchecked: "+375291234567"),
                language: language, knownAt: Instant(milliseconds: 0), nextHoldAt: Instant(milliseconds: 0))
            let text = try #require(message.message(to: customer)).text
            let capacity = SMSLength.capacity(of: text)
            let room = message.longestSMS == 1 ? capacity : 2 * (capacity == 160 ? 153 : 67)
            #expect(SMSLength.count(of: text) <= room, "\(text) has \(SMSLength.count(of: text))")
            // Only a reason or a name may be cut.
            if message.longestSMS == 1 { #expect(!text.hasSuffix("…"), "\(text)") }
        }
    }
}

enum NoticeSamples {
    static let all: [Notice] =
        [
            .closed(first: time, count: 1, reason: longReason), .closed(first: time, count: 100, reason: longReason),
            .reversed(credit: nil), .reversed(credit: money), .appealRejected(longReason),
            .booked(appointment), .reminder(appointment),
        ]
        + SanctionKind.allCases.map { sanction in
            Notice.decided(
                Booking.Decision(
                    sanction: sanction, reason: longReason, sets: 8, fee: money, at: Instant(milliseconds: 0)),
                until: LocalDate(daysSince1970: 20_778))
        }
    private static let time: Notice.LocalTime = {
        guard let zone = try? Zone("Europe/Minsk") else { fatalError("no zone") }
        return Notice.LocalTime(Instant(milliseconds: 1_795_243_200_000), in: zone)
    }()
    private static let appointment = Notice.Appointment(start: time, sets: 8, reverse: "Big reverse")
    private static let longReason = NoteText(unchecked: String(repeating: "ж", count: 500))
    private static let money = Money(
        amount: PayableAmount.range.upperBound, currency: CurrencyCode(unchecked: "BYN"))
}

@Suite struct CaseTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    /// Makes a late cancellation of two sets, by a customer with a pass of ten.
    private func lateCancellation(_ fixture: BookingFixture, _ payWith: PaymentWay = .pass) async throws -> (
        BookingCaller, Booking.Record
    ) {
        let ada = fixture.person()
        try await fixture.buyPass(ada)
        let booking = try await fixture.book(ada, fixture.today(15), sets: 2, payWith)
        fixture.clock.set(fixture.today(14))
        return (ada, try await fixture.cancel(ada, booking))
    }

    private func decide(
        _ fixture: BookingFixture, _ booking: Booking.Record, _ sanction: SanctionKind, sets: Int? = nil,
        fee: Int? = nil,
        until: Instant? = nil, by admin: BookingCaller
    ) async throws -> Booking.Case {
        try await fixture.service.decide(
            .init(
                id: try #require(booking.caseId), sanction: sanction, reason: reason("because"),
                sets: sets.map(SetCount.init(unchecked:)),
                fee: fee.map { Booking.Payable($0) }, until: until),
            admin.with(key: fixture.freshKey()))
    }

    @Test func `A late cancellation waits for a decision while its sets stay reserved`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, booking) = try await lateCancellation(fixture)
            #expect(booking.charge.state == .undecided)
            #expect(try await fixture.service.passes(ada).left == 8)
            let open = try await fixture.service.openCases(.init(), fixture.person([.admin]))
            #expect(open.items.map(\.id) == [try #require(booking.caseId)])
            #expect(open.items[0].customer?.lateCancellations == 1)
            #expect(open.items[0].kind == .lateCancellation)
            let own = try await fixture.service.cases(.init(), ada).items
            #expect(own.map(\.state.known) == [.open] && own[0].decision == nil)
        }
    }

    @Test(arguments: [(SanctionKind.none, 10), (.warning, 10), (.chargeSets, 8)])
    func `Reserved sets are returned or used as decided, once`(
        _ sanction: SanctionKind, _ left: Int
    ) async throws {
        try await BookingFixture.with { fixture in
            let (ada, booking) = try await lateCancellation(fixture)
            let admin = fixture.person([.admin])
            let decided = try await decide(fixture, booking, sanction, by: admin)
            #expect(decided.state == .decided && decided.decision?.reason.text == "because")
            #expect(try await fixture.service.passes(ada).left == left)
            #expect(await ending { try await decide(fixture, booking, .none, by: admin) } == "already-decided")
            #expect(try await fixture.sent().count == 1)
            #expect(try await fixture.service.openCases(.init(), admin).items.isEmpty)
            #expect(try await fixture.number("SELECT count(*) FROM audit WHERE event = 'decided'") == 1)

            let reversed = try await fixture.service.reverseDecision(
                .init(id: decided.id, reason: reason("a mistake")), admin)
            #expect(reversed.state == .reversed && reversed.decision?.reversalReason?.text == "a mistake")
            #expect(try await fixture.service.passes(ada).left == 10)
        }
    }

    @Test func `Decided cases tell who decided and who reversed, the last decision first`() async throws {
        try await BookingFixture.with { fixture in
            let (admin, other) = (fixture.person([.admin]), fixture.person([.admin]))
            var decided: [Identifier] = []
            for (sanction, by) in [(SanctionKind.none, admin), (.warning, other), (.warning, admin)] {
                fixture.clock.set(fixture.today(10))
                let (_, booking) = try await lateCancellation(fixture)
                fixture.clock.set(fixture.today(20, decided.count))
                decided.append(try await decide(fixture, booking, sanction, by: by).id)
            }
            fixture.clock.set(fixture.today(10))
            _ = try await lateCancellation(fixture)
            fixture.clock.set(fixture.today(21))
            _ = try await fixture.service.reverseDecision(.init(id: decided[0], reason: reason("ill")), other)

            let first = try await fixture.service.decidedCases(.init(limit: PageLimit(unchecked: 2)), admin)
            let rest = try await fixture.service.decidedCases(.init(cursor: first.nextCursor), admin)
            let all = first.items + rest.items
            #expect(first.items.count == 2 && rest.nextCursor == nil)
            #expect(all.map(\.id) == decided.reversed())
            #expect(all.map(\.state.known) == [.decided, .decided, .reversed])
            #expect(all.map(\.decidedBy?.id) == [admin.account, other.account, admin.account])
            #expect(all.map(\.reversedBy?.id) == [nil, nil, other.account])
            #expect(all[2].decision?.reversalReason?.text == "ill" && all[2].customer?.lateCancellations == 0)
            #expect(all[2].charge?.state == .returned)
            #expect(all.map(\.decidedBy?.name?.text) == ["Person 1", "Person 2", "Person 1"])
            #expect(all[2].reversedBy?.name?.text == "Person 2")
            fixture.people.disconnect()
            let unnamed = try await fixture.service.decidedCases(.init(), admin).items
            #expect(unnamed.map(\.id) == decided.reversed() && unnamed.allSatisfy { $0.decidedBy?.name == nil })
        }
    }

    @Test func `A booking payable at the park can cost sets of a pass, if there are any`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, booking) = try await lateCancellation(fixture, .onSite)
            let admin = fixture.person([.admin])
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(await ending { try await decide(fixture, booking, .chargeSets, sets: 1, by: admin) } == "ok")
            #expect(try await fixture.service.passes(ada).left == 9)
        }
    }

    @Test func `A fee is due until it is paid at the park, and is credited when reversed`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, booking) = try await lateCancellation(fixture)
            let (admin, staff) = (fixture.person([.admin]), fixture.person([.parkStaff]))
            let decided = try await decide(fixture, booking, .fee, fee: 1_500, by: admin)
            #expect(try await fixture.service.passes(ada).due.amount == 1_500)
            let item = try await fixture.service.boardItem(booking.id, staff)
            #expect(item.customer.due.amount == 1_500)
            func settle(_ amount: Int) async throws -> Booking.Customer {
                try await fixture.service.settle(
                    .init(
                        customerId: item.customer.id,
                        amount: Booking.Payable(amount)),
                    staff.with(key: fixture.freshKey()))
            }
            #expect(await ending { try await settle(1_501) } == "not-owed")
            #expect(try await settle(500).due.amount == 1_000)
            _ = try await fixture.service.reverseDecision(.init(id: decided.id, reason: reason("x")), admin)
            let passes = try await fixture.service.passes(ada)
            #expect(passes.due.amount == 0 && passes.credit?.amount == 500)
        }
    }

    @Test func `Suspensions and prepayment demands last until they expire or are reversed`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, booking) = try await lateCancellation(fixture)
            let admin = fixture.person([.admin])
            let until = fixture.time(day: 2, 12)
            let decided = try await decide(fixture, booking, .suspension, until: until, by: admin)
            #expect(await ending { try await fixture.book(ada, fixture.today(18)) } == "suspended")
            #expect(await ending { try await fixture.hold(ada, fixture.today(18)) } == "suspended")
            fixture.clock.set(until)
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 2, 18)) } == "ok")
            fixture.clock.set(fixture.today(14, 30))
            _ = try await fixture.service.reverseDecision(.init(id: decided.id, reason: reason("x")), admin)
            #expect(await ending { try await fixture.book(ada, fixture.today(18)) } == "ok")

            let (bob, second) = try await lateCancellation(fixture)
            _ = try await decide(fixture, second, .prepayOnly, until: until, by: admin)
            #expect(await ending { try await fixture.book(bob, fixture.today(19)) } == "prepay-only")
            #expect(await ending { try await fixture.book(bob, fixture.today(19), .pass) } == "ok")
        }
    }

    @Test func `A no-show opens a case, and a late arrival is still checked in`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let booking = try await fixture.book(ada, fixture.today(15))
            #expect(await ending { try await fixture.service.noShow(.init(id: booking.id), staff) } == "too-early")
            fixture.clock.set(fixture.today(15))
            let item = try await fixture.service.noShow(.init(id: booking.id), staff)
            #expect(item.booking.state == .noShow && item.booking.caseId != nil && item.customer.noShows == 1)
            #expect(try await fixture.service.cases(.init(), ada).items.map(\.kind.known) == [.noShow])
            #expect(try await fixture.service.checkIn(.init(id: booking.id), staff).booking.state == .checkedIn)
        }
    }

    @Test func `A decision has exactly the members that its sanction needs`() async throws {
        try await BookingFixture.with { fixture in
            let (_, booking) = try await lateCancellation(fixture)
            let admin = fixture.person([.admin])
            let past = fixture.today(10)
            for (sanction, sets, fee, until) in [
                (SanctionKind.fee, nil, nil, nil), (.suspension, nil, nil, nil),
                (.suspension, nil, nil, past), (.warning, 1, nil, nil), (.none, nil, 100, nil),
                (.prepayOnly, nil, nil, fixture.time(day: 800, 12)), (.chargeSets, nil, 100, nil),
            ] as [(SanctionKind, Int?, Int?, Instant?)] {
                #expect(
                    await ending {
                        try await decide(fixture, booking, sanction, sets: sets, fee: fee, until: until, by: admin)
                    } == "invalid-params")
            }
        }
    }
}
