import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of all clients requesting the same slots at the same time, from two replicas of `booking`.
    @Suite(.serialized) struct BookingRace {
        private static let crowd = Task { try await Crowd(Effort.clients, at: Shared.park.value.instance) }

        /// Prints the duration of a round.
        ///
        /// No test asserts it, because the acceptable maximum depends on the machine.
        private func tell(_ what: String, _ round: Int, _ outcome: Crowd.Outcome) {
            print(
                "\(what), round \(round + 1): \(Effort.clients) clients in \(outcome.time), \(outcome.shed) calls repeated"
            )
        }

        private let oneWins = ["ok": 1, "slot-taken": Effort.clients - 1]

        @Test func `Of all clients that book one slot, one succeeds`() async throws {
            let park = try await Shared.park.value
            let crowd = try await Self.crowd.value
            let slots = try await park.freeSlots(inDays: 3, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await crowd.all("booking.book", key: "book-\(round)") { _ in
                    #"{\#(slots[round].members),"sets":1,"payWith":"onSite"}"#
                }
                tell("book", round, outcome)
                #expect(outcome.ends == oneWins)
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that book overlapping sets, those that succeed do not overlap`() async throws {
            let park = try await Shared.park.value
            let crowd = try await Self.crowd.value
            let slots = try await park.freeSlots(inDays: 4, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await crowd.all("booking.book", key: "overlap-\(round)") { index in
                    #"{\#(slots[5 * round + index % 3].members),"sets":2,"payWith":"onSite"}"#
                }
                tell("overlapping", round, outcome)
                // Of three consecutive starts, the first and the third do not overlap.
                #expect([1, 2].contains(outcome.ends["ok"]), "\(outcome)")
                #expect((outcome.ends["ok"] ?? 0) + (outcome.ends["slot-taken"] ?? 0) == Effort.clients, "\(outcome)")
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that hold one slot, one succeeds`() async throws {
            let park = try await Shared.park.value
            let crowd = try await Self.crowd.value
            let slots = try await park.freeSlots(inDays: 5, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await crowd.all("booking.hold") { _ in #"{\#(slots[round].members),"sets":1}"# }
                tell("hold", round, outcome)
                #expect(outcome.ends == oneWins)
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that move a booking to one slot, one succeeds`() async throws {
            let park = try await Shared.park.value
            let crowd = try await Self.crowd.value
            var own: [ParkSlot] = []
            for day in 8..<30 {
                own += try await park.freeSlots(inDays: day)
                if own.count >= Effort.clients { break }
            }
            let places = own
            let ids = Mutex<[Int: JSON]>([:])
            let made = try await crowd.all("booking.book", key: "own") { index in
                #"{\#(places[index].members),"sets":1,"payWith":"onSite"}"#
            } result: { index, booking in
                ids.withLock { $0[index] = booking["id"] }
            }
            tell("each one slot", 0, made)
            #expect(made.ends == ["ok": Effort.clients])
            let bookings = ids.withLock { $0 }.mapValues(\.encoded)
            let slots = try await park.freeSlots(inDays: 6, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await crowd.all("booking.reschedule", key: "move-\(round)") { index in
                    #"{"id":\#(bookings[index] ?? ""),\#(slots[round].members)}"#
                }
                tell("move", round, outcome)
                #expect(outcome.ends == oneWins)
            }
            #expect(try await park.faults() == [])
        }
    }
}
