import Resilience
import Testing
import Values

@testable import Postgres

/// Tests of the pool's decisions, event by event, without a server.
@Suite struct PoolStateTests {
    private final class Token: Sendable {}
    private let start = ContinuousClock.now
    /// Objects that keep the identities of entries distinct as long as the test runs.
    private let tokens = (0..<200).map { _ in Token() }

    private func state(
        size: Int = 4, idle: Int = 1, queue: Int = 8, depth: Int = 16
    ) -> PoolState<Int> {
        var state = PoolState<Int>(
            limits: .init(size: size, idleConnections: idle, queueLimit: queue, pipelineDepth: depth))
        state.started()
        return state
    }

    private func entry(
        _ work: Int, of user: String = "ada", exclusive: Bool = false, cost: Int = 0,
        giveUpAfter: Duration = .seconds(5), isDeadline: Bool = false
    ) -> PoolState<Int>.Entry {
        PoolState<Int>.Entry(
            id: ObjectIdentifier(tokens[work]), flow: FlowKey("user", user.utf8), work: work, isExclusive: exclusive,
            cost: cost, giveUpAt: start + giveUpAfter, isDeadline: isDeadline)
    }

    /// Makes a pool whose first `count` slots are connected and idle.
    private func idlePool(_ count: Int, size: Int = 4, queue: Int = 8, depth: Int = 16) -> PoolState<Int> {
        var state = state(size: size, idle: count, queue: queue, depth: depth)
        for slot in 0..<count {
            _ = state.connectionEstablished(slot, now: start)
            _ = state.workWanted(by: slot, now: start)
        }
        return state
    }

    private func taken(_ action: PoolState<Int>.TakeAction) -> [Int] {
        switch action {
        case .statements(let entries, _): entries.map(\.work)
        case .exclusive(let entry, _): [entry.work]
        case .idle, .stop: []
        }
    }

    @Test func `The connections to keep are made at the start`() {
        var state = state(size: 3, idle: 2)
        #expect(state.instruction(for: 0, now: start) == .connect)
        #expect(state.instruction(for: 1, now: start) == .connect)
        #expect(state.instruction(for: 2, now: start) == .sleep(until: nil))
        #expect(state.health == .starting)
    }

    @Test func `An idle connection is woken, and the next call wakes another`() {
        var state = idlePool(2)
        #expect(state.submitted(entry(1), now: start) == .queued(wake: 0, setClock: true))
        #expect(state.submitted(entry(2), now: start) == .queued(wake: 1, setClock: false))
        #expect(state.snapshot.waits == 0)
    }

    @Test func `A call without an idle connection starts another one`() {
        var state = idlePool(1)
        #expect(state.submitted(entry(1), now: start) == .queued(wake: 0, setClock: true))
        #expect(state.submitted(entry(2), now: start) == .queued(wake: 1, setClock: false))
        #expect(state.instruction(for: 1, now: start) == .connect)
        #expect(state.snapshot.waits == 1)
    }

    @Test func `At most two connections are made at a time`() {
        var state = state(size: 8, idle: 1)
        var woken: [Int?] = []
        for work in 1...5 {
            if case .queued(let wake, _) = state.submitted(entry(work), now: start) { woken.append(wake) }
        }
        #expect(woken == [nil, 1, nil, nil, nil])
        #expect(state.snapshot.connecting == 2)
    }

    @Test func `The queue is served in order and in shares`() {
        var state = idlePool(2)
        for work in 1...6 { _ = state.submitted(entry(work), now: start) }
        #expect(taken(state.workWanted(by: 0, now: start)) == [1, 2, 3])
        #expect(taken(state.workWanted(by: 1, now: start)) == [4, 5])
        #expect(taken(state.workWanted(by: 0, now: start)) == [6])
        #expect(taken(state.workWanted(by: 0, now: start)) == [])
        #expect(state.snapshot.batches == 3)
    }

