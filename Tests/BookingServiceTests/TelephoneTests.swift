import AuthContract
import BookingContract
import Contract
import Postgres
import RPC
import ServiceRuntime
import TestSupport
import Testing
import Values

@testable import BookingService
@testable import Notify

/// Tests of the later owners of bookings made for a phone number, and of the languages of notices.
@Suite struct TelephoneTests {
    private let phone = PhoneNumber(unchecked: "+375297654321")

    private func bookFor(_ fixture: BookingFixture, _ start: Instant) async throws -> Booking.Record {
        try await fixture.service.bookFor(
            .init(
                phone: phone, name: CustomerName(unchecked: "Ada"), reverseId: ReverseID(unchecked: "big"),
                startsAt: start, sets: SetCount(unchecked: 1), payWith: .onSite, note: nil),
            fixture.person([.parkStaff]).with(key: fixture.freshKey())
        ).booking
    }

    /// Registers the number for an account.
    private func register(_ caller: BookingCaller, in fixture: BookingFixture) {
        fixture.people.add(Person(account: caller.account, name: CustomerName(unchecked: "Ada"), phone: phone))
    }

    private func customers(_ fixture: BookingFixture) async throws -> Int {
        try await fixture.number("SELECT count(*) FROM customer")
    }

    @Test func `A person whose first and last name are too long for the board is shown with a cut name`() {
        let id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
        let profile = Auth.Profiles.Profile(
            account: AccountName(id), id: id, name: String(repeating: "ж", count: 121), phone: phone)
        let person = Person(profile)
        #expect(person?.name.text == String(repeating: "ж", count: CustomerName.maximumLength))
        #expect(person?.phone == phone)
    }

    @Test(arguments: ["history", "get", "pass", "cases", "ledger", "cancel"])
    func `An account registered with the number sees its bookings in the first call`(
        method: String
    ) async throws {
        try await BookingFixture.with { fixture in
            let booking = try await bookFor(fixture, fixture.today(15))
            let (staff, admin) = (fixture.person([.parkStaff]), fixture.person([.admin]))
            let decided = try await bookFor(fixture, fixture.today(16))
            fixture.clock.set(fixture.today(14))
            let late = try #require(try await fixture.cancel(staff, decided).caseId)
            _ = try await fixture.service.decide(
                .init(
                    id: late, sanction: .fee, reason: NoteText(unchecked: "late"),
                    fee: Booking.Payable(500)), admin.with(key: "d"))
            fixture.clock.set(fixture.today(12))
            let ada = fixture.person(hasPhone: false)
            register(ada, in: fixture)
            switch method {
            case "history": #expect(try await fixture.service.history(.init(), ada).items.count == 2)
            case "get": #expect(try await fixture.service.get(.init(id: booking.id), ada).id == booking.id)
            case "pass": #expect(try await fixture.service.passes(ada).due.amount == 500)
            case "cases": #expect(try await fixture.service.cases(.init(), ada).items.map(\.id) == [late])
            case "ledger": #expect(try await fixture.service.ledger(.init(), ada).items.map(\.kind.known) == [.fee])
            default: #expect(try await fixture.cancel(ada, booking).cancellation?.by == .customer)
            }
            #expect(try await customers(fixture) == 1)
        }
    }

    @Test func `Reading creates no customer`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await bookFor(fixture, fixture.today(15))
            let before = try await customers(fixture)
            for caller in [fixture.person(), fixture.person(hasPhone: false)] {
                #expect(try await fixture.service.history(.init(), caller).items.isEmpty)
            }
            #expect(try await customers(fixture) == before)
        }
    }

    @Test func `Bookings for a phone number appear within a minute after a customer sets the number`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(hasPhone: false), fixture.person([.admin]))
            let own = try await fixture.book(ada, fixture.today(18))
            let booking = try await bookFor(fixture, fixture.today(15))
            let second = try await bookFor(fixture, fixture.today(16))
            fixture.clock.set(fixture.today(14))
            let late = try #require(try await fixture.cancel(admin, second).caseId)
            _ = try await fixture.service.decide(
                .init(
                    id: late, sanction: .fee, reason: NoteText(unchecked: "late"),
                    fee: Booking.Payable(500)), admin.with(key: "d"))
            let third = try await bookFor(fixture, fixture.today(17))
            fixture.clock.set(fixture.today(16))
            let open = try #require(try await fixture.cancel(admin, third).caseId)
            _ = try await fixture.service.decide(
                .init(
                    id: open, sanction: .suspension, reason: NoteText(unchecked: "again"),
                    until: fixture.time(day: 7, 12)), admin.with(key: "e"))
            register(ada, in: fixture)
            fixture.clock.advance(.seconds(60))
            let items = try await fixture.service.history(.init(), ada).items.map(\.id)
            #expect(items == [own.id, third.id, second.id, booking.id])
            #expect(try await fixture.service.cases(.init(), ada).items.count == 2)
            #expect(try await fixture.service.passes(ada).due.amount == 500)
            #expect(await ending { try await fixture.book(ada, fixture.today(19)) } == "suspended")
            #expect(try await fixture.number("SELECT count(*) FROM audit WHERE event = 'joined'") == 1)
            // The reversal applies to the present owner.
            _ = try await fixture.service.reverseDecision(
                .init(id: late, reason: NoteText(unchecked: "a mistake")), admin)
            #expect(try await fixture.service.passes(ada).due.amount == 0)
            #expect(try await fixture.sent().map(\.recipient) == [phone.text, phone.text, phone.text])
        }
    }

    @Test func `A booking for a number belongs to the account that has the number by then`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person(hasPhone: false)
            _ = try await fixture.book(ada, fixture.today(18))
            _ = try await bookFor(fixture, fixture.today(15))
            register(ada, in: fixture)
            _ = try await bookFor(fixture, fixture.today(16))
            #expect(try await fixture.service.history(.init(), ada).items.count == 3)
        }
    }

    @Test func `Notices are written in the language of the customer's last changing call`() async throws {
        try await BookingFixture.with { fixture in
            var ada = fixture.person(language: .english)
            func language() async throws -> String {
                try await fixture.client.query(PreparedStatement("language", "SELECT language FROM customer"))
                    .only.read("language", as: String.self)
            }
            let booking = try await fixture.book(ada, fixture.today(15))
            #expect(try await language() == "en")
            ada.namedLanguage = .belarusian
            _ = try await fixture.service.history(.init(), ada)
            #expect(try await language() == "en")
            _ = try await fixture.book(ada, fixture.today(16))
            #expect(try await language() == "be")
            ada.namedLanguage = nil
            _ = try await fixture.book(ada, fixture.today(17))
            #expect(try await language() == "be")
            ada.namedLanguage = .russian
            _ = try await fixture.cancel(ada, booking)
            #expect(try await language() == "ru")
            // A call by the staff does not change the customer's language.
            _ = try await fixture.cancel(fixture.person([.admin]), try await fixture.book(ada, fixture.today(18)))
            #expect(try await language() == "ru")
        }
    }
}
