import BookingContract
import RPC
import Testing
import Values

@testable import BookingService
@testable import Notify

@Suite struct StaffTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    @Test func `The board shows who comes when, what they pay, and what is held and closed`() async throws {
        try await World.with { world in
            let (ada, staff) = (world.person(), world.person([.parkStaff]))
            try await world.buyPass(ada)
            let second = try await world.book(ada, world.today(16), sets: 2, .pass)
            let first = try await world.book(world.person(), world.today(15))
            _ = try await world.hold(world.person(), world.today(17))
            _ = try await world.service.note(.init(id: first.id, note: reason("first time")), staff)
            let board = try await world.service.board(.init(), staff)
            #expect(board.date.description == "2026-11-21")
            #expect(board.items.map(\.booking.id) == [first.id, second.id])
            #expect(board.items.map(\.toPay.amount) == [3_000, 0])
            #expect(board.items[0].note?.text == "first time")
            #expect(board.items[1].customer.name.text == "Person 1")
            #expect(board.held.map(\.startsAt) == [world.today(17)])
            #expect(try await world.service.board(.init(date: LocalDate("2026-11-22")), staff).items.isEmpty)
        }
    }

    @Test func `Somebody is found by the last digits of the phone number`() async throws {
        try await World.with { world in
            let (ada, staff) = (world.person(), world.person([.parkStaff]))
            let booking = try await world.book(ada, world.time(day: 3, 15))
            _ = try await world.book(world.person(), world.time(day: 3, 16))
            func found(_ digits: String) async throws -> [Identifier] {
                try await world.service.board(.init(phoneDigits: PhoneDigits(digits)), staff).items.map(\.booking.id)
            }
            #expect(try await found("0001") == [booking.id])
            #expect(try await found("375291000001") == [booking.id])
            #expect(try await found("9999").isEmpty)
            #expect(try await found("000").isEmpty)
        }
    }

    @Test func `Staff books for a caller, who finds it in the account made later with that number`() async throws {
        try await World.with { world in
            let staff = world.person([.parkStaff])
            let phone = PhoneNumber(unchecked: "+375297654321")
            func bookFor(_ start: Instant) async throws -> Booking.BoardItem {
                try await world.service.bookFor(
                    .init(
                        phone: phone, name: CustomerName(unchecked: "Грышка"), reverseId: ReverseID(unchecked: "big"),
                        startsAt: start, sets: SetCount(unchecked: 1), payWith: .onSite, note: reason("called")),
                    staff.with(key: world.freshKey()))
            }
            let item = try await bookFor(world.today(15))
            #expect(item.customer.phone == phone && item.customer.name.text == "Грышка")
            #expect(item.note?.text == "called")
            #expect(await ending { try await bookFor(world.today(15)) } == "slot-taken")
            var caller = world.person(hasPhone: false)
            world.people.add(Person(account: caller.account, name: CustomerName(unchecked: "Рыгор"), phone: phone))
            caller.namedLanguage = .belarusian
            let later = try await world.book(caller, world.today(16))
            let own = try await world.service.history(.init(), caller).items.map(\.id)
            #expect(own == [later.id, item.booking.id])
            #expect(try await world.number("SELECT count(*) FROM customer") == 1)
            // Who has an account is booked for by it.
            _ = try await bookFor(world.today(17))
            #expect(try await world.service.history(.init(), caller).items.count == 3)
        }
    }

    @Test func `Checking in takes what is due once; it is of today, and not for what was cancelled`() async throws {
        try await World.with { world in
            let (ada, staff) = (world.person(), world.person([.parkStaff]))
            let booking = try await world.book(ada, world.today(15))
            let tomorrow = try await world.book(ada, world.time(day: 1, 15))
            for _ in 0..<2 {
                let item = try await world.service.checkIn(.init(id: booking.id), staff)
                #expect(item.booking.state == .checkedIn && item.toPay.amount == 0)
            }
            #expect(
                try await world.number("SELECT sum(amount)::bigint FROM ledger_transfer WHERE kind = 'paid'") == 3_000)
            #expect(await ending { try await world.service.checkIn(.init(id: tomorrow.id), staff) } == "too-early")
            _ = try await world.cancel(ada, tomorrow)
            #expect(await ending { try await world.service.checkIn(.init(id: tomorrow.id), staff) } == "not-booked")
            #expect(await ending { try await world.cancel(ada, booking) } == "not-booked")
        }
    }

    @Test func `A closure cancels what it hits, gives sets back, tells each person once, and keeps everybody out`()
        async throws
    {
        try await World.with { world in
            let (ada, bob, staff) = (
                world.person(language: .belarusian), world.person(language: .russian), world.person([.parkStaff])
            )
            try await world.buyPass(ada)
            let hit = try await world.book(ada, world.today(15), sets: 2, .pass)
            let alsoHit = try await world.book(ada, world.today(17))
            _ = try await world.book(bob, world.today(16))
            let spared = try await world.book(bob, world.today(20))
            let other = try await world.book(bob, world.today(16), on: "small")
            _ = try await world.hold(world.person(), world.today(18))
            // An hour before the first: the park's own doing is never late.
            world.clock.set(world.today(14))
            let closure = try await world.service.close(
                .init(
                    from: world.today(15), to: world.today(20), reverseId: ReverseID(unchecked: "big"),
                    reason: reason("storm")),
                staff.with(key: "close"))
            #expect(closure.cancelled == 3 && closure.remaining == 0)
            let record = try await world.service.get(.init(id: hit.id), ada)
            #expect(record.state == .cancelled && record.cancellation?.by == .park)
            #expect(record.cancellation?.isLate == false && record.cancellation?.reason?.text == "storm")
            #expect(record.charge.state == .returned)
            #expect(try await world.service.get(.init(id: alsoHit.id), ada).charge.state == ChargeState.none)
            #expect(try await world.service.passes(ada).left == 10)
            #expect(try await world.service.get(.init(id: spared.id), bob).state == .booked)
            #expect(try await world.service.get(.init(id: other.id), bob).state == .booked)
            #expect(try await world.state(world.today(15)) == .closed)
            #expect(try await world.state(world.today(18)) == .closed)
            #expect(await ending { try await world.book(bob, world.today(15)) } == "slot-taken")
            #expect(await ending { try await world.hold(bob, world.today(15)) } == "slot-taken")
            let sent = try await world.sent()
            #expect(
                sent.map(\.text).sorted() == [
                    "Парк закрыт 2026-11-21. Отменено броней: 1, без оплаты.",
                    "Парк зачынены 2026-11-21. Адменена броняў: 2, без аплаты.",
                ])
            #expect(sent.allSatisfy { $0.channel == .sms })

            let again = try await world.service.close(
                .init(
                    from: world.today(15), to: world.today(20), reverseId: ReverseID(unchecked: "big"),
                    reason: reason("storm")),
                staff.with(key: "close"))
            #expect(again.id == closure.id)
            _ = try await world.service.reopen(.init(id: closure.id), staff)
            #expect(try await world.state(world.today(15)) == .free)
            #expect(try await world.service.get(.init(id: hit.id), ada).state == .cancelled)
        }
    }

    @Test func `A closure that was broken off is carried out by housekeeping`() async throws {
        try await World.with { world in
            let staff = world.person([.parkStaff])
            for index in 0..<5 { _ = try await world.book(world.person(), world.today(15 + index)) }
            var hurried = staff.with(key: "close")
            hurried.deadline = .now + .milliseconds(900)
            // Kept, and nothing cancelled: a second is left for the answer.
            let closure = try await world.service.close(
                .init(from: world.today(12), to: world.today(21), reason: reason("wind")), hurried)
            #expect(closure.cancelled == 0 && closure.remaining == 5)
            try await world.housekeeping.tidy()
            try await world.housekeeping.tidy()
            let board = try await world.service.board(.init(), staff)
            #expect(board.closures.map(\.cancelled) == [5] && board.closures.map(\.remaining) == [0])
            #expect(try await world.sent().count == 5)
        }
    }

    @Test(arguments: BookingMessageSamples.all)
    func `Each message fits one SMS in each language`(_ message: BookingMessage) {
        for language in Language.allCases {
            let text = message.text(in: language)
            #expect(SMSLength.fitsOne(text), "\(text) has \(SMSLength.count(of: text))")
        }
    }
}

