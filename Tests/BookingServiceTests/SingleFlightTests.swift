import Contracts
import RPC
import Synchronization
import TestSupport
import Testing

@testable import BookingService

@Suite struct SingleFlightTests {
    @Test func `One caller does the work, and the others share its failure`() async throws {
        let flight = SingleFlight<Int>()
        let runs = Tally()
        let gate = Gate()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await ending {
                        try await flight.run(1) {
                            runs.add()
                            await gate.pass()
                            throw RPCError(.unavailable)
                        }
                    }
                }
            }
            while runs.count == 0 { await Task.yield() }
            gate.open()
            for await end in group { #expect(end == "unavailable") }
        }
        #expect(runs.count <= 20)
        #expect(await ending { try await flight.run(1) {} } == "ok")
    }

    @Test func `If the working caller is cancelled, another takes over`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let leads = Tally()
        await withTaskGroup(of: String.self) { group in
            let leader = Task {
                await ending {
                    try await flight.run(1) {
                        leads.add()
                        await gate.pass()
                        try Task.checkCancellation()
                    }
                }
            }
            while leads.count == 0 { await Task.yield() }
            group.addTask { await ending { try await flight.run(1) {} } }
            leader.cancel()
            gate.open()
            for await end in group { #expect(end == "ok") }
            #expect(await leader.value != "ok")
        }
    }
}

/// A counter.
final class Tally: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
