import Contract
import RPC
import Resilience
import Synchronization
import TestSupport
import Testing

@testable import MuseumsService

@Suite struct CorrectionTurnsTests {
    private static func call(
        _ turns: CorrectionTurns, as user: String, until deadline: ContinuousClock.Instant? = nil,
        _ correct: @escaping @Sendable () async -> Void
    ) -> Task<RPCError?, Never> {
        Task {
            let work = CallWork(flow: FlowKey("user", user.utf8))
            return await CallWork.$current.withValue(work) {
                do { try await turns.run(until: deadline, correct) } catch { return error as? RPCError }
                #expect(work.waited == .zero, "not reported as the load of the service")
                return nil
            }
        }
    }

    /// Runs `body` while a correction holds the turn.
    private static func whileTaken(_ turns: CorrectionTurns, _ body: () async throws -> Void) async throws {
        let (began, end) = (Gate(), Gate())
        let first = call(turns, as: "first") {
            began.open()
            await end.pass()
        }
        defer { end.open() }
        await began.pass()
        try await body()
        end.open()
        #expect(await first.value == nil)
    }

    @Test func `A single query waits for at most one of another caller's many`() async throws {
        let turns = CorrectionTurns()
        let order = Mutex<[String]>([])
        var calls: [Task<RPCError?, Never>] = []
        try await Self.whileTaken(turns) {
            for user in ["greedy", "greedy", "greedy", "ada"] {
                calls.append(Self.call(turns, as: user) { order.withLock { $0.append(user) } })
                let count = calls.count
                try await Processes.wait("the call to wait") { turns.waiting == count }
            }
        }
        for call in calls { #expect(await call.value == nil) }
        #expect(order.withLock { $0 } == ["greedy", "ada", "greedy", "greedy"])
    }

    @Test func `The newest call of the caller with the most is displaced`() async throws {
        let turns = CorrectionTurns(capacity: 2)
        let displaced = Mutex<[Task<RPCError?, Never>]>([])
        try await Self.whileTaken(turns) {
            for count in 1...2 {
                displaced.withLock { $0.append(Self.call(turns, as: "greedy") {}) }
                try await Processes.wait("the call to wait") { turns.waiting == count }
            }
            let ada = Self.call(turns, as: "ada") {}
            let newest = displaced.withLock { $0[1] }
            #expect(await newest.value?.code == .overloaded)
            displaced.withLock { $0[1] = ada }
        }
        for call in displaced.withLock({ $0 }) { #expect(await call.value == nil) }
    }

    @Test func `A call past its deadline makes room`() async throws {
        let turns = CorrectionTurns(capacity: 1)
        let next = Mutex<Task<RPCError?, Never>?>(nil)
        try await Self.whileTaken(turns) {
            let late = Self.call(turns, as: "ada", until: .now) { Issue.record("after the deadline") }
            try await Processes.wait("the call to wait") { turns.waiting == 1 }
            let bob = Self.call(turns, as: "bob") {}
            #expect(await late.value?.code == .deadlineExceeded)
            next.withLock { $0 = bob }
        }
        #expect(await next.withLock { $0 }?.value == nil)
    }

    @Test func `A call beyond the capacity is refused, and one that waits too long ends`() async throws {
        let turns = CorrectionTurns(capacity: 1)
        let late = Mutex<Task<RPCError?, Never>?>(nil)
        try await Self.whileTaken(turns) {
            let waiting = Self.call(turns, as: "ada", until: .now + .milliseconds(200)) {
                Issue.record("after the deadline")
            }
            late.withLock { $0 = waiting }
            try await Processes.wait("the call to wait") { turns.waiting == 1 }
            let refused = await Self.call(turns, as: "bob") {}.value
            #expect(refused?.code == .overloaded && refused?.retryAfterMilliseconds == 1_000)
            let end = ContinuousClock.now + .milliseconds(250)
            try await Processes.wait("the deadline") { ContinuousClock.now > end }
        }
        #expect(await late.withLock { $0 }?.value?.code == .deadlineExceeded)
        #expect(await Self.call(turns, as: "bob") {}.value == nil)
    }
}