enum BookingMessageSamples {
    static let all: [BookingMessage] =
        [
            .closed(date: LocalDate(daysSince1970: 20_778), count: 100), .reversed(credit: nil),
            .reversed(credit: Money(amount: SanctionRule.highestFee, currency: CurrencyCode(unchecked: "BYN"))),
        ]
        + SanctionKind.allCases.map { BookingMessage.decided($0) }
}

@Suite struct CaseTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    /// A late cancellation by somebody with a pass of ten sets; the booking took two.
    private func lateCancellation(_ world: World, _ payWith: PaymentWay = .pass) async throws -> (
        Caller, Booking.Record
    ) {
        let ada = world.person()
        try await world.buyPass(ada)
        let booking = try await world.book(ada, world.today(15), sets: 2, payWith)
        world.clock.set(world.today(14))
        return (ada, try await world.cancel(ada, booking))
    }

    private func decide(
        _ world: World, _ booking: Booking.Record, _ sanction: SanctionKind, sets: Int? = nil, fee: Int? = nil,
        until: Instant? = nil, by admin: Caller
    ) async throws -> Booking.Case {
        try await world.service.decide(
            .init(
                id: try #require(booking.caseId), sanction: sanction, reason: reason("because"),
                sets: sets.map(SetCount.init(unchecked:)),
                fee: fee.map { Money(amount: $0, currency: CurrencyCode(unchecked: "BYN")) }, until: until),
            admin.with(key: world.freshKey()))
    }

    @Test func `A late cancellation waits for the administrator, sets stay aside meanwhile`() async throws {
        try await World.with { world in
            let (ada, booking) = try await lateCancellation(world)
            #expect(booking.charge.state == .undecided)
            #expect(try await world.service.passes(ada).left == 8)
            let open = try await world.service.openCases(.init(), world.person([.admin]))
            #expect(open.items.map(\.sanctionCase.id) == [try #require(booking.caseId)])
            #expect(open.items[0].customer.lateCancellations == 1)
            #expect(open.items[0].sanctionCase.kind == .lateCancellation)
            let own = try await world.service.cases(.init(), ada).items
            #expect(own.map(\.state) == [.open] && own[0].decision == nil)
        }
    }

    @Test(arguments: [(SanctionKind.none, 10), (.warning, 10), (.chargeSets, 8)])
    func `What is set aside goes back or is used as decided, once`(
        _ sanction: SanctionKind, _ left: Int
    ) async throws {
        try await World.with { world in
            let (ada, booking) = try await lateCancellation(world)
            let admin = world.person([.admin])
            let decided = try await decide(world, booking, sanction, by: admin)
            #expect(decided.state == .decided && decided.decision?.reason.text == "because")
            #expect(try await world.service.passes(ada).left == left)
            #expect(await ending { try await decide(world, booking, .none, by: admin) } == "already-decided")
            #expect(try await world.sent().count == 1)
            #expect(try await world.service.openCases(.init(), admin).items.isEmpty)
            #expect(try await world.number("SELECT count(*) FROM audit WHERE event = 'decided'") == 1)

            let reversed = try await world.service.reverseDecision(
                .init(id: decided.id, reason: reason("a mistake")), admin)
            #expect(reversed.state == .reversed && reversed.decision?.reversalReason?.text == "a mistake")
            #expect(try await world.service.passes(ada).left == 10)
        }
    }

    @Test func `A booking that was to be paid at the park can cost sets of a pass, if there are any`() async throws {
        try await World.with { world in
            let (ada, booking) = try await lateCancellation(world, .onSite)
            let admin = world.person([.admin])
            #expect(try await world.service.passes(ada).left == 10)
            #expect(await ending { try await decide(world, booking, .chargeSets, sets: 1, by: admin) } == "ok")
            #expect(try await world.service.passes(ada).left == 9)
        }
    }

    @Test func `A fee is owed until it is paid at the park, and goes back when the decision does`() async throws {
        try await World.with { world in
            let (ada, booking) = try await lateCancellation(world)
            let (admin, staff) = (world.person([.admin]), world.person([.parkStaff]))
            let decided = try await decide(world, booking, .fee, fee: 1_500, by: admin)
            #expect(try await world.service.passes(ada).due.amount == 1_500)
            let item = try await world.service.boardItem(booking.id, staff)
            #expect(item.customer.due.amount == 1_500)
            func settle(_ amount: Int) async throws -> Booking.Customer {
                try await world.service.settle(
                    .init(
                        customerId: item.customer.id,
                        amount: Money(amount: amount, currency: CurrencyCode(unchecked: "BYN"))),
                    staff.with(key: world.freshKey()))
            }
            #expect(await ending { try await settle(1_501) } == "not-owed")
            #expect(try await settle(500).due.amount == 1_000)
            _ = try await world.service.reverseDecision(.init(id: decided.id, reason: reason("x")), admin)
            let passes = try await world.service.passes(ada)
            #expect(passes.due.amount == 0 && passes.credit?.amount == 500)
        }
    }

    @Test func `A suspension and a demand to prepay hold until their time, or until they are taken back`() async throws
    {
        try await World.with { world in
            let (ada, booking) = try await lateCancellation(world)
            let admin = world.person([.admin])
            let until = world.time(day: 2, 12)
            let decided = try await decide(world, booking, .suspension, until: until, by: admin)
            #expect(await ending { try await world.book(ada, world.today(18)) } == "suspended")
            #expect(await ending { try await world.hold(ada, world.today(18)) } == "suspended")
            world.clock.set(until)
            #expect(await ending { try await world.book(ada, world.time(day: 2, 18)) } == "ok")
            world.clock.set(world.today(14, 30))
            _ = try await world.service.reverseDecision(.init(id: decided.id, reason: reason("x")), admin)
            #expect(await ending { try await world.book(ada, world.today(18)) } == "ok")

            let (bob, second) = try await lateCancellation(world)
            _ = try await decide(world, second, .prepayOnly, until: until, by: admin)
            #expect(await ending { try await world.book(bob, world.today(19)) } == "prepay-only")
            #expect(await ending { try await world.book(bob, world.today(19), .pass) } == "ok")
        }
    }

    @Test func `Who did not come has a case too; who comes late after all is checked in`() async throws {
        try await World.with { world in
            let (ada, staff) = (world.person(), world.person([.parkStaff]))
            let booking = try await world.book(ada, world.today(15))
            #expect(await ending { try await world.service.noShow(.init(id: booking.id), staff) } == "too-early")
            world.clock.set(world.today(15))
            let item = try await world.service.noShow(.init(id: booking.id), staff)
            #expect(item.booking.state == .noShow && item.booking.caseId != nil && item.customer.noShows == 1)
            #expect(try await world.service.cases(.init(), ada).items.map(\.kind) == [.noShow])
            #expect(try await world.service.checkIn(.init(id: booking.id), staff).booking.state == .checkedIn)
        }
    }

    @Test func `A decision says all that its sanction needs, and nothing else`() async throws {
        try await World.with { world in
            let (_, booking) = try await lateCancellation(world)
            let admin = world.person([.admin])
            let past = world.today(10)
            for (sanction, sets, fee, until) in [
                (SanctionKind.fee, nil, nil, nil), (.fee, nil, 0, nil), (.suspension, nil, nil, nil),
                (.suspension, nil, nil, past), (.warning, 1, nil, nil), (.none, nil, 100, nil),
                (.prepayOnly, nil, nil, world.time(day: 800, 12)), (.chargeSets, nil, 100, nil),
            ] as [(SanctionKind, Int?, Int?, Instant?)] {
                #expect(
                    await ending {
                        try await decide(world, booking, sanction, sets: sets, fee: fee, until: until, by: admin)
                    } == "invalid-params")
            }
        }
    }
}
