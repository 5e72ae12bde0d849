import Foundation
import Testing

/// Tests that the check of a history finds the damage a crash could do.
@Suite struct ParkHistoryTests {
    private let began = ContinuousClock.now
    private let first = ParkSlotRange(
        slot: ParkSlot(reverse: "big", startsAt: Date(timeIntervalSince1970: 1_800_000_000)), sets: 2)
    private let second = ParkSlotRange(
        slot: ParkSlot(reverse: "big", startsAt: Date(timeIntervalSince1970: 1_800_000_300)), sets: 1)

    /// Makes an operation that lasts half a second, in a given second of the history.
    private func operation(
        _ customer: Int, _ second: Int, _ request: ParkOperation.Request, _ outcome: ParkOperation.Outcome,
        at time: Date = .now
    ) -> ParkOperation {
        ParkOperation(
            customer: customer, request: request, began: began + .seconds(second),
            ended: began + .seconds(second) + .milliseconds(500), endedAt: time, outcome: outcome)
    }

    private func booking(
        _ id: String, _ range: ParkSlotRange, state: String = "booked", payWith: String = "on-site", by: String? = nil,
        isLate: Bool = false
    ) throws -> JSON {
        let cancellation = by.map { #","cancellation":{"by":"\#($0)","isLate":\#(isLate)}"# } ?? ""
        return try JSON(
            #"{"id":"\#(id)",\#(range.members),"state":"\#(state)","payWith":"\#(payWith)"\#(cancellation)}"#)
    }

    /// Returns the faults of a history after which customer 0 has this state.
    private func faults(
        _ operations: [ParkOperation], found: [JSON], left: Int = 10, due: Int = 0, credit: Int = 0, cases: [JSON] = [],
        closures: [ParkClosure] = [], isLate: Bool = false
    ) -> [String] {
        ParkHistory(
            operations: operations, closures: closures, setsBought: 10,
            lateBefore: isLate ? .distantFuture : .distantPast
        ).faults(found: [
            0: ParkFindings(
                bookings: found, cases: cases, setsLeft: left, debts: ParkDebts(due: due, credit: credit)),
            1: ParkFindings(setsLeft: 10),
        ])
    }

    /// Makes a closure of all of `first`, begun in one second and reopened in another.
    private func closure(_ second: Int, until end: Int, cancelled: Int) -> ParkClosure {
        ParkClosure(
            reverse: "big", from: first.start, to: first.end, began: began + .seconds(second),
            ended: began + .seconds(second) + .milliseconds(500), reopenBegan: began + .seconds(end),
            reopenEnded: began + .seconds(end) + .milliseconds(500), cancelled: cancelled)
    }

    @Test func `Acknowledged bookings and explained refusals are no faults`()
        throws
    {
        let made = try booking("a", first)
        let moved = try booking("a", ParkSlotRange(slot: second.slot, sets: 2))
        let operations = [
            operation(0, 0, .book(first, withPass: false), .ok(made)),
            operation(1, 1, .book(second, withPass: true), .fail("slot-taken")),
            operation(0, 2, .move("a", to: ParkSlotRange(slot: second.slot, sets: 2)), .ok(moved)),
        ]
        #expect(faults(operations, found: [moved]) == [])
    }

    @Test func `A lost, changed, duplicate or unrequested booking is a fault`() throws {
        let made = try booking("a", first)
        let operations = [operation(0, 0, .book(first, withPass: false), .ok(made))]
        #expect(faults(operations, found: []).count == 1)
        #expect(faults(operations, found: [try booking("a", first, state: "cancelled")]).count == 1)
        #expect(faults(operations, found: [try booking("a", second)]).count == 1)
        #expect(faults(operations, found: [made, try booking("b", second)]).count == 1)
        #expect(
            faults(operations + [operation(0, 1, .book(first, withPass: false), .ok(made))], found: [made]).count == 1)
        let cancelled = operations + [operation(0, 1, .cancel("a"), .ok(made))]
        #expect(faults(cancelled, found: [made]).count == 1)
    }

    @Test func `A refusal of a slot that nobody had at the time is a fault`() throws {
        let made = try booking("a", first)
        let cancelled = try booking("a", first, state: "cancelled")
        let operations = [
            operation(0, 1, .book(first, withPass: false), .ok(made)),
            operation(0, 2, .cancel("a"), .ok(cancelled)),
        ]
        func with(_ second: Int) -> [String] {
            faults(
                operations + [operation(1, second, .book(self.second, withPass: false), .fail("slot-taken"))],
                found: [cancelled])
        }
        #expect(with(0).count == 1)
        #expect(with(2).isEmpty)
        #expect(with(3).count == 1)
        #expect(faults([operation(0, 0, .hold(first), .fail("suspended"))], found: []).count == 1)
    }

    @Test func `A pass reserves exactly the sets of its bookings; anything else is a fault`() throws {
        let made = try booking("a", first, payWith: "pass")
        let operations = [operation(0, 0, .book(first, withPass: true), .ok(made))]
        #expect(faults(operations, found: [made], left: 8) == [])
        #expect(faults(operations, found: [made], left: 6).count == 1)
        #expect(
            faults(
                operations + [operation(0, 1, .book(second, withPass: true), .fail("not-enough-sets"))], found: [made],
                left: 8
            ).count == 1)
    }

