import Contracts
import RPC
import Synchronization
import Testing

@testable import BookingService

@Suite struct SingleFlightTests {
    @Test func `One does the work, the others wait for it; a failure is everybody's`() async throws {
        let flight = SingleFlight<Int>()
        let runs = Tally()
        let gate = Gate()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await ending {
                        try await flight.run(1) {
                            runs.add()
                            await gate.wait()
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

    @Test func `If the one who does the work is cancelled, another takes over`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let leads = Tally()
        await withTaskGroup(of: String.self) { group in
            let leader = Task {
                await ending {
                    try await flight.run(1) {
                        leads.add()
                        await gate.wait()
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

/// Something that is waited for until it is opened.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Counts.
final class Tally: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
