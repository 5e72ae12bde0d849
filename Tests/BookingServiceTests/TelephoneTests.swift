import BookingContract
import Postgres
import RPC
import ServiceRuntime
import TestSupport
import Testing
import Values

@testable import BookingService
@testable import Notify

/// What was booked for a telephone and whose it is later, and the language in which a customer is told of things.
@Suite struct TelephoneTests {
    private let phone = PhoneNumber(unchecked: "+375297654321")

    private func bookFor(_ world: World, _ start: Instant) async throws -> Booking.Record {
        try await world.service.bookFor(
            .init(
                phone: phone, name: CustomerName(unchecked: "Ada"), reverseId: ReverseID(unchecked: "big"),
                startsAt: start, sets: SetCount(unchecked: 1), payWith: .onSite, note: nil),
            world.person([.parkStaff]).with(key: world.freshKey())
        ).booking
    }

    /// The number becomes that of an account.
    private func register(_ caller: Caller, in world: World) {
        world.people.add(Person(account: caller.account, name: CustomerName(unchecked: "Ada"), phone: phone))
    }

    private func customers(_ world: World) async throws -> Int {
        try await world.number("SELECT count(*) FROM customer")
    }

    @Test(arguments: ["history", "get", "pass", "cases", "ledger", "cancel"])
    func `Whoever registers with the number sees at the first look what was booked for it`(
        method: String
    ) async throws {
        try await World.with { world in
            let booking = try await bookFor(world, world.today(15))
            let (staff, admin) = (world.person([.parkStaff]), world.person([.admin]))
            let decided = try await bookFor(world, world.today(16))
            world.clock.set(world.today(14))
            let late = try #require(try await world.cancel(staff, decided).caseId)
            _ = try await world.service.decide(
                .init(
                    id: late, sanction: .fee, reason: NoteText(unchecked: "late"),
                    fee: Money(amount: 500, currency: booking.price.currency)), admin.with(key: "d"))
            world.clock.set(world.today(12))
            let ada = world.person(hasPhone: false)
            register(ada, in: world)
            switch method {
            case "history": #expect(try await world.service.history(.init(), ada).items.count == 2)
            case "get": #expect(try await world.service.get(.init(id: booking.id), ada).id == booking.id)
            case "pass": #expect(try await world.service.passes(ada).due.amount == 500)
            case "cases": #expect(try await world.service.cases(.init(), ada).items.map(\.id) == [late])
            case "ledger": #expect(try await world.service.ledger(.init(), ada).items.map(\.kind) == [.fee])
            default: #expect(try await world.cancel(ada, booking).cancellation?.by == .customer)
            }
            #expect(try await customers(world) == 1)
        }
    }

    @Test func `Nobody becomes a customer by looking`() async throws {
        try await World.with { world in
            _ = try await bookFor(world, world.today(15))
            let before = try await customers(world)
            for caller in [world.person(), world.person(hasPhone: false)] {
                #expect(try await world.service.history(.init(), caller).items.isEmpty)
            }
            #expect(try await customers(world) == before)
        }
    }

    @Test func `A customer who sets the telephone later has within a minute all that was booked for it`() async throws {
        try await World.with { world in
            let (ada, admin) = (world.person(hasPhone: false), world.person([.admin]))
            let own = try await world.book(ada, world.today(18))
            let booking = try await bookFor(world, world.today(15))
            let second = try await bookFor(world, world.today(16))
            world.clock.set(world.today(14))
            let late = try #require(try await world.cancel(admin, second).caseId)
            _ = try await world.service.decide(
                .init(
                    id: late, sanction: .fee, reason: NoteText(unchecked: "late"),
                    fee: Money(amount: 500, currency: booking.price.currency)), admin.with(key: "d"))
            let third = try await bookFor(world, world.today(17))
            world.clock.set(world.today(16))
            let open = try #require(try await world.cancel(admin, third).caseId)
            _ = try await world.service.decide(
                .init(
                    id: open, sanction: .suspension, reason: NoteText(unchecked: "again"),
                    until: world.time(day: 7, 12)), admin.with(key: "e"))
            register(ada, in: world)
            world.clock.advance(.seconds(60))
            let items = try await world.service.history(.init(), ada).items.map(\.id)
            #expect(items == [own.id, third.id, second.id, booking.id])
            #expect(try await world.service.cases(.init(), ada).items.count == 2)
            #expect(try await world.service.passes(ada).due.amount == 500)
            #expect(await ending { try await world.book(ada, world.today(19)) } == "suspended")
            #expect(try await world.number("SELECT count(*) FROM audit WHERE event = 'joined'") == 1)
            // A decision is taken back from whom it is now.
            _ = try await world.service.reverseDecision(
                .init(id: late, reason: NoteText(unchecked: "a mistake")), admin)
            #expect(try await world.service.passes(ada).due.amount == 0)
            #expect(try await world.sent().map(\.recipient) == [phone.text, phone.text, phone.text])
        }
    }

    @Test func `What is booked for a number goes to the account that has it by then`() async throws {
        try await World.with { world in
            let ada = world.person(hasPhone: false)
            _ = try await world.book(ada, world.today(18))
            _ = try await bookFor(world, world.today(15))
            register(ada, in: world)
            _ = try await bookFor(world, world.today(16))
            #expect(try await world.service.history(.init(), ada).items.count == 3)
        }
    }

    @Test func `Messages are written in the language that the last writing call named`() async throws {
        try await World.with { world in
            var ada = world.person(language: .english)
            func language() async throws -> String {
                try await world.client.query(PreparedStatement("language", "SELECT language FROM customer"))[0]
                    .decode(String.self, at: 0)
            }
            let booking = try await world.book(ada, world.today(15))
            #expect(try await language() == "en")
            ada.namedLanguage = .belarusian
            _ = try await world.service.history(.init(), ada)
            #expect(try await language() == "en")
            _ = try await world.book(ada, world.today(16))
            #expect(try await language() == "be")
            ada.namedLanguage = nil
            _ = try await world.book(ada, world.today(17))
            #expect(try await language() == "be")
            ada.namedLanguage = .russian
            _ = try await world.cancel(ada, booking)
            #expect(try await language() == "ru")
            // What the staff does is not the customer's call.
            _ = try await world.cancel(world.person([.admin]), try await world.book(ada, world.today(18)))
            #expect(try await language() == "ru")
        }
    }
}