    @Test func `A closure must cancel its bookings, count them, return their sets, and block new ones`() throws {
        let made = try booking("a", first, payWith: "pass")
        let lost = try booking("a", first, state: "cancelled", payWith: "pass", by: "park")
        let book = operation(0, 0, .book(first, withPass: true), .ok(made))
        #expect(faults([book], found: [lost], closures: [closure(1, until: 3, cancelled: 1)]) == [])
        #expect(faults([book], found: [lost], left: 8, closures: [closure(1, until: 3, cancelled: 1)]).count == 1)
        #expect(faults([book], found: [lost], closures: [closure(1, until: 3, cancelled: 2)]).count == 1)
        // The booking was left as it was, cancelled without a closure, or made during one.
        #expect(faults([book], found: [made], left: 8, closures: [closure(1, until: 3, cancelled: 0)]).count == 1)
        #expect(faults([book], found: [lost]).count == 2)
        let within = operation(0, 2, .book(first, withPass: true), .ok(made))
        #expect(faults([within], found: [made], left: 8, closures: [closure(1, until: 5, cancelled: 0)]).count == 1)
        // During a closure, a slot may be refused although nobody has it, and a booking may be gone.
        let refused = operation(1, 2, .book(second, withPass: false), .fail("slot-taken"))
        #expect(faults([refused], found: [], closures: [closure(1, until: 5, cancelled: 0)]) == [])
        let moved = operation(0, 2, .move("a", to: second), .fail("not-booked"))
        #expect(faults([book, moved], found: [lost], closures: [closure(1, until: 3, cancelled: 1)]) == [])
        #expect(faults([book, moved], found: [lost]).contains { $0.contains("which was open") })
    }

