import Resilience
import Synchronization
import Testing

@Suite struct SingleFlightTests {
    private struct Fault: Error {}

    private typealias Flight = SingleFlight<Int, Result<Int, any Error>>

    /// Waits until `count` callers take part in the flight, including the one that runs it.
    private func callers(_ count: Int, of flight: Flight) async {
        while flight.waiters(1) < count { await Task.yield() }
    }

    @Test func `One caller does the work, and the others get its value`() async throws {
        let flight = Flight()
        let runs = RunCounter()
        let gate = StepGate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await flight.run(1) {
                        runs.increment()
                        await gate.pass()
                        return 7
                    }
                }
            }
            await callers(20, of: flight)
            gate.open()
            for try await value in group { #expect(value == 7) }
        }
        #expect(runs.count == 1)
        #expect(flight.count == 0)
        #expect(try await flight.run(1) { 8 } == 8)
    }

    @Test func `All callers share a failure, and the next call runs anew`() async throws {
        let flight = Flight()
        let gate = StepGate()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    do {
                        _ = try await flight.run(1) {
                            await gate.pass()
                            throw Fault()
                        }
                        return false
                    } catch { return error is Fault }
                }
            }
            await callers(5, of: flight)
            gate.open()
            for await failed in group { #expect(failed) }
        }
        #expect(try await flight.run(1) { 8 } == 8)
    }

    @Test func `Another caller takes over if the one that does the work is cancelled`() async throws {
        let flight = Flight()
        let gate = StepGate()
        let leader = Task {
            try await flight.run(1) {
                await gate.pass()
                try Task.checkCancellation()
                return 1
            }
        }
        await callers(1, of: flight)
        let other = Task { try await flight.run(1) { 2 } }
        await callers(2, of: flight)
        leader.cancel()
        gate.open()
        #expect(try await other.value == 2)
        await #expect(throws: CancellationError.self) { try await leader.value }
    }

    @Test func `A cancelled caller stops waiting and affects no other`() async throws {
        let flight = Flight()
        let gate = StepGate()
        let leader = Task {
            try await flight.run(1) {
                await gate.pass()
                return 1
            }
        }
        await callers(1, of: flight)
        let other = Task { try await flight.run(1) { 2 } }
        await callers(2, of: flight)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        #expect(flight.waiters(1) == 1)
        gate.open()
        #expect(try await leader.value == 1)
    }

    @Test func `A wait that times out has no outcome, and the flight goes on`() async {
        let flight = SingleFlight<Int, Int>()
        #expect(flight.begin(1))
        #expect(!flight.begin(1))
        let late = SingleFlight<Int, Int>.Ticket()
        #expect(!flight.join(1, late))
        #expect(await flight.outcome(of: 1, late, until: {}) == nil)
        #expect(flight.count == 1)
        let patient = SingleFlight<Int, Int>.Ticket()
        #expect(!flight.join(1, patient))
        flight.end(1, with: 5)
        #expect(await flight.outcome(of: 1, patient) == 5)
        #expect(flight.count == 0)
    }
}

/// A gate that stays closed until the test opens it.
private final class StepGate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    func pass() async {
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

private final class RunCounter: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }
    func increment() { number.withLock { $0 += 1 } }
}
