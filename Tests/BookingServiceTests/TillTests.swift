import AuthContract
import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// Tests of finding customers, and of passes sold and corrected at the till.
@Suite struct TillTests {
    private let phone = PhoneNumber(unchecked: "+375297654321")

    private func sell(
        _ fixture: BookingFixture, _ staff: BookingCaller, to customer: Identifier? = nil, key: String? = nil
    ) async throws -> Booking.Receipt {
        try await fixture.service.sellPass(
            .init(
                customerId: customer, phone: customer == nil ? phone : nil,
                name: customer == nil ? CustomerName(unchecked: "Ada") : nil,
                productId: ProductID(unchecked: "five-sets")),
            staff.with(key: key ?? fixture.freshKey()))
    }

    private func correct(
        _ fixture: BookingFixture, _ staff: BookingCaller, _ pass: Identifier, _ sets: Int, paidBack: Int? = nil
    ) async throws -> Booking.Receipt {
        try await fixture.service.correctPass(
            .init(
                id: pass, sets: SetChange(unchecked: sets), paidBack: paidBack.map { Booking.Payable($0) },
                reason: NoteText(unchecked: "a mistake")),
            staff.with(key: fixture.freshKey()))
    }

    @Test func `Customers are found by words of the name, digits of the number, and the e-mail address`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let people = [
                ("Ада Лавлейс", "+375291112233", "ada@example.org"),
                ("Алёна Ланская", "+375295556677", "al@example.org"),
                ("Grace Hopper-Smith", "+375299998877", "grace@example.org"),
            ]
            for (index, (name, phone, email)) in people.enumerated() {
                let caller = fixture.person()
                fixture.people.add(
                    Person(
                        account: caller.account, name: CustomerName(unchecked: name),
                        phone: PhoneNumber(unchecked: phone), email: EmailAddress(unchecked: email)))
                _ = try await fixture.book(caller, fixture.today(15 + index))
            }
            func found(_ query: String) async throws -> [String] {
                try await fixture.service.findCustomers(.init(query: CustomerQuery(unchecked: query)), staff)
                    .items.map(\.name.text)
            }
            #expect(try await found("лавл") == ["Ада Лавлейс"])
            #expect(try await found("ЛА А") == ["Ада Лавлейс", "Алёна Ланская"])
            #expect(try await found("алена") == ["Алёна Ланская"])
            #expect(try await found("авлейс") == [])
            #expect(try await found("smith") == ["Grace Hopper-Smith"])
            #expect(try await found("2233") == ["Ада Лавлейс"])
            #expect(try await found("+375 29 999-88") == ["Grace Hopper-Smith"])
            #expect(try await found("GRACE@ex") == ["Grace Hopper-Smith"])
            #expect(try await found("a.*[\\") == [])
        }
    }

    @Test func `A customer is shown with balance, passes, bookings and receipts`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(email: "ada@example.org"), fixture.person([.parkStaff]))
            let booking = try await fixture.book(ada, fixture.today(15))
            let id = try await fixture.service.board(.init(), staff).items[0].customer.id
            let receipt = try await sell(fixture, staff, to: id)
            _ = try await fixture.service.checkIn(.init(id: booking.id), staff)
            let shown = try await fixture.service.customer(.init(id: id), staff)
            #expect(shown.email?.text == "ada@example.org" && shown.visits == 1 && shown.left == 5)
            #expect(shown.passes.map(\.id) == [receipt.passId] && shown.receipts == [receipt])
            #expect(shown.bookings.map(\.id) == [booking.id] && shown.customer.due.amount == 0)
            #expect(await ending { try await fixture.service.customer(.init(id: booking.id), staff) } == "not-found")
        }
    }

    @Test func `A pass sold at the till has a receipt number, and pays for bookings`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            _ = try await fixture.book(ada, fixture.today(20))
            let id = try await fixture.service.board(.init(), staff).items[0].customer.id
            let first = try await sell(fixture, staff, to: id, key: "one")
            #expect(try await sell(fixture, staff, to: id, key: "one") == first)
            let second = try await sell(fixture, staff, to: id)
            #expect(second.number > first.number && first.kind == .sale && first.sets == 5)
            #expect(first.money.amount == 11_500)
            _ = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            #expect(try await fixture.service.passes(ada).left == 8)
            let kinds = try await fixture.service.ledger(.init(), ada).items.map(\.kind.known)
            #expect(kinds == [.held, .paid, .bought, .paid, .bought])
        }
    }

    @Test func `A sale names a customer or a number, not both and not neither`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            func sale(_ customer: Identifier?, _ phone: PhoneNumber?, _ product: String = "five-sets") async -> String {
                await ending {
                    try await fixture.service.sellPass(
                        .init(
                            customerId: customer, phone: phone, name: phone.map { _ in CustomerName(unchecked: "Ada") },
                            productId: ProductID(unchecked: product)), staff.with(key: fixture.freshKey()))
                }
            }
            let receipt = try await sell(fixture, staff)
            #expect(await sale(receipt.customerId, phone) == "invalid-params")
            #expect(await sale(nil, nil) == "invalid-params")
            #expect(await sale(receipt.passId, nil) == "not-found")
            #expect(await sale(receipt.customerId, nil, "no-sets") == "no-such-product")
        }
    }

    @Test func `A pass sold for a number is the account's that proves it`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(hasPhone: false), fixture.person([.parkStaff]))
            _ = try await fixture.book(ada, fixture.today(20))
            let receipt = try await sell(fixture, staff)
            fixture.people.add(Person(account: ada.account, name: CustomerName(unchecked: "Ada"), phone: phone))
            fixture.clock.advance(.seconds(60))
            #expect(try await fixture.service.passes(ada).items.map(\.id) == [receipt.passId])
            _ = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            let corrected = try await correct(fixture, staff, receipt.passId, 1)
            #expect(corrected.customerId != receipt.customerId)
            #expect(try await fixture.service.passes(ada).left == 4)
        }
    }

    @Test func `A correction adds or takes free sets, and pays back no more than the till received`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            _ = try await fixture.book(ada, fixture.today(20))
            let id = try await fixture.service.board(.init(), staff).items[0].customer.id
            let pass = try await sell(fixture, staff, to: id).passId
            _ = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            func result(_ sets: Int, _ paidBack: Int? = nil) async -> String {
                await ending { try await correct(fixture, staff, pass, sets, paidBack: paidBack) }
            }
            #expect(await result(0) == "invalid-params")
            #expect(await result(-4) == "pass-used")
            #expect(await result(-1, 11_501) == "not-owed")
            let receipt = try await correct(fixture, staff, pass, -3, paidBack: 6_900)
            #expect(receipt.kind == .correction && receipt.sets == -3 && receipt.money.amount == -6_900)
            #expect(try await fixture.service.passes(ada).left == 0)
            #expect(await result(1, 4_601) == "not-owed")
            #expect(await result(2) == "ok")
            #expect(try await fixture.service.passes(ada).left == 2)
            fixture.clock.set(fixture.time(day: 61, 12))
            #expect(await result(2) == "pass-used")
            #expect(await ending { try await correct(fixture, staff, id, 1) } == "not-found")
        }
    }

    @Test func `A corrected pass that was bought online is not refunded`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff, admin) = (fixture.person(), fixture.person([.parkStaff]), fixture.person([.admin]))
            let payment = try await fixture.topUp(ada)
            try await fixture.notify(payment)
            let pass = try await fixture.service.passes(ada).items[0].id
            _ = try await correct(fixture, staff, pass, 2)
            _ = try await correct(fixture, staff, pass, -2)
            #expect(
                await ending {
                    try await fixture.service.refund(
                        .init(id: payment.id, reason: NoteText(unchecked: "moves away")), admin)
                } == "pass-used")
        }
    }
}
