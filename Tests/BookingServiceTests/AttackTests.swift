import BookingContract
import Contract
import Notify
import Postgres
import RPC
import Synchronization
import Testing
import Values

@testable import BookingService

/// Tests of event orders that could lose sets, money or a notice, and of hostile calls.
@Suite struct AttackTests {
    private func reason(_ text: String) -> NoteText { NoteText(unchecked: text) }

    private func noShow(_ fixture: BookingFixture, _ booking: Booking.Record) async throws -> Booking.Record {
        let item = try await fixture.service.noShow(.init(id: booking.id), fixture.person([.parkStaff]))
        // The amount that a check-in would collect.
        #expect(item.toPay.amount == (booking.payWith == .onSite ? booking.price.amount : 0))
        return item.booking
    }

    private func decide(
        _ fixture: BookingFixture, _ booking: Booking.Record, _ sanction: SanctionKind, sets: Int? = nil
    ) async throws -> Booking.Case {
        try await fixture.service.decide(
            .init(
                id: try #require(booking.caseId), sanction: sanction, reason: reason("because"),
                sets: sets.map(SetCount.init(unchecked:))),
            fixture.person([.admin]).with(key: fixture.freshKey()))
    }

    // MARK: No-shows

    /// The result is the same whether or not housekeeping precedes the staff.
    @Test(
        arguments: [false, true],
        [(SanctionKind.none, nil, 10), (.chargeSets, nil, 8), (.chargeSets, 1, 9), (.chargeSets, 3, 7)])
    func `A no-show on a pass costs exactly the decided sets`(
        isPosted: Bool, decision: (sanction: SanctionKind, sets: Int?, left: Int)
    ) async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            fixture.clock.set(fixture.today(15))
            if isPosted { try await fixture.housekeeping.tidy() }
            let missed = try await noShow(fixture, booking)
            let decided = try await decide(fixture, missed, decision.sanction, sets: decision.sets)
            #expect(try await fixture.service.passes(ada).left == decision.left)
            let reverse = Booking.ReverseDecision.Params(id: decided.id, reason: reason("a mistake"))
            _ = try await fixture.service.reverseDecision(reverse, fixture.person([.admin]))
            #expect(try await fixture.service.passes(ada).left == 10)
            let got = try await fixture.service.get(.init(id: booking.id), ada)
            #expect(got.charge.state == .returned)
            let parks =
                "SELECT count(*) FROM (\(Self.parkBalances)) b WHERE balance <> 0 AND kind IN ('used', 'charged')"
            #expect(try await fixture.number(parks) == 0)
        }
    }

    private static let parkBalances = """
        SELECT a.kind, sum(CASE WHEN t.credit = a.id THEN t.amount ELSE -t.amount END) AS balance
        FROM ledger_account a JOIN ledger_transfer t ON a.id IN (t.debit, t.credit)
        WHERE a.customer_id IS NULL AND t.phase IN ('posted', 'post') GROUP BY a.kind
        """

    @Test func `A pass valid at the start pays for a late cancellation even if it has expired since`()
        async throws
    {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada, "five-sets")
            fixture.clock.set(fixture.time(day: 50, 12))
            let booking = try await fixture.book(ada, fixture.time(day: 59, 20), sets: 2, .pass)
            fixture.clock.set(fixture.time(day: 59, 19))
            let cancelled = try await fixture.cancel(ada, booking)
            fixture.clock.set(fixture.time(day: 61, 12))
            #expect(await ending { try await decide(fixture, cancelled, .chargeSets, sets: 1) } == "ok")
            #expect(try await fixture.number("SELECT sum(balance)::bigint FROM ledger_account") == 4)
        }
    }

    @Test func `A customer who arrives after a no-show pays, and the case is withdrawn`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff, admin) = (fixture.person(), fixture.person([.parkStaff]), fixture.person([.admin]))
            let booking = try await fixture.book(ada, fixture.today(15))
            fixture.clock.set(fixture.today(15, 5))
            let missed = try await noShow(fixture, booking)
            let item = try await fixture.service.checkIn(.init(id: booking.id), staff)
            #expect(item.booking.charge.state == .charged && item.booking.caseId == nil)
            #expect(item.customer.noShows == 0)
            #expect(
                try await fixture.number("SELECT sum(amount)::bigint FROM ledger_transfer WHERE kind = 'paid'") == 3_000
            )
            #expect(try await fixture.service.openCases(.init(), admin).items.isEmpty)
            #expect(await ending { try await decide(fixture, missed, .warning) } == "not-found")
        }
    }

    @Test func `A booking cannot be checked in after the decision of its case`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let booking = try await fixture.book(fixture.person(), fixture.today(15))
            fixture.clock.set(fixture.today(15, 5))
            _ = try await decide(fixture, try await noShow(fixture, booking), .warning)
            #expect(await ending { try await fixture.service.checkIn(.init(id: booking.id), staff) } == "not-booked")
            #expect(try await fixture.service.note(.init(id: booking.id), staff).toPay.amount == 0)
        }
    }

    // MARK: Closures

    @Test func `A closure returns the sets of a running booking and notifies of the coming ones`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            try await fixture.buyPass(ada)
            let begun = try await fixture.book(ada, fixture.today(15), sets: 2, .pass)
            _ = try await fixture.book(ada, fixture.today(18), .pass)
            fixture.clock.set(fixture.today(15, 40))
            try await fixture.housekeeping.tidy()
            _ = try await fixture.service.close(
                .init(from: fixture.today(15), to: fixture.today(21), reason: reason("storm")),
                staff.with(key: fixture.freshKey()))
            #expect(try await fixture.service.passes(ada).left == 10)
            #expect(try await fixture.service.get(.init(id: begun.id), ada).charge.state == .returned)
            let sent = try await fixture.sent().map(\.text)
            // The second is the notice of the closure; the first confirms the booking that had not begun.
            #expect(sent.count == 2)
            #expect(
                sent.last == """
                    Wake park closed: 2 of your bookings, from 2026-11-21 at 15:00, are cancelled, free of charge. \
                    Reason: storm
                    """)
        }
    }

    @Test func `Cancelling a booking within a closure opens no case`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            try await fixture.buyPass(ada)
            let booking = try await fixture.book(ada, fixture.today(15), .pass)
            fixture.clock.set(fixture.today(14))
            var hurried = fixture.person([.parkStaff]).with(key: "wind")
            hurried.deadline = .now + .milliseconds(900)
            _ = try await fixture.service.close(
                .init(from: fixture.today(14), to: fixture.today(21), reason: reason("wind")), hurried)
            let cancelled = try await fixture.cancel(ada, booking)
            #expect(cancelled.cancellation?.isLate == false && cancelled.caseId == nil)
            #expect(try await fixture.service.passes(ada).left == 10)
        }
    }

    // MARK: Holds

    @Test func `Releasing and holding the same slots leaves other customers a chance`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let hold = try await fixture.hold(ada, fixture.today(15))
            fixture.clock.advance(.seconds(290))
            try await fixture.service.release(.init(id: hold.id), ada)
            #expect(await ending { try await fixture.hold(ada, fixture.today(15)) } == "hold-cooldown")
            fixture.clock.advance(.seconds(10))
            #expect(await ending { try await fixture.hold(ada, fixture.today(15)) } == "ok")
        }
    }

    @Test func `A replica with a fast clock ends no hold`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let hold = try await fixture.hold(ada, fixture.today(15))
            let ahead = fixture.service.with(now: { Instant(milliseconds: fixture.clock.now + 600_000) })
            try await BookingHousekeeping(service: ahead, interval: .seconds(10), logger: fixture.housekeeping.logger)
                .tidy()
            #expect(
                await ending {
                    try await fixture.service.book(.init(holdId: hold.id, payWith: .onSite), ada.with(key: "k"))
                } == "ok")
        }
    }

    @Test func `Two customers who want each other's held slots do not deadlock`() async throws {
        try await BookingFixture.with { fixture in
            let attempts = Mutex(0)
            let service = fixture.service.with(makeID: { now in
                attempts.withLock { $0 += 1 }
                return fixture.service.dependencies.makeID(now)
            })
            let (ada, eve) = (fixture.person(), fixture.person())
            for _ in 0..<15 {
                _ = try await fixture.hold(ada, fixture.today(15), sets: 4)
                _ = try await fixture.hold(eve, fixture.today(16), sets: 4)
                fixture.clock.advance(.seconds(10))
                await withTaskGroup(of: Void.self) { group in
                    for (caller, start) in [(ada, fixture.today(16)), (eve, fixture.today(15))] {
                        group.addTask {
                            let params = Booking.Hold.Params(
                                reverseId: ReverseID(unchecked: "big"), startsAt: start, sets: SetCount(unchecked: 4))
                            #expect(await ending { try await service.hold(params, caller) } == "slot-taken")
                        }
                    }
                }
                fixture.clock.advance(.seconds(601))
            }
            // A retry after a deadlock would have made another id.
            #expect(attempts.withLock { $0 } == 30)
        }
    }

    // MARK: People

    @Test func `A booking by the staff keeps the customer's language`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person(language: .belarusian)
            _ = try await fixture.book(ada, fixture.today(15))
            let phone = PhoneNumber(unchecked: "+375291000001")
            _ = try await fixture.service.bookFor(
                .init(
                    phone: phone, name: CustomerName(unchecked: "Ada"), reverseId: ReverseID(unchecked: "big"),
                    startsAt: fixture.today(16), sets: SetCount(unchecked: 1), payWith: .onSite),
                fixture.person([.parkStaff]).with(key: fixture.freshKey()))
            let customer = try await fixture.store.session().customers.find(account: ada.account)
            #expect(customer?.language == .belarusian)
        }
    }

    @Test func `Many cancelled bookings do not push others off the board`() async throws {
        try await BookingFixture.with { fixture in
            let (eve, staff) = (fixture.person(), fixture.person([.parkStaff]))
            _ = try await fixture.cancel(eve, try await fixture.book(eve, fixture.today(15)))
            try await fixture.run(
                """
                INSERT INTO booking SELECT gen_random_uuid(), customer_id, reverse_id, starts_at, ends_at, sets, state,
                    pay_with, charge_state, price, currency, time_zone, free_cancellation_ms, configuration_version,
                    note, made_at, made_by, moves, cancelled_at, cancelled_by, cancelled_late, cancel_reason
                FROM booking, generate_series(1, 1100)
                """)
            let booking = try await fixture.book(fixture.person(), fixture.today(16))
            let board = try await fixture.service.board(.init(), staff)
            #expect(board.items.contains { $0.booking.id == booking.id })
            #expect(board.items.map(\.booking.startsAt) == board.items.map(\.booking.startsAt).sorted())
        }
    }

    // MARK: Housekeeping

    @Test func `A failure in housekeeping does not stop its other tasks`() async throws {
        try await BookingFixture.with { fixture in
            let (ada, bob) = (fixture.person(), fixture.person())
            try await fixture.buyPass(ada, "five-sets")
            try await fixture.buyPass(bob)
            _ = try await fixture.book(ada, fixture.today(15), .pass)
            let second = try await fixture.book(bob, fixture.today(16), .pass)
            let payment = try await fixture.topUp(bob)
            let five = "SELECT id FROM pass WHERE product_id = 'five-sets'"
            try await fixture.run(
                "UPDATE ledger_account SET pending = 0 WHERE pass_id IN (\(five))"
            )
            fixture.clock.set(fixture.today(17))
            try? await fixture.housekeeping.tidy()
            #expect(try await fixture.service.get(.init(id: second.id), bob).charge.state == .charged)
            #expect(try await fixture.service.payment(.init(id: payment.id), bob).state == .expired)
            // After the repair, the work continues.
            try await fixture.run(
                "UPDATE ledger_account SET pending = 1 WHERE pass_id IN (\(five))"
            )
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.number("SELECT count(*) FROM booking WHERE charge_state = 'held'") == 0)
        }
    }

    @Test func `Payments of a removed provider do not prevent checking others`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            let payment = try await fixture.topUp(ada)
            try await fixture.run(
                """
                INSERT INTO payment SELECT gen_random_uuid(), customer_id, product_id, sets, valid_ms, amount, currency,
                    state, 'gone', NULL, NULL, return_url, made_at - 1, expires_at
                FROM payment, generate_series(1, 150)
                """)
            fixture.clock.advance(.seconds(3_601))
            try await fixture.housekeeping.tidy()
            #expect(try await fixture.service.payment(.init(id: payment.id), ada).state == .expired)
        }
    }

    // MARK: Replicas and clocks

    @Test func `Two replicas can run housekeeping concurrently`() async throws {
        try await BookingFixture.with { fixture in
            for hour in 12..<20 {
                let caller = fixture.person()
                try await fixture.buyPass(caller, "five-sets")
                _ = try await fixture.book(caller, fixture.today(hour), .pass)
            }
            fixture.clock.set(fixture.time(day: 70, 12))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask { #expect(await ending { try await fixture.housekeeping.tidy() } == "ok") }
                }
            }
            #expect(try await fixture.number("SELECT sum(balance)::bigint FROM ledger_account") == 0)
        }
    }

    @Test func `Extreme dates have no slots and cause no error`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            for text in ["0001-01-01", "9999-12-31"] {
                let date = try #require(LocalDate(text))
                #expect(try await fixture.service.board(.init(date: date), staff).items.isEmpty)
                _ = try await fixture.service.slots(.init(date: date))
                _ = try await fixture.service.days(.init(from: date, days: DayCount(unchecked: 62)))
            }
            for start in [Instant(milliseconds: -62_135_596_800_000), Instant(milliseconds: 253_402_300_799_999)] {
                #expect(await ending { try await fixture.hold(staff, start, sets: 8) } == "not-a-slot")
            }
        }
    }

    @Test func `Slots are served even if their day changes at each read`() async throws {
        try await BookingFixture.with { fixture in
            let calls = Mutex(0)
            let caches = Mutex<SlotCache?>(nil)
            let day = LocalDate(daysSince1970: 20_778)
            let cache = SlotCache(
                store: fixture.store, source: fixture.source,
                now: {
                    let call = calls.withLock { calls in
                        calls += 1
                        return calls
                    }
                    if call > 1 { caches.withLock { $0 }?.changed([day: Int64(call)]) }
                    return Instant(milliseconds: fixture.clock.now)
                })
            caches.withLock { $0 = cache }
            #expect(await ending { try await cache.days(day...day) } == "ok")
            caches.withLock { $0 = nil }
        }
    }

    @Test func `A slot that a fast clock marked as past is free again after the correction`() async throws {
        try await BookingFixture.with { fixture in
            fixture.clock.set(fixture.today(18))
            let ahead = try await fixture.state(fixture.today(15))
            fixture.clock.set(fixture.today(12))
            let right = try await fixture.state(fixture.today(15))
            #expect(ahead == .past && right == .free)
        }
    }
}

extension BookingService {
    /// Returns a service with another clock or another source of ids.
    fileprivate func with(
        now: (@Sendable () -> Instant)? = nil, makeID: (@Sendable (Instant) -> Identifier)? = nil
    ) -> BookingService {
        var dependencies = dependencies
        dependencies.now = now ?? dependencies.now
        dependencies.makeID = makeID ?? dependencies.makeID
        return BookingService(dependencies)
    }
}