    @Test func `A late cancellation must have a case that costs the decided sanction until it is reversed`() throws {
        let made = try booking("a", first, payWith: "pass")
        let late = try booking("a", first, state: "cancelled", payWith: "pass", by: "customer", isLate: true)
        let cancelled = [
            operation(0, 0, .book(first, withPass: true), .ok(made)), operation(0, 1, .cancel("a"), .ok(late)),
        ]
        func found(_ state: String, _ sanction: String? = nil) throws -> [JSON] {
            let decision = sanction.map { #","decision":{"sanction":"\#($0)"}"# } ?? ""
            return [try JSON(#"{"bookingId":"a","state":"\#(state)"\#(decision)}"#)]
        }
        func decided(_ verdict: ParkVerdict) -> [ParkOperation] {
            cancelled + [operation(0, 2, .decide("c", of: "a", verdict), .ok(.null))]
        }
        let open = try found("open")
        #expect(faults(cancelled, found: [late], left: 8, cases: open, isLate: true) == [])
        #expect(faults(cancelled, found: [late], left: 10, cases: open, isLate: true).count == 1)
        #expect(faults(cancelled, found: [late], left: 8, isLate: true).count == 1)
        #expect(faults(cancelled, found: [late], left: 8, cases: open).count == 1, "it was in time")
        let charged = try found("decided", "charge-sets")
        #expect(faults(decided(.chargeSets(3)), found: [late], left: 7, cases: charged, isLate: true) == [])
        #expect(faults(decided(.chargeSets(3)), found: [late], left: 8, cases: charged, isLate: true).count == 1)
        #expect(faults(decided(.warning), found: [late], cases: charged, isLate: true).count == 1)
        let owed = try found("decided", "fee")
        #expect(faults(decided(.fee(100)), found: [late], due: 100, cases: owed, isLate: true) == [])
        #expect(faults(decided(.fee(100)), found: [late], cases: owed, isLate: true).count == 1)
        let reversed = decided(.fee(100)) + [operation(0, 3, .reverse("c", of: "a"), .ok(.null))]
        #expect(faults(reversed, found: [late], cases: try found("reversed", "fee"), isLate: true) == [])
        #expect(faults(reversed, found: [late], due: 100, cases: owed, isLate: true).count == 2)
    }

    @Test func `A walk-in takes a running set, and a no-show must have a case`() throws {
        let running = ParkSlotRange(running: "walk-in-1", at: first.start + 299)
        #expect(running.start == first.start && running.sets == 1)
        let made = try booking("a", running, payWith: "pass")
        let missed = try booking("a", running, state: "no-show", payWith: "pass")
        let came = operation(
            0, 0, .walkIn(running, withPass: true, phone: "+1"), .ok(.object(["booking": made])))
        #expect(faults([came], found: [made], left: 9) == [])
        #expect(faults([came], found: [made], left: 10).count == 1)
        let stayedAway = [came, operation(0, 1, .noShow("a"), .ok(.null))]
        let open = [try JSON(#"{"bookingId":"a","state":"open"}"#)]
        #expect(faults(stayedAway, found: [missed], left: 9, cases: open) == [])
        #expect(faults(stayedAway, found: [missed], left: 9).count == 1)
        #expect(faults(stayedAway, found: [made], left: 9, cases: open).count == 1)
        let decided = stayedAway + [operation(0, 2, .decide("c", of: "a", .warning), .ok(.null))]
        let warned = [try JSON(#"{"bookingId":"a","state":"decided","decision":{"sanction":"warning"}}"#)]
        #expect(faults(decided, found: [missed], cases: warned) == [])
        #expect(faults(decided, found: [missed], left: 9, cases: warned).count == 1)

        let taken = operation(1, 2, .walkIn(running, withPass: false, phone: "+2"), .fail("slot-taken"))
        #expect(faults([came, taken], found: [made], left: 9) == [])
        #expect(faults([taken], found: []).count == 1)
        for (time, count) in [(running.end - 0.001, 1), (running.end, 0)] {
            let refused = operation(1, 2, .walkIn(running, withPass: false, phone: "+2"), .fail("past"), at: time)
            #expect(faults([refused], found: []).count == count)
        }
    }

    @Test(arguments: [false, true])
    func `A booking moved to its own slots must keep its id, late or not`(isLate: Bool) throws {
        let made = try booking("a", first)
        let other = try booking("b", first)
        let late = try booking("a", first, state: "cancelled", by: "customer", isLate: true)
        let book = operation(0, 0, .book(first, withPass: false), .ok(made))
        let stays = [book, operation(0, 1, .move("a", to: first), .ok(made))]
        #expect(faults(stays, found: [made], isLate: isLate) == [])
        let changes = [book, operation(0, 1, .move("a", to: first), .ok(other))]
        let cases = [try JSON(#"{"bookingId":"a","state":"open"}"#)]
        #expect(!faults(changes, found: [late, other], cases: cases, isLate: isLate).isEmpty)
        let refused = operation(1, 2, .book(second, withPass: false), .fail("slot-taken"))
        #expect(faults(stays + [refused], found: [made], isLate: isLate) == [])
    }

    @Test func `An offer of the waitlist is for its customer alone until it ends`() throws {
        let entry = try JSON(#"{"id":"w",\#(second.members)}"#)
        func offer(until seconds: Double) -> ParkOffer {
            ParkOffer(entry: "w", hold: "h", range: second, until: .now + seconds, seen: began + .seconds(1))
        }
        let made = try booking("a", second)
        let waits = operation(0, 0, .wait(second), .ok(entry))
        let accepts = operation(0, 3, .accept(offer(until: 60), withPass: false), .ok(made))
        #expect(faults([waits, accepts], found: [made]) == [])
        #expect(faults([waits, accepts], found: []).count == 1)
        let sold = operation(1, 2, .hold(first), .ok(.null))
        #expect(faults([waits, sold, accepts], found: [made]).count == 1)
        let refused = operation(1, 2, .hold(first), .fail("slot-taken"))
        #expect(faults([waits, refused, accepts], found: [made]) == [])
        for (end, count) in [(60.0, 1), (-1.0, 0)] {
            let expired = operation(0, 3, .accept(offer(until: end), withPass: false), .fail("hold-expired"))
            #expect(faults([waits, expired], found: []).count == count)
        }
    }

    @Test func `A purchase must be credited once`() {
        let bought = [operation(0, 0, .topUp, .ok(.null))]
        #expect(faults(bought, found: [], left: 15) == [])
        #expect(faults(bought, found: [], left: 10).count == 1)
        #expect(faults(bought, found: [], left: 20).count == 1)
        #expect(faults([operation(0, 0, .topUp, .fail("not-believed"))], found: []).count == 1)
    }

    @Test func `A refund must take the sets back once, and an unused pass is not refused`() throws {
        let bought = operation(0, 0, .topUp, .ok(try JSON(#"{"id":"p"}"#)))
        let refund = operation(0, 1, .refund("p"), .ok(try JSON(#"{"id":"p","state":"refunded"}"#)))
        #expect(faults([bought, refund], found: [], left: 10) == [])
        #expect(faults([bought, refund], found: [], left: 15).count == 1)
        #expect(faults([bought, refund], found: [], left: 5).count == 1)
        let pending = operation(0, 1, .refund("p"), .ok(try JSON(#"{"id":"p","state":"refunding"}"#)))
        #expect(faults([bought, pending], found: [], left: 10).count == 1)
        let refused = operation(0, 2, .refund("p"), .fail("pass-used"))
        #expect(faults([bought, refused], found: [], left: 15).count == 1)
        let made = try booking("a", first, payWith: "pass")
        let used = operation(0, 1, .book(first, withPass: true), .ok(made))
        #expect(faults([bought, used, refused], found: [made], left: 13) == [])
    }

    @Test func `Money paid and paid out at the till must count once`() throws {
        let late = try booking("a", first, state: "cancelled", by: "customer", isLate: true)
        let settled = [
            operation(0, 0, .book(first, withPass: false), .ok(try booking("a", first))),
            operation(0, 1, .cancel("a"), .ok(late)),
            operation(0, 2, .decide("c", of: "a", .fee(100)), .ok(.null)),
            operation(0, 3, .settle(50, of: "ada"), .ok(.null)),
        ]
        func found(_ state: String) throws -> [JSON] {
            [try JSON(#"{"bookingId":"a","state":"\#(state)","decision":{"sanction":"fee"}}"#)]
        }
        let decided = try found("decided")
        #expect(faults(settled, found: [late], due: 50, cases: decided, isLate: true) == [])
        #expect(faults(settled, found: [late], due: 100, cases: decided, isLate: true).count == 1)
        // The unpaid half of the fee is waived, and the paid half credited.
        let reversed = settled + [operation(0, 4, .reverse("c", of: "a"), .ok(.null))]
        let after = try found("reversed")
        #expect(faults(reversed, found: [late], credit: 50, cases: after, isLate: true) == [])
        #expect(faults(reversed, found: [late], cases: after, isLate: true).count == 1)
        let paidBack = reversed + [operation(0, 5, .payBack(50, to: "ada"), .ok(.null))]
        #expect(faults(paidBack, found: [late], cases: after, isLate: true) == [])
        #expect(faults(paidBack, found: [late], credit: 50, cases: after, isLate: true).count == 1)
    }

    @Test func `A hold lost without a closure is a fault`() throws {
        let operations = [
            operation(0, 0, .hold(first), .ok(.null)),
            operation(0, 2, .confirm(hold: "h", first, withPass: false), .fail("hold-expired")),
        ]
        #expect(faults(operations, found: [], closures: [closure(1, until: 3, cancelled: 0)]) == [])
        #expect(faults(operations, found: []).count == 1)
    }
}

@Suite struct ParkZoneTests {
    @Test(arguments: 0..<24)
    func `At every hour there is a zone in which it is noon`(hour: Int) throws {
        let now = Date(timeIntervalSince1970: 1_795_243_200 + Double(hour) * 3_600 + 1_799)
        let name = TestPark.zoneOfNoon(at: now)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name), "\(name)")
        #expect(calendar.component(.hour, from: now) == 12, "\(name)")
    }
}
