import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of all clients requesting the same slots at the same time, from two replicas of `booking`.
    @Suite(.serialized) struct BookingRace {
        private static let clients = Task {
            try await ConcurrentClients(Effort.clients, at: Instances.park.value.instance)
        }

        /// Prints the duration of a round.
        ///
        /// No test asserts it, because the acceptable maximum depends on the machine.
        private func printDuration(_ what: String, _ round: Int, _ outcome: ConcurrentClients.Outcome) {
            print(
                "\(what), round \(round + 1): \(Effort.clients) clients in \(outcome.time), \(outcome.repetitions) calls repeated"
            )
        }

        private let oneWins = ["ok": 1, "slot-taken": Effort.clients - 1]

        @Test func `Of all clients that book one slot, one succeeds`() async throws {
            let park = try await Instances.park.value
            let clients = try await Self.clients.value
            let slots = try await park.freeSlots(inDays: 3, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await clients.callAll("booking.book", key: "book-\(round)") { _ in
                    #"{\#(slots[round].members),"sets":1,"payWith":"on-site"}"#
                }
                printDuration("book", round, outcome)
                #expect(outcome.counts == oneWins)
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that book overlapping sets, those that succeed do not overlap`() async throws {
            let park = try await Instances.park.value
            let clients = try await Self.clients.value
            let slots = try await park.freeSlots(inDays: 4, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await clients.callAll("booking.book", key: "overlap-\(round)") { index in
                    #"{\#(slots[5 * round + index % 3].members),"sets":2,"payWith":"on-site"}"#
                }
                printDuration("overlapping", round, outcome)
                // Of three consecutive starts, the first and the third do not overlap.
                #expect([1, 2].contains(outcome.counts["ok"]), "\(outcome)")
                #expect(
                    (outcome.counts["ok"] ?? 0) + (outcome.counts["slot-taken"] ?? 0) == Effort.clients, "\(outcome)")
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that hold one slot, one succeeds`() async throws {
            let park = try await Instances.park.value
            let clients = try await Self.clients.value
            let slots = try await park.freeSlots(inDays: 5, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await clients.callAll("booking.hold") { _ in #"{\#(slots[round].members),"sets":1}"# }
                printDuration("hold", round, outcome)
                #expect(outcome.counts == oneWins)
            }
            #expect(try await park.faults() == [])
        }

        @Test func `Of all clients that move a booking to one slot, one succeeds`() async throws {
            let park = try await Instances.park.value
            let clients = try await Self.clients.value
            var own: [ParkSlot] = []
            for day in 8..<30 {
                own += try await park.freeSlots(inDays: day)
                if own.count >= Effort.clients { break }
            }
            let places = own
            let ids = Mutex<[Int: JSON]>([:])
            let made = try await clients.callAll("booking.book", key: "own") { index in
                #"{\#(places[index].members),"sets":1,"payWith":"on-site"}"#
            } result: { index, booking in
                ids.withLock { $0[index] = booking["id"] }
            }
            printDuration("each one slot", 0, made)
            #expect(made.counts == ["ok": Effort.clients])
            let bookings = ids.withLock { $0 }.mapValues(\.encoded)
            let slots = try await park.freeSlots(inDays: 6, on: "big")
            for round in 0..<Effort.rounds {
                let outcome = try await clients.callAll("booking.reschedule", key: "move-\(round)") { index in
                    #"{"id":\#(bookings[index] ?? ""),\#(slots[round].members)}"#
                }
                printDuration("move", round, outcome)
                #expect(outcome.counts == oneWins)
            }
            #expect(try await park.faults() == [])
        }
    }
}
