import BookingContract
import Contract
import Postgres
import RPC
import Synchronization
import TestSupport
import Testing
import Values

@testable import BookingService

/// Tests of joining under concurrent calls, and of its ledger entries.
@Suite struct JoinTests {
    private let phone = PhoneNumber(unchecked: "+375297654321")

    private func register(_ caller: BookingCaller, in fixture: BookingFixture) {
        fixture.people.add(Person(account: caller.account, name: CustomerName(unchecked: "Ada"), phone: phone))
    }

    /// Makes a late cancellation for the number, and returns its case.
    private func lateCancellation(_ fixture: BookingFixture, day: Int = 0, by staff: BookingCaller) async throws
        -> Identifier
    {
        fixture.clock.set(fixture.time(day: day, 10))
        let item = try await fixture.bookFor(fixture.time(day: day, 15), for: phone, by: staff)
        fixture.clock.set(fixture.time(day: day, 14))
        return try #require(try await fixture.cancel(staff, item.booking).caseId)
    }

    /// Makes a late cancellation with a fee of 5 rubles, 2 of them paid, and returns its case.
    private func fee(_ fixture: BookingFixture, day: Int = 0, by admin: BookingCaller) async throws -> Identifier {
        let id = try await lateCancellation(fixture, day: day, by: admin)
        _ = try await fixture.service.decide(
            .init(id: id, sanction: .fee, reason: NoteText(unchecked: "late"), fee: Booking.Payable(500)),
            admin.with(key: fixture.freshKey()))
        let caller = try #require(try await fixture.store.session().customers.phoneCustomerWithBookings(phone))
        _ = try await fixture.service.settle(
            .init(customerId: caller, amount: Booking.Payable(200)),
            admin.with(key: fixture.freshKey()))
        return id
    }

    @Test(arguments: [false, true])
    func `A call that waits while a booking moves to an account is asked to retry, without effect`(
        isDecision: Bool
    ) async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(hasPhone: false), fixture.person([.admin]))
            _ = try await fixture.book(ada, fixture.today(18))
            let id =
                isDecision
                ? try await lateCancellation(fixture, by: admin)
                : try await fixture.bookFor(fixture.today(17), for: phone, by: admin).booking.id
            let store = fixture.store
            let account = try #require(try await store.session().customers.find(account: ada.account)?.id)
            let caller = try #require(try await store.session().customers.phoneCustomerWithBookings(phone))
            @Sendable func act() async throws {
                if isDecision {
                    _ = try await fixture.service.decide(
                        .init(id: id, sanction: .warning, reason: NoteText(unchecked: "late")), admin.with(key: "k"))
                } else {
                    _ = try await fixture.service.cancel(.init(id: id), admin)
                }
            }
            let isLocked = Mutex(false)
            async let meanwhile = rpcError {
                while !isLocked.withLock({ $0 }) { await Task.yield() }
                try await act()
            }
            try await store.inTransaction { transaction in
                _ = try await CustomerLock(owner: .customer(account), other: caller).take(in: transaction)
                isLocked.withLock { $0 = true }
                let waits = """
                    SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE NOT granted AND locktype = 'transactionid' AND datname = current_database()
                    """
                while try await fixture.number(waits) == 0 { await Task.yield() }
                _ = try await transaction.customers.moveBookings(from: caller, to: account)
            }
            let error = await meanwhile
            #expect(error?.code == .unavailable && error?.retryAfterMilliseconds == 100)
            let done = "SELECT count(*) FROM audit WHERE event = '\(isDecision ? "decided" : "cancelled")'"
            #expect(try await fixture.number(done) == 0)
            try await act()
            #expect(try await fixture.number(done + " AND customer_id = '\(account.text)'") == 1)
        }
    }

    @Test func `An account sees the ledger entries of the number that joined it, in order and paged`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(hasPhone: false), fixture.person([.admin]))
            try await fixture.buyPass(ada)
            let id = try await fee(fixture, by: admin)
            register(ada, in: fixture)
            fixture.clock.advance(.seconds(60))
            var (entries, cursor) = ([Booking.LedgerEntry](), Cursor?.none)
            repeat {
                let page = try await fixture.service.ledger(
                    .init(cursor: cursor, limit: PageLimit(unchecked: 2)), ada)
                entries += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(entries.map(\.kind.known) == [.fee, .restored, .paid, .settled, .fee, .paid, .bought])
            #expect(entries.map(\.money?.amount) == [300, -300, 200, -200, 500, 21_000, nil])
            #expect(try await fixture.service.passes(ada).due.amount == 300)
            // The park owes the account the money that was paid for the number.
            _ = try await fixture.service.reverseDecision(.init(id: id, reason: NoteText(unchecked: "x")), admin)
            let passes = try await fixture.service.passes(ada)
            #expect(passes.due.amount == 0 && passes.credit?.amount == 200)
        }
    }

    @Test func `The park's debt to a phone number moves to the account that has the number later`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(hasPhone: false), fixture.person([.admin]))
            _ = try await fixture.book(ada, fixture.today(18))
            let id = try await fee(fixture, by: admin)
            _ = try await fixture.service.reverseDecision(.init(id: id, reason: NoteText(unchecked: "x")), admin)
            register(ada, in: fixture)
            fixture.clock.advance(.seconds(60))
            let passes = try await fixture.service.passes(ada)
            #expect(passes.due.amount == 0 && passes.credit?.amount == 200)
            #expect(try await fixture.service.board(.init(), admin).creditors.count == 1)
            let entries = try await fixture.service.ledger(.init(), ada).items.prefix(2)
            #expect(entries.map(\.kind.known) == [.credit, .credit] && entries.map(\.money?.amount) == [200, -200])
        }
    }

    @Test func `Successive owners of a number do not see each other's entries`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let (ada, bob, eve) = (
                fixture.person(hasPhone: false), fixture.person(hasPhone: false), fixture.person(hasPhone: false)
            )
            let admin = fixture.person([.admin])
            func kinds(_ caller: BookingCaller) async throws -> [LedgerKind?] {
                try await fixture.service.ledger(.init(), caller).items.map(\.kind.known)
            }
            for (day, person) in [ada, bob].enumerated() {
                _ = try await fixture.book(person, fixture.time(day: day, 18))
                fixture.people.forget(phone)
                _ = try await fee(fixture, day: day, by: admin)
                register(person, in: fixture)
                fixture.clock.advance(.seconds(60))
                #expect(try await kinds(person) == [.fee, .restored, .paid, .settled, .fee])
            }
            // The migration reconstructs the rows that the service wrote.
            let rows = "SELECT count(*) FROM joining"
            #expect(try await fixture.number(rows) == 2)
            try await fixture.run("CREATE TABLE written AS TABLE joining")
            try await fixture.run("DELETE FROM joining")
            let debts = try #require(BookingMigrations.all.first { $0.version == 5 }).sql
            try await fixture.run(
                String(debts[try #require(debts.firstRange(of: "INSERT INTO joining")).lowerBound...]))
            #expect(try await fixture.number("SELECT count(*) FROM (TABLE joining INTERSECT TABLE written) same") == 2)
            #expect(try await fixture.number(rows) == 2)
            // The third account takes over the customer of the number.
            register(eve, in: fixture)
            _ = try await fixture.book(eve, fixture.time(day: 1, 20))
            #expect(try await kinds(eve).isEmpty)
            try await fixture.buyPass(eve)
            #expect(try await kinds(eve) == [.paid, .bought])
            #expect(try await kinds(ada).count == 5)
            #expect(try await kinds(bob).count == 5)
        }
    }
}
