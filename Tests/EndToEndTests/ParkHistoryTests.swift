import Foundation
import Testing

/// The checker finds what a crash must not do.
@Suite struct ParkHistoryTests {
    private let began = ContinuousClock.now
    private let first = ParkRide(
        slot: ParkSlot(reverse: "big", startsAt: Date(timeIntervalSince1970: 1_800_000_000)), sets: 2)
    private let second = ParkRide(
        slot: ParkSlot(reverse: "big", startsAt: Date(timeIntervalSince1970: 1_800_000_300)), sets: 1)

    /// An operation in one second of many.
    private func operation(
        _ customer: Int, _ second: Int, _ wish: ParkOperation.Wish, _ end: ParkOperation.End
    ) -> ParkOperation {
        ParkOperation(
            customer: customer, wish: wish, began: began + .seconds(second),
            ended: began + .seconds(second) + .milliseconds(500), end: end)
    }

    private func booking(_ id: String, _ ride: ParkRide, state: String = "booked", payWith: String = "onSite") throws
        -> JSON
    {
        try JSON(#"{"id":"\#(id)",\#(ride.members),"state":"\#(state)","payWith":"\#(payWith)"}"#)
    }

    /// The faults of a history in which customer 0 finds these bookings.
    private func faults(_ operations: [ParkOperation], found: [JSON], left: Int = 10) -> [String] {
        ParkHistory(operations: operations, setsBought: 10).faults(found: [0: (found, left), 1: ([], 10)])
    }

    @Test("What was acknowledged and is there, and a refusal that somebody's booking explains, are no faults")
    func sound() throws {
        let made = try booking("a", first)
        let moved = try booking("a", ParkRide(slot: second.slot, sets: 2))
        let operations = [
            operation(0, 0, .book(first, withPass: false), .ok(made)),
            operation(1, 1, .book(second, withPass: true), .fail("slot-taken")),
            operation(0, 2, .move("a", to: ParkRide(slot: second.slot, sets: 2)), .ok(moved)),
        ]
        #expect(faults(operations, found: [moved]) == [])
    }

    @Test("A booking that is lost, changed, made twice or not asked for is a fault")
    func bookings() throws {
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

    @Test("A slot that nobody had at the time cannot be taken")
    func refusals() throws {
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

    @Test("Sets of a pass are set aside for what is booked with it, and for nothing else")
    func sets() throws {
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
}
