import Foundation
import TestSupport
import Testing
import Values

extension EndToEnd {
    @Suite(.serialized) struct BookingCrash {
        private static let setsOfPass = 10

        /// Returns true if a replica is ready.
        ///
        /// Asks over a connection, because a process per request would load the machine more than the bookings do.
        private func isReady(_ replica: String, of instance: RunningInstance) async throws -> Bool {
            guard let port = try instance.part(replica).adminPort,
                let wire = try? await Wire(port: port, authority: nil)
            else { return false }
            let answer = try? await wire.http("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await wire.close()
            return answer?.status == 200
        }

        @Test func `No kill -9 of booking or PostgreSQL loses or repeats an acknowledged operation`()
            async throws
        {
            let park = try await Instances.park.value
            let seed = UInt64(Effort.number("VOKOL_TEST_SEED", otherwise: .random(in: 0...999_999)))
            print("Replay with VOKOL_TEST_SEED=\(seed)")
            var random = SplitMix64(seed: seed)
            let guests = try await Guest.register(16, at: park.instance)
            for guest in guests { try await park.buyPass("ten-sets", for: guest) }
            // Slots of today, so that customers can be checked in. Most are so far ahead that they can be cancelled
            // free until the end, some so near that they never can.
            try await park.setNoon()
            let (now, twoHours) = (Date.now, Date.now + 2 * 3_600)
            var slots: [ParkSlot] = []
            for reverse in ["big", "small"] {
                let free = try await park.freeSlots(inDays: 0, on: reverse)
                let near = free.filter { (now + 3_600...twoHours - 600).contains($0.startsAt) }
                let far = free.filter { $0.startsAt > now + 4 * 3_600 }.prefix(50)
                try #require(near.count >= 8 && far.count == 50, "\(reverse): \(near.count), \(far.count)")
                slots += near + far
            }
            // For walk-ins: only one set runs at a time on a reverse, and a customer who was checked in keeps it for
            // good.
            let walkInReverses = (1...16).map { "walk-in-\($0)" }
            try await park.setNoon(walkInReverses: walkInReverses)
            let load = ParkLoad(
                park, guests: guests, slots: slots, walkInReverses: walkInReverses, lateBefore: twoHours, seed: seed)
            var notices = try await ParkNoticeWatch(park, guests: guests)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await load.run() }
                defer { load.stop() }
                for cycle in 0..<Effort.crashes {
                    let name = ["booking-1", "postgres", "booking-2", "postgres"][cycle % 4]
                    let count = load.count + Int.random(in: 100...300, using: &random)
                    try await Processes.wait("operations before crash \(cycle)") { load.count > count }
                    let pid = try park.instance.part(name).pid
                    try park.instance.send(SIGKILL, to: name)
                    try await Processes.wait("\(name) to be back") {
                        guard try park.instance.part(name).pid != pid else { return false }
                        for replica in ["booking-1", "booking-2"] {
                            guard try await isReady(replica, of: park.instance) else { return false }
                        }
                        return true
                    }
                    let faults = try await park.faults()
                    #expect(faults == [], "while they go on after crash \(cycle) of \(name)")
                    try await notices.next()
                }
                let count = load.count
                try await Processes.wait("operations after the last crash") { load.count > count + 100 }
                load.stop()
                try await group.waitForAll()
            }
            var found: [Int: ParkFindings] = [:]
            for (index, guest) in guests.enumerated() { found[index] = try await park.findings(of: guest) }
            let history = ParkHistory(
                operations: load.operations, closures: load.closures, setsBought: Self.setsOfPass,
                lateBefore: twoHours)
            let faults = history.faults(found: found)
            #expect(faults == [], "seed \(seed)")
            #expect(try await notices.faults(after: load.operations, crashes: Effort.crashes) == [], "seed \(seed)")
            #expect(notices.count > 0, "reminders, seed \(seed)")
            #expect(history.acceptedOffers > 0, "seed \(seed)")
            #expect(try await park.faults() == [], "seed \(seed)")
            try await park.setNoon()
            // Few appeals are answered and few debts paid between two crashes.
            let rare = Effort.crashes < 20 ? [] : ["rejectAppeal", "settle", "payBack"]
            for method in [
                "noShow", "decide", "reverseDecision", "explain", "appeal", "sellPass", "correctPass", "wait",
                "leaveWaitlist", "refund",
            ] + rare {
                #expect(history.summary["booking.\(method) ok", default: 0] > 0, "\(method), seed \(seed)")
            }
            let unknown = history.operations.count { $0.unknown > 0 }
            print(
                "\(history.operations.count) operations, \(unknown) of them not known to have ended at first: \(load.codes)"
            )
            print(history.summary)
            print("\(history.acceptedOffers) offers booked, \(notices.summary)")
        }
    }
}