    @Test func `A share is limited by the depth of the pipeline`() {
        var state = idlePool(1, size: 1, queue: 100, depth: 16)
        for work in 1...40 { _ = state.submitted(entry(work), now: start) }
        #expect(taken(state.workWanted(by: 0, now: start)) == Array(1...16))
    }

    @Test func `A transaction is taken alone and in its turn`() {
        var state = idlePool(1, size: 1)
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2, exclusive: true), now: start)
        _ = state.submitted(entry(3), now: start)
        #expect(taken(state.workWanted(by: 0, now: start)) == [1])
        guard case .exclusive(let second, _) = state.workWanted(by: 0, now: start) else {
            Issue.record("the transaction was not taken alone")
            return
        }
        #expect(second.work == 2)
        #expect(taken(state.workWanted(by: 0, now: start)) == [3])
    }

    @Test func `A full queue refuses at once`() {
        var state = idlePool(1, size: 1, queue: 2)
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2), now: start)
        guard case .rejected(let error) = state.submitted(entry(3), now: start) else {
            Issue.record("the third call was accepted")
            return
        }
        #expect(error.code == .poolExhausted)
        #expect(state.snapshot.exhausted == 1)
        #expect(state.snapshot.waiting == 2)
    }

    /// Eight users ask for as much as they may, and one asks now and then.
    @Test func `A call of one user waits for one statement of eight greedy ones, not for their queues`() {
        var state = idlePool(1, size: 1, queue: 200)
        // The greedy ones ask for slow statements.
        for _ in 0..<10 { _ = state.workWanted(by: 0, served: (1, .milliseconds(12)), now: start) }
        for work in 0..<160 { _ = state.submitted(entry(work, of: "greedy \(work % 8)"), now: start) }
        let slow = (count: 1, time: Duration.milliseconds(12))
        for _ in 0..<20 { #expect(taken(state.workWanted(by: 0, served: slow, now: start)).count == 1) }
        _ = state.submitted(entry(199, of: "grace"), now: start)
        let next = (0..<2).flatMap { _ in taken(state.workWanted(by: 0, served: slow, now: start)) }
        #expect(next.contains(199))
    }

    @Test func `Calls that cost extra leave connections to others`() {
        var state = idlePool(4)
        for work in 0..<8 { _ = state.submitted(entry(work, of: "greedy \(work)", cost: 9), now: start) }
        #expect((0..<4).map { taken(state.workWanted(by: $0, now: start)).count } == [1, 0, 0, 0])
        #expect(state.submitted(entry(9, of: "grace"), now: start) == .queued(wake: 1, setClock: false))
        #expect(taken(state.workWanted(by: 1, now: start)) == [9])
    }

    @Test func `Calls that cost extra run beside each other up to the pool's budget`() {
        var state = idlePool(4)
        for work in 0..<4 { _ = state.submitted(entry(work, of: "user \(work)", cost: 4), now: start) }
        #expect((0..<4).map { taken(state.workWanted(by: $0, now: start)) } == [[0], [1], [], []])
        #expect(taken(state.workWanted(by: 0, now: start)) == [2])
        #expect(taken(state.workWanted(by: 2, now: start)) == [])
        #expect(state.connectionClosed(1, wasLost: true, now: start) == 2)
        #expect(taken(state.workWanted(by: 2, now: start)) == [3])
    }

    @Test func `Cheap calls that cost extra leave a connection to others, too`() {
        var state = idlePool(4)
        for work in 0..<4 { _ = state.submitted(entry(work, of: "user \(work)", cost: 1), now: start) }
        #expect((0..<4).map { taken(state.workWanted(by: $0, now: start)) } == [[0], [1], [2], []])
        #expect(state.snapshot.waiting == 0, "the last one waits for the others, not for a connection")
    }

    @Test func `A call that was behind an expensive one runs when that is withdrawn or expires`() {
        for isWithdrawn in [true, false] {
            var state = idlePool(3, size: 3)
            _ = state.submitted(entry(0, of: "a", cost: 4), now: start)
            #expect(taken(state.workWanted(by: 0, now: start)) == [0])
            _ = state.submitted(entry(1, of: "b", cost: 9, giveUpAfter: .seconds(1)), now: start)
            _ = state.submitted(entry(2, of: "c", cost: 2), now: start)
            #expect(taken(state.workWanted(by: 1, now: start)) == [])
            let wake =
                isWithdrawn
                ? state.withdrawn(ObjectIdentifier(tokens[1]), now: start).wake
                : state.expire(now: start + .seconds(2)).wake
            #expect(wake == 1)
            #expect(taken(state.workWanted(by: 1, now: start)) == [2])
        }
    }

    @Test func `The pool grows for each call that cost extra and may run`() {
        var state = idlePool(1, size: 4)
        _ = state.submitted(entry(0, of: "a", cost: 1), now: start)
        #expect(taken(state.workWanted(by: 0, now: start)) == [0])
        #expect(state.submitted(entry(1, of: "b", cost: 1), now: start) == .queued(wake: 1, setClock: false))
        _ = state.submitted(entry(2, of: "c", cost: 1), now: start)
        #expect(state.connectionEstablished(1, now: start) == 2)
        #expect(taken(state.workWanted(by: 1, now: start)) == [1])
        #expect(state.instruction(for: 2, now: start) == .connect)
    }

    @Test func `Calls that cost extra wake connections for what may run, and grow the pool for no more`() {
        var state = idlePool(1)
        #expect(state.submitted(entry(0, cost: 9), now: start) == .queued(wake: 0, setClock: true))
        #expect(taken(state.workWanted(by: 0, now: start)) == [0])
        #expect(state.submitted(entry(1, cost: 9), now: start) == .queued(wake: nil, setClock: false))
        #expect(state.snapshot.connecting == 0)
    }

    @Test func `Calls that cost extra take turns with others, and run alone`() {
        var state = idlePool(1, size: 1)
        for work in 0..<3 { _ = state.submitted(entry(work, cost: 1), now: start) }
        for work in 3..<6 { _ = state.submitted(entry(work, exclusive: true), now: start) }
        #expect((0..<6).flatMap { _ in taken(state.workWanted(by: 0, now: start)) } == [3, 0, 4, 1, 5, 2])
        for work in 6..<8 { _ = state.submitted(entry(work), now: start) }
        #expect(taken(state.workWanted(by: 0, now: start)) == [6, 7])
        for work in 8..<11 { _ = state.submitted(entry(work, cost: work == 8 ? 1 : 0), now: start) }
        #expect((0..<2).map { _ in taken(state.workWanted(by: 0, now: start)) } == [[8], [9, 10]])
    }

    @Test func `A full queue fails the newest call of the greediest user for the sake of another`() {
        var state = idlePool(1, size: 1, queue: 3)
        for work in 1...3 { _ = state.submitted(entry(work, exclusive: work == 3), now: start) }
        guard case .displacing(let displaced, _, _) = state.submitted(entry(4, of: "grace"), now: start) else {
            Issue.record("the other user was refused")
            return
        }
        #expect(displaced.entry.work == 3 && displaced.error.code == .poolExhausted)
        #expect(state.snapshot.waiting == 3 && state.snapshot.exhausted == 1)
        #expect(state.queue.exclusives == 0)
        #expect(Set((0..<3).flatMap { _ in taken(state.workWanted(by: 0, now: start)) }) == [1, 2, 4])
    }

    @Test func `A withdrawn call frees its place`() {
        var state = idlePool(1, size: 1, queue: 2)
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2), now: start)
        #expect(state.withdrawn(ObjectIdentifier(tokens[1]), now: start).isRemoved)
        #expect(!state.withdrawn(ObjectIdentifier(tokens[1]), now: start).isRemoved)
        #expect(state.submitted(entry(3), now: start) == .queued(wake: nil, setClock: false))
        #expect(taken(state.workWanted(by: 0, now: start)) == [2, 3])
    }

    @Test func `The clock ends expired waits and returns the time of the next one`() {
        var state = idlePool(1, size: 1)
        _ = state.submitted(entry(1, giveUpAfter: .seconds(1)), now: start)
        _ = state.submitted(entry(2, giveUpAfter: .seconds(3)), now: start)
        _ = state.submitted(entry(3, giveUpAfter: .seconds(1), isDeadline: true), now: start)
        let expiry = state.expire(now: start + .seconds(2))
        #expect(expiry.entries.map(\.entry.work) == [1, 3])
        #expect(expiry.entries.map(\.error.code) == [.poolExhausted, .deadlineExceeded])
        #expect(expiry.next == start + .seconds(3))
        #expect(taken(state.workWanted(by: 0, now: start)) == [2])
    }

    @Test func `The clock is set only for an earlier end`() {
        var state = idlePool(1, size: 1)
        #expect(state.submitted(entry(1, giveUpAfter: .seconds(5)), now: start) == .queued(wake: 0, setClock: true))
        #expect(state.submitted(entry(2, giveUpAfter: .seconds(6)), now: start) == .queued(wake: nil, setClock: false))
        #expect(state.submitted(entry(3, giveUpAfter: .seconds(4)), now: start) == .queued(wake: nil, setClock: true))
    }

    @Test func `A call that never had a connection fails as unavailable`() {
        var state = state()
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2, isDeadline: true), now: start)
        let expiry = state.expire(now: start + .seconds(5))
        #expect(expiry.entries.map(\.error.code) == [.unavailable, .deadlineExceeded])
    }

    @Test func `A failed attempt fails all waiting calls if there is no other connection`() {
        var state = state()
        _ = state.submitted(entry(1), now: start)
        let failed = state.connectionFailed(0, .unavailable("refused"), now: start, random: 0)
        #expect(failed.map(\.work) == [1])
        #expect(state.health == .unavailable(reason: "refused"))
        #expect(state.instruction(for: 0, now: start) == .sleep(until: start + .milliseconds(50)))
        #expect(state.instruction(for: 0, now: start + .milliseconds(50)) == .connect)
    }

    @Test func `A failed attempt fails no call while another attempt goes on`() {
        var state = state(idle: 2)
        _ = state.submitted(entry(1), now: start)
        #expect(state.connectionFailed(0, .unavailable("refused"), now: start, random: 0).isEmpty)
        #expect(state.connectionFailed(1, .unavailable("refused"), now: start, random: 0).map(\.work) == [1])
    }

    @Test func `With the server down a call triggers an attempt, but not too often`() {
        var state = state()
        _ = state.connectionFailed(0, .unavailable("refused"), now: start, random: 0)
        _ = state.instruction(for: 0, now: start + .milliseconds(50))
        _ = state.connectionFailed(0, .unavailable("refused"), now: start + .milliseconds(50), random: 0)
        // The pause is now 100 ms; a call during it is refused at once.
        let soon = state.submitted(entry(1), now: start + .milliseconds(60))
        #expect(soon == .rejected(.unavailable("refused")))
        _ = state.instruction(for: 0, now: start + .milliseconds(150))
        _ = state.connectionFailed(0, .unavailable("refused"), now: start + .milliseconds(150), random: 0)
        // The pause is now 200 ms; a call after 100 ms triggers the attempt early and waits for it.
        let later = state.submitted(entry(2), now: start + .milliseconds(260))
        #expect(later == .queued(wake: 0, setClock: true))
        #expect(state.instruction(for: 0, now: start + .milliseconds(260)) == .connect)
        _ = state.connectionEstablished(0, now: start + .milliseconds(261))
        #expect(taken(state.workWanted(by: 0, now: start + .milliseconds(261))) == [2])
        #expect(state.health == .available)
    }

    @Test func `A pool that cannot grow serves with its connections and tries later`() {
        var state = idlePool(1)
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2), now: start)
        #expect(state.connectionFailed(1, .unavailable("too many"), now: start, random: 0).isEmpty)
        #expect(state.submitted(entry(3), now: start) == .queued(wake: nil, setClock: false))
        #expect(state.submitted(entry(4), now: start + .milliseconds(50)) == .queued(wake: 1, setClock: false))
        #expect(taken(state.workWanted(by: 0, now: start)) == [1, 2, 3, 4])
    }

    @Test func `The last connection is replaced at once after a loss`() {
        var state = idlePool(2, size: 4)
        _ = state.connectionClosed(1, wasLost: true, now: start)
        #expect(state.instruction(for: 1, now: start) == .connect)
        _ = state.connectionClosed(0, wasLost: true, now: start)
        #expect(state.instruction(for: 0, now: start) == .connect)
        #expect(state.snapshot.connectionsLost == 2)
    }

    @Test func `A surplus connection is not replaced unless work waits`() {
        var state = state(size: 2, idle: 1)
        _ = state.connectionEstablished(0, now: start)
        _ = state.submitted(entry(1), now: start)
        _ = state.connectionEstablished(1, now: start)
        _ = state.workWanted(by: 1, now: start)
        _ = state.workWanted(by: 1, now: start)
        _ = state.connectionClosed(1, wasLost: false, now: start)
        #expect(state.instruction(for: 1, now: start) == .sleep(until: nil))
        _ = state.submitted(entry(2), now: start)
        #expect(state.instruction(for: 1, now: start) == .connect)
    }

    @Test func `A connection that ends after it was woken leaves the call to its successor`() {
        var state = idlePool(1, size: 1)
        _ = state.submitted(entry(1), now: start)
        _ = state.connectionClosed(0, wasLost: true, now: start)
        #expect(state.instruction(for: 0, now: start) == .connect)
        _ = state.connectionEstablished(0, now: start)
        #expect(taken(state.workWanted(by: 0, now: start)) == [1])
    }

    @Test func `A call whose connection ends goes to another idle one`() {
        var state = idlePool(2)
        _ = state.submitted(entry(1), now: start)
        #expect(state.connectionClosed(0, wasLost: true, now: start) == 1)
        #expect(taken(state.workWanted(by: 1, now: start)) == [1])
    }

    @Test func `Quick statements share a connection although another is idle`() {
        var state = idlePool(2)
        let served = (count: 1, time: Duration.microseconds(100))
        for _ in 0..<60 { _ = state.workWanted(by: 0, served: served, now: start) }
        #expect(state.submitted(entry(1), now: start) == .queued(wake: 0, setClock: true))
        #expect(state.submitted(entry(2), now: start) == .queued(wake: nil, setClock: false))
        #expect(state.submitted(entry(3), now: start) == .queued(wake: nil, setClock: false))
        // A transaction does not share a connection.
        #expect(state.submitted(entry(4, exclusive: true), now: start) == .queued(wake: 1, setClock: false))
        #expect(taken(state.workWanted(by: 0, now: start)) == [1, 2, 3])
        #expect(taken(state.workWanted(by: 1, now: start)) == [4])
    }

    @Test func `Calls beyond a connection's pipeline go to the next connection`() {
        var state = idlePool(3, queue: 20, depth: 2)
        for _ in 0..<60 { _ = state.workWanted(by: 0, served: (1, .microseconds(10)), now: start) }
        _ = state.submitted(entry(1), now: start)
        _ = state.submitted(entry(2), now: start)
        #expect(state.submitted(entry(3), now: start) == .queued(wake: 1, setClock: false))
        for work in 4...6 { _ = state.submitted(entry(work), now: start) }
        #expect(taken(state.workWanted(by: 0, now: start)) == [1, 2])
        #expect(state.snapshot.inUse == 3)
    }

    @Test func `Slow statements go to a connection each`() {
        var state = idlePool(2)
        for _ in 0..<60 { _ = state.workWanted(by: 0, served: (1, .microseconds(10)), now: start) }
        for _ in 0..<10 { _ = state.workWanted(by: 0, served: (1, .milliseconds(7)), now: start) }
        #expect(state.submitted(entry(1), now: start) == .queued(wake: 0, setClock: true))
        #expect(state.submitted(entry(2), now: start) == .queued(wake: 1, setClock: false))
    }

    @Test func `Only surplus connections close for idling`() {
        var state = idlePool(2, size: 2)
        #expect(state.idleTimePassed(0) == false)
        var greater = self.state(size: 2, idle: 1)
        for slot in 0..<2 {
            _ = greater.connectionEstablished(slot, now: start)
            _ = greater.workWanted(by: slot, now: start)
        }
        #expect(greater.idleTimePassed(1) == true)
        #expect(greater.idleTimePassed(0) == false)
        // A connection that has just been given work stays open.
        _ = state.submitted(entry(1), now: start)
        #expect(state.idleTimePassed(0) == false)
    }

    @Test func `A stopped pool fails waiting calls and accepts no more`() {
        var state = idlePool(1)
        _ = state.submitted(entry(1), now: start)
        #expect(state.stopped().map(\.work) == [1])
        #expect(state.submitted(entry(2), now: start) == .rejected(.unavailable("the PostgreSQL client has stopped")))
        guard case .stop = state.workWanted(by: 0, now: start) else {
            Issue.record("the thread goes on")
            return
        }
        #expect(state.instruction(for: 1, now: start) == .stop)
        #expect(state.health == .stopped)
    }

    /// In any order of events, no caller is forgotten, served twice, or left waiting beside an idle connection.
    @Test(arguments: 0..<50)
    func `Every call ends exactly once under random events`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var state = state(size: 3, idle: 1, queue: 6, depth: 4)
        var now = start
        var accepted: Set<Int> = []
        var ended: [Int] = []
        for work in 0..<150 {
            now += .milliseconds(Int.random(in: 0...40, using: &random))
            let exclusive = Int.random(in: 0..<4, using: &random) == 0
            let user = "user \(Int.random(in: 0..<3, using: &random))"
            let cost = max(Int.random(in: -9...9, using: &random), 0)
            let entry = entry(work, of: user, exclusive: exclusive, cost: cost, giveUpAfter: .seconds(3))
            switch state.submitted(entry, now: now) {
            case .queued: accepted.insert(work)
            case .displacing(let displaced, _, _):
                accepted.insert(work)
                ended.append(displaced.entry.work)
            case .rejected: break
            }
            for slot in 0..<3 {
                let isLost = Int.random(in: 0..<12, using: &random) == 0
                let isRefused = Int.random(in: 0..<3, using: &random) == 0
                switch state.slots[slot] {
                case .dormant, .connecting, .backingOff:
                    guard case .connect = state.instruction(for: slot, now: now) else { continue }
                    if isRefused {
                        let failed = state.connectionFailed(slot, .unavailable("no"), now: now, random: 0.5)
                        ended += failed.map(\.work)
                    } else {
                        _ = state.connectionEstablished(slot, now: now)
                        ended += taken(state.workWanted(by: slot, now: now))
                    }
                case .idle, .woken, .working:
                    if isLost {
                        _ = state.connectionClosed(slot, wasLost: true, now: now)
                    } else if state.slots[slot] != .idle {
                        ended += taken(state.workWanted(by: slot, now: now))
                    }
                }
            }
            ended += state.expire(now: now).entries.map(\.entry.work)
            if state.slots.contains(.idle) {
                #expect(state.queue.ready <= state.slots.count { $0 == .woken })
            }
            #expect(state.queue.count <= 12)
            #expect(state.queue.isEmpty || state.slots.contains { $0 != .dormant })
        }
        ended += state.expire(now: now + .seconds(10)).entries.map(\.entry.work)
        #expect(ended.count == Set(ended).count)
        #expect(Set(ended) == accepted)
    }
}
