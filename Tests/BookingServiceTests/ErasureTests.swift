import AuthContract
import BookingContract
import Contract
import Database
import Postgres
import TestSupport
import Testing
import Values

@testable import BookingService

@Suite struct ErasureTests {
    @Test func `A deleted account leaves bookings and a ledger that name nobody`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(email: "ada@example.org"), fixture.person([.parkStaff]))
            let person = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now))
            let phone = try #require(person.phone)
            try await fixture.buyPass(ada)
            let past = try await fixture.book(ada, fixture.today(15), .pass)
            _ = try await fixture.service.note(
                .init(id: past.id, note: NoteText(unchecked: "Person 1 brings a friend")), staff)
            fixture.clock.set(fixture.time(day: 1, 18))
            let coming = fixture.time(day: 3, 15)
            _ = try await fixture.book(ada, coming, .pass)
            _ = try await fixture.hold(ada, fixture.time(day: 3, 18))
            try await fixture.housekeeping.tidy()

            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            let values = [person.name.text, phone.text, "ada@example.org", "brings a friend"]
            #expect(try await DatabaseSearch.tables(containing: values, in: fixture.client).isEmpty)
            #expect(try await fixture.number("SELECT count(*) FROM booking") == 2)
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE state = 'cancelled'") == 1)
            #expect(try await fixture.state(coming) == .free)
            #expect(try await fixture.state(fixture.time(day: 3, 18)) == .free)
            #expect(try await fixture.number("SELECT count(*) FROM customer WHERE account_id IS NOT NULL") == 0)
        }
    }

    @Test func `A caller with the number of a deleted account is erased with it, and others stay`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff, bob) = (fixture.person(), fixture.person([.parkStaff]), fixture.person())
            let people = try await fixture.people.profiles(
                of: [AccountName(ada.account), AccountName(bob.account)], until: .now)
            _ = try await fixture.book(ada, fixture.today(15))
            _ = try await fixture.book(bob, fixture.today(16))
            // Booked by telephone, when nobody knew of the account.
            fixture.people.forget(try #require(people[0].phone))
            _ = try await fixture.bookFor(fixture.today(17), for: try #require(people[0].phone), by: staff)
            fixture.clock.advance(.seconds(2 * 86_400))
            try await fixture.housekeeping.tidy()
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            let found = try await DatabaseSearch.tables(
                containing: people.compactMap(\.phone?.text), in: fixture.client)
            #expect(found == ["customer: \(people[1].phone?.text ?? "")"])
        }
    }

    @Test func `Coming bookings made for the number of a deleted account are cancelled, and their slots free`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let person = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now))
            let phone = try #require(person.phone)
            _ = try await fixture.book(ada, fixture.today(15))
            // Booked by telephone, when nobody knew of the account.
            fixture.people.forget(phone)
            let coming = fixture.time(day: 5, 17)
            _ = try await fixture.bookFor(coming, for: phone, by: staff)
            #expect(try await fixture.state(coming) != .free)
            // Answers that are kept for repetitions of a call name the customer for a day.
            fixture.clock.advance(.seconds(2 * 86_400))
            try await fixture.housekeeping.tidy()
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            #expect(try await fixture.state(coming) == .free)
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE state = 'cancelled'") == 1)
            let naming = try await DatabaseSearch.tables(containing: [phone.text], in: fixture.client)
            #expect(naming == [])
        }
    }

    @Test func `A number that the park heard of later may have a new owner, whose bookings stay`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let person = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now))
            let phone = try #require(person.phone)
            _ = try await fixture.book(ada, fixture.today(15))
            fixture.people.forget(phone)
            fixture.clock.advance(.seconds(1))
            let coming = fixture.time(day: 3, 17)
            _ = try await fixture.bookFor(coming, for: phone, by: staff)
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            #expect(try await fixture.state(coming) != .free)
            #expect(try await fixture.number("SELECT count(*) FROM customer WHERE phone IS NOT NULL") == 1)
        }
    }

    @Test func `A person gets what the park holds, page by page, and nothing of others`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob, staff) = (fixture.person(), fixture.person(), fixture.person([.parkStaff]))
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), .pass)
            _ = try await fixture.service.note(.init(id: booking.id, note: NoteText(unchecked: "Wetsuit L")), staff)
            let others = try await fixture.book(bob, fixture.today(16))
            var rows: [ExportedRow] = []
            var cursor: Cursor?
            repeat {
                let page = try await fixture.service.export.page(
                    ExportParams(cursor: cursor, limit: PageLimit(unchecked: 2)), of: ada.account, deadline: nil)
                rows += page.items
                cursor = page.nextCursor
            } while cursor != nil
            let tables = Set(rows.map(\.table))
            #expect(tables.isSuperset(of: ["customer", "booking", "payment", "pass", "ledger_account"]))
            let values = rows.flatMap(\.values).compactMap(\.value)
            #expect(values.contains(booking.id.text) && values.contains("Wetsuit L"))
            #expect(!values.contains(others.id.text))
        }
    }

    @Test func `Every declared table is exported, or exempt with a reason`() {
        for table in BookingPersonalData.tables {
            #expect(table.export != nil, "declare in BookingPersonalData what people get of \(table.name)")
        }
    }

    @Test func `Every table that names people is declared`() async throws {
        try await BookingFixture.with { fixture in
            let undeclared = Set(try await DatabaseSearch.personalTables(in: fixture.client))
                .subtracting(BookingPersonalData.tables.map(\.name))
            #expect(undeclared.isEmpty, "declare \(undeclared.sorted()) in BookingPersonalData, and erase their rows")
        }
    }
}
