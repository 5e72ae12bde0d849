import BookingContract
import Contract
import RPC
import Testing
import Values
import Wire

@testable import BookingService
@testable import Notify

/// Tests of the park's debts to customers, and of the staff's ways to find them.
@Suite struct DebtTests {
    private func money(_ amount: Int) -> Money { Money(amount: amount, currency: CurrencyCode(unchecked: "BYN")) }

    /// Makes a late cancellation of today at 15:00 with a fee of 15 rubles, and returns the customer and the case.
    private func fee(_ fixture: BookingFixture, _ ada: BookingCaller, by admin: BookingCaller) async throws -> (
        Booking.Customer, Identifier
    ) {
        let booking = try await fixture.book(ada, fixture.today(15))
        fixture.clock.set(fixture.today(14))
        let id = try #require(try await fixture.cancel(ada, booking).caseId)
        _ = try await fixture.service.decide(
            .init(id: id, sanction: .fee, reason: NoteText(unchecked: "late"), fee: Booking.Payable(1_500)),
            admin.with(key: fixture.freshKey()))
        return (try await fixture.service.boardItem(booking.id, admin).customer, id)
    }

    private func settle(_ fixture: BookingFixture, _ customer: Booking.Customer, _ amount: Int, by staff: BookingCaller)
        async throws
    {
        _ = try await fixture.service.settle(
            .init(customerId: customer.id, amount: Booking.Payable(amount)), staff.with(key: fixture.freshKey()))
    }

    private func reverse(_ fixture: BookingFixture, _ id: Identifier, by admin: BookingCaller) async throws {
        _ = try await fixture.service.reverseDecision(.init(id: id, reason: NoteText(unchecked: "a mistake")), admin)
    }

    @Test(arguments: [(0, false), (1, true), (1_000_000, true), (1_000_001, false), (-1, false)])
    func `An amount to pay is above zero and at most ten thousand rubles`(amount: Int, isAccepted: Bool) throws {
        let text =
            #"{"customerId":"019ab3c4-5d6e-7f80-9123-000000000008","amount":{"amount":\#(amount),"currency":"BYN"}}"#
        let params = try? JSONCoding.decode(Booking.Settle.Params.self, from: Array(text.utf8))
        #expect((params != nil) == isAccepted)
    }

    @Test func `The park owes the paid part of a reversed fee until it is paid back at the till`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            let (customer, id) = try await fee(fixture, ada, by: admin)
            try await settle(fixture, customer, 500, by: admin)
            for _ in 0..<2 { try await reverse(fixture, id, by: admin) }
            #expect(try await fixture.service.passes(ada).credit == money(500))
            let entries = try await fixture.service.ledger(.init(), ada).items
            #expect(entries.map(\.kind.known) == [.credit, .restored, .paid, .settled, .fee])
            #expect(entries.map(\.money?.amount) == [500, -1_000, 500, -500, 1_500])
            #expect(entries.first?.caseId == id)

