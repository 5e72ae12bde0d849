import AuthContract
import BookingContract
import Contract
import Postgres
import RPC
import Synchronization
import TestSupport
import Testing
import Values

@testable import BookingService

/// Tests of late moves, of holds that give way, and of the return of sets and money.
@Suite struct ChangeTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    // MARK: Moving

    @Test(arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)])
    func `From two hours before the start on, a move is a late cancellation and another booking`(
        offset: Int64, isLate: Bool
    ) async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            fixture.clock.set(Instant(milliseconds: fixture.today(13).milliseconds + offset))
            let moved = try await fixture.move(ada, booking, to: fixture.today(18), sets: 1)
            #expect(moved.startsAt == fixture.today(18) && moved.state == .booked && moved.charge.state == .held)
            #expect((moved.id != booking.id) == isLate)
            #expect(moved.moves == (isLate ? nil : 1))
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(try await fixture.state(fixture.today(18)) == .booked)
            // After a late move, the sets of the old booking stay set aside until the decision.
            #expect(try await fixture.service.passes(ada).left == (isLate ? 7 : 9))
            let open = try await fixture.service.openCases(.init(), fixture.person([.admin])).items
            #expect(open.map(\.bookingId) == (isLate ? [booking.id] : []))
            if isLate {
                let old = try await fixture.service.get(.init(id: booking.id), ada)
                #expect(old.cancellation?.isLate == true && old.cancellation?.by == .customer)
                #expect(old.charge.state == .undecided)
            }
        }
    }

    @Test func `A late move fails as a whole, and can be repeated with its key`() async throws {
        try await BookingFixture.with(configure: { $0.bookingsPerAccount = 1 }) { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            _ = try await fixture.book(fixture.person(), fixture.today(16), sets: 2)
            fixture.clock.set(fixture.today(14))
            // Only some of the wanted slots are free.
            #expect(
                await ending { try await fixture.move(ada, booking, to: fixture.today(15, 45), sets: 2) }
                    == "slot-taken")
            #expect(await ending { try await fixture.move(ada, booking, to: fixture.today(16)) } == "slot-taken")
            #expect(try await fixture.service.get(.init(id: booking.id), ada).state == .booked)
            #expect(try await fixture.number("SELECT count(*) FROM sanction_case") == 0)

            let params = Booking.Reschedule.Params(
                id: booking.id, reverseId: ReverseID(unchecked: "big"), startsAt: fixture.today(15, 15), sets: nil)
            let first = try await fixture.service.reschedule(params, ada.with(key: "k"))
            let second = try await fixture.service.reschedule(params, ada.with(key: "k"))
            #expect(first == second && first.id != booking.id)
            #expect(try await fixture.number("SELECT count(*) FROM sanction_case") == 1)
            fixture.clock.set(fixture.today(15, 15))
            #expect(await ending { try await fixture.move(ada, first, to: fixture.today(18)) } == "already-started")
        }
    }

    @Test func `A booking within a closure is moved without a case`() async throws {
        try await BookingFixture.with(policy: BookingPolicy(closureBatch: 0)) { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.today(14))
            var staff = fixture.person([.parkStaff]).with(key: "close")
            staff.deadline = .now + .milliseconds(900)
            _ = try? await fixture.service.close(
                .init(from: fixture.today(15), to: fixture.today(16), reason: reason("storm")), staff)
            let moved = try await fixture.move(ada, booking, to: fixture.today(18))
            #expect(moved.id == booking.id && moved.moves == 1)
        }
    }

    @Test func `Moves and bookings wait for slots in one order`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(16))
            try await fixture.client.withTransaction { transaction in
                // A caller who books claims the earlier slot first …
                func run(_ sql: String) async throws {
                    _ = try await transaction.query(PreparedStatement("run", sql))
                }
                let atom = fixture.today(15).milliseconds / Atom.length
                try await run(
                    """
                    INSERT INTO slot_claim (reverse_id, atom, booking_id)
                    VALUES ('big', \(atom), '\(booking.id.text)')
                    """
                )
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await fixture.move(ada, booking, to: fixture.today(15)) }
                    let waits = """
                        SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
                        WHERE NOT granted AND locktype = 'transactionid' AND datname = current_database()
                        """
                    while try await fixture.number(waits) == 0 { await Task.yield() }
                    // … and must not find the later one locked by a call that waits for the earlier.
                    let own = fixture.today(16).milliseconds / Atom.length
                    try await run("SELECT FROM slot_claim WHERE atom = \(own) FOR UPDATE NOWAIT")
                    try await run("DELETE FROM slot_claim WHERE atom = \(atom)")
                    group.cancelAll()
                    try? await group.waitForAll()
                }
            }
        }
    }

    // MARK: Holds

    @Test func `A staff member's hold becomes the booking for a customer on the telephone`() async throws {
        try await BookingFixture.with { fixture in
            let (staff, colleague) = (fixture.person([.parkStaff]), fixture.person([.parkStaff]))
            func bookFor(_ start: Instant, by caller: BookingCaller) async throws -> Booking.BoardItem {
                try await fixture.service.bookFor(
                    .init(
                        phone: PhoneNumber(unchecked: "+375297654321"), name: CustomerName(unchecked: "Грышка"),
                        reverseId: ReverseID(unchecked: "big"), startsAt: start, sets: SetCount(unchecked: 1),
                        payWith: .onSite),
                    caller.with(key: fixture.freshKey()))
            }
            _ = try await fixture.hold(staff, fixture.today(15), sets: 2)
            #expect(await ending { try await bookFor(fixture.today(15), by: colleague) } == "slot-taken")
            // Booking other slots leaves the held ones held.
            #expect(await ending { try await bookFor(fixture.today(17), by: staff) } == "ok")
            #expect(try await fixture.state(fixture.today(15)) == .held)
            #expect(await ending { try await bookFor(fixture.today(15), by: staff) } == "ok")
            #expect(try await fixture.state(fixture.today(15)) == .booked)
            #expect(try await fixture.state(fixture.today(15, 15)) == .free)
            // The hold was used, so the next one may follow soon.
            fixture.clock.advance(.seconds(10))
            #expect(await ending { try await fixture.hold(staff, fixture.today(18)) } == "ok")
        }
    }

    @Test func `A customer's hold gives way to the customer's move and to the staff's booking for them`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let booking = try await fixture.book(ada, fixture.today(15))
            _ = try await fixture.hold(ada, fixture.today(16), sets: 2)
            let moved = try await fixture.move(ada, booking, to: fixture.today(16))
            #expect(moved.id == booking.id)
            #expect(try await fixture.state(fixture.today(15)) == .free)
            #expect(try await fixture.state(fixture.today(16, 15)) == .free)
            fixture.clock.advance(.seconds(10))
            _ = try await fixture.hold(ada, fixture.today(18))
            let phone = try #require(try await fixture.people.person(AccountName(ada.account), deadline: .now)?.phone)
            let item = try await fixture.service.bookFor(
                .init(
                    phone: phone, name: CustomerName(unchecked: "Ada"), reverseId: ReverseID(unchecked: "big"),
                    startsAt: fixture.today(18), sets: SetCount(unchecked: 1), payWith: .onSite),
                fixture.person([.parkStaff]).with(key: "for"))
            #expect(item.booking.startsAt == fixture.today(18))
            #expect(try await fixture.number("SELECT count(*) FROM hold") == 0)
        }
    }

    // MARK: Sets and money

    @Test(arguments: [false, true])
    func `Sets that the park returns can be used even if the pass has expired since`(isClosed: Bool) async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin, .parkStaff]))
            try await fixture.buyPass(ada)
            // The pass expires at 09:40 on the 120th day.
            fixture.clock.set(fixture.time(day: 100, 12))
            let booking = try await fixture.book(ada, fixture.time(day: 120, 9, 15), sets: 2, .pass)
            fixture.clock.set(fixture.time(day: 120, 9))
            if !isClosed { _ = try await fixture.cancel(ada, booking) }
            let expiry = try #require(try await fixture.service.passes(ada).items.first?.expiresAt)
            fixture.clock.set(expiry)
            try await fixture.housekeeping.tidy()
            if isClosed {
                _ = try await fixture.service.close(
                    .init(from: fixture.time(day: 120, 9), to: fixture.time(day: 120, 10), reason: reason("storm")),
                    admin.with(key: "c"))
            } else {
                let id = try #require(try await fixture.service.cases(.init(), ada).items.first?.id)
                _ = try await fixture.service.decide(
                    .init(id: id, sanction: .chargeSets, reason: reason("late")), admin.with(key: "d"))
                _ = try await fixture.service.reverseDecision(.init(id: id, reason: reason("a mistake")), admin)
            }
            try await fixture.housekeeping.tidy()
            let pass = try #require(try await fixture.service.passes(ada).items.first)
            #expect(pass.left == 2)
            #expect(pass.expiresAt == Instant(milliseconds: expiry.milliseconds + 14 * 86_400_000))
            fixture.clock.set(pass.expiresAt)
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.passes(ada).left == 0)
        }
    }

    @Test func `A free cancellation does not extend a pass`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let expiry = try await fixture.service.passes(ada).items.first?.expiresAt
            let booking = try await fixture.book(ada, fixture.today(15), .pass)
            _ = try await fixture.cancel(ada, booking)
            #expect(try await fixture.service.passes(ada).items.first?.expiresAt == expiry)
        }
    }

    @Test func `Debts of different currencies are not added`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, admin) = (fixture.person(), fixture.person([.admin, .parkStaff]))
            let booking = try await fixture.book(ada, fixture.today(15))
            for (unit, amount) in [("BYN", 1_500), ("EUR", 400)] {
                try await fixture.run(
                    """
                    WITH due AS (INSERT INTO ledger_account (kind, unit, customer_id, balance)
                        SELECT 'due', '\(unit)', customer_id, \(amount) FROM booking RETURNING id, customer_id),
                    fees AS (INSERT INTO ledger_account (kind, unit) VALUES ('fees', '\(unit)') RETURNING id)
                    INSERT INTO ledger_transfer (id, phase, kind, debit, credit, unit, amount, customer_id, made_at)
                    SELECT gen_random_uuid(), 'posted', 'fee', fees.id, due.id, '\(unit)', \(amount), customer_id, 1
                    FROM due, fees
                    """)
            }
            let item = try await fixture.service.boardItem(booking.id, admin)
            #expect(item.customer.due == Money(amount: 1_500, currency: CurrencyCode(unchecked: "BYN")))
            let settled = try await fixture.service.settle(
                .init(customerId: item.customer.id, amount: Booking.Payable(150, "EUR")),
                admin.with(key: "k"))
            #expect(settled.due == Money(amount: 250, currency: CurrencyCode(unchecked: "EUR")))
        }
    }

    // MARK: The database

    @Test func `A call that is too late for a slot writes nothing to disk`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            _ = try await fixture.book(ada, fixture.today(15), sets: 2)
            for (start, sets) in [(fixture.today(15), 1), (fixture.today(15, 15), 2), (fixture.today(14, 45), 2)] {
                #expect(await ending { try await fixture.book(bob, start, sets: sets) } == "slot-taken")
            }
            // An attempt to claim a row would have locked it, which writes to the row.
            #expect(try await fixture.number("SELECT count(*) FROM slot_claim WHERE xmax <> 0") == 0)
            // The caller's own hold is not in the way.
            _ = try await fixture.hold(bob, fixture.today(16))
            #expect(await ending { try await fixture.book(bob, fixture.today(16)) } == "ok")
            // Somebody else's expired hold is not in the way either.
            _ = try await fixture.hold(ada, fixture.today(17))
            fixture.clock.advance(.seconds(300))
            #expect(await ending { try await fixture.book(bob, fixture.today(17)) } == "ok")
        }
    }

    @Test func `Open cases are read with their bookings and customers in one statement`() async throws {
        try await BookingFixture.with { fixture in
            let admin = fixture.person([.admin])
            for minute in [0, 15, 30] {
                let ada = fixture.person()
                _ = try await fixture.cancel(ada, try await fixture.book(ada, fixture.today(11, minute)))
            }
            _ = try await fixture.service.openCases(.init(), admin)
            let before = fixture.client.statistics.calls
            #expect(try await fixture.service.openCases(.init(), admin).items.count == 3)
            #expect(fixture.client.statistics.calls == before + 1)
        }
    }

    @Test func `Texts of the park must not contain control characters`() async throws {
        try await BookingFixture.with { fixture in
            var park = try await fixture.service.configuration().park
            park.name.ru = "\u{1B}[31m"
            #expect(park.faults.map(\.fault.rule) == ["control-characters"])
            park.name.ru = "Парк\nна возеры"
            #expect(park.faults.isEmpty)
        }
    }
}