            // The board of any day shows the debt.
            for date in ["2026-11-21", "2026-11-23"] {
                let board = try await fixture.service.board(.init(date: LocalDate(date)), admin)
                #expect(board.creditors.map(\.credit) == [money(500)])
                #expect(board.items.allSatisfy { $0.customer.credit == money(500) })
            }
            func payBack(_ amount: Int, key: String) async throws -> Booking.Customer {
                try await fixture.service.payBack(
                    .init(customerId: customer.id, amount: Booking.Payable(amount)), admin.with(key: key))
            }
            #expect(await ending { try await payBack(501, key: "a") } == "not-owed")
            #expect(try await payBack(200, key: "c").credit == money(300))
            #expect(try await payBack(200, key: "c").credit == money(300))
            #expect(try await payBack(300, key: "d").credit == nil)
            #expect(await ending { try await payBack(1, key: "e") } == "not-owed")
            #expect(try await fixture.service.passes(ada).credit == nil)
            #expect(try await fixture.service.board(.init(), admin).creditors.isEmpty)
            let last = try await fixture.service.ledger(.init(limit: PageLimit(unchecked: 2)), ada).items
            #expect(last.map(\.kind.known) == [.paidBack, .paidBack] && last.map(\.money?.amount) == [-300, -200])
            // The money that came in at the till has gone out again.
            #expect(
                try await fixture.number(
                    """
                    SELECT coalesce(sum(CASE WHEN t.debit = a.id THEN amount ELSE -amount END), 0)::bigint
                    FROM ledger_transfer t JOIN ledger_account a ON a.id IN (t.debit, t.credit) WHERE a.kind = 'till'
                    """) == 0)
            #expect(try await fixture.number("SELECT count(*) FROM audit WHERE event = 'paid-back'") == 2)
        }
    }

    @Test func `The notice of a reversal names the credit and the place, if there is a credit`() async throws {
        try await BookingFixture.with { fixture in
            let admin = fixture.person([.admin])
            for (language, paid) in [(Language.english, 1_500), (.russian, 1_205), (.belarusian, 70), (.english, 0)] {
                fixture.clock.set(fixture.today(10))
                let (customer, id) = try await fee(fixture, fixture.person(language: language), by: admin)
                if paid > 0 { try await settle(fixture, customer, paid, by: admin) }
                try await reverse(fixture, id, by: admin)
            }
            let texts = try await fixture.sent().map(\.text)
            #expect(texts.contains("Wake park: the decision was reversed. Collect 15.00 BYN at the park."))
            #expect(texts.contains("Вейк-парк: решение отменено. В парке вам вернут 12,05 BYN."))
            #expect(texts.contains("Вэйк-парк: рашэнне скасавана. У парку вам вернуць 0,70 BYN."))
            #expect(texts.contains("Wake park: the decision about your booking was reversed."))
        }
    }

    @Test func `A reversal waives the open debt before it credits anything`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin]))
            let (customer, first) = try await fee(fixture, ada, by: admin)
            try await settle(fixture, customer, 1_500, by: admin)
            fixture.clock.set(fixture.today(10))
            let (_, second) = try await fee(fixture, ada, by: admin)
            try await reverse(fixture, first, by: admin)
            let passes = try await fixture.service.passes(ada)
            #expect(passes.due.amount == 0 && passes.credit == nil)
            try await reverse(fixture, second, by: admin)
            #expect(try await fixture.service.passes(ada).credit == money(1_500))
        }
    }

    // MARK: The board

    @Test func `By number and date the board shows that day's bookings of the number`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            let cancelled = try await fixture.book(ada, fixture.today(14))
            _ = try await fixture.cancel(ada, cancelled)
            let today = try await fixture.book(ada, fixture.today(15))
            let later = try await fixture.book(ada, fixture.time(day: 2, 15))
            _ = try await fixture.book(bob, fixture.today(16))
            _ = try await fixture.hold(bob, fixture.today(17))
            func board(_ date: String?, _ digits: String?) async throws -> Booking.Board.Result {
                try await fixture.service.board(
                    .init(date: date.flatMap(LocalDate.init), phoneDigits: digits.flatMap(PhoneDigits.init)), staff)
            }
            let found = try await board("2026-11-21", "0001")
            #expect(found.items.map(\.booking.id) == [cancelled.id, today.id] && found.held.isEmpty)
            #expect(found.date.description == "2026-11-21")
            #expect(try await board("2026-11-23", "0001").items.map(\.booking.id) == [later.id])
            #expect(try await board("2026-11-22", "0001").items.isEmpty)
            #expect(try await board(nil, "0001").items.map(\.booking.id) == [today.id, later.id])
            #expect(try await board("2026-11-21", nil).items.count == 3)
        }
    }

    @Test func `Creditors are found by their number, too`() async throws {
        try await BookingFixture.with { fixture in
            let admin = fixture.person([.admin])
            for _ in 0..<2 {
                fixture.clock.set(fixture.today(10))
                let (customer, id) = try await fee(fixture, fixture.person(), by: admin)
                try await settle(fixture, customer, 1_500, by: admin)
                try await reverse(fixture, id, by: admin)
            }
            func creditors(_ digits: String) async throws -> [PhoneNumber?] {
                try await fixture.service.board(.init(phoneDigits: PhoneDigits(digits)), admin).creditors.map(\.phone)
            }
            #expect(try await creditors("0002") == [PhoneNumber(unchecked: "+375291000002")])
            #expect(try await creditors("9999").isEmpty)
            #expect(try await fixture.service.board(.init(), admin).creditors.count == 2)
        }
    }

    @Test func `A closure must end in the future but may begin in the past`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            fixture.clock.set(fixture.today(15))
            func close(_ from: Instant, _ to: Instant, key: String) async throws -> Booking.Closure {
                try await fixture.service.close(
                    .init(from: from, to: to, reason: NoteText(unchecked: "storm")), staff.with(key: key))
            }
            let error = await rpcError { try await close(fixture.today(12), fixture.today(15), key: "a") }
            #expect(error?.code == .invalidParams && error?.faults.map(\.pointer) == ["/to"])
            #expect(try await fixture.number("SELECT count(*) FROM closure") == 0)
            let closed = try await close(fixture.today(12), fixture.today(15, 5), key: "b")
            // A repeated call gets the same answer at any later time.
            fixture.clock.set(fixture.today(16))
            #expect(try await close(fixture.today(12), fixture.today(15, 5), key: "b").id == closed.id)
        }
    }
}
