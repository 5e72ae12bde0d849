import AuthContract
import RPC
import Resilience
import Synchronization
import Testing
import Values

@testable import AuthService

@Suite struct HashingTurnsTests {
    private func flow(_ name: String) -> FlowKey { FlowKey("network", name.utf8) }

    /// Ends turns until nobody waits, and returns the calls in the order in which theirs began.
    private func order(_ turns: inout HashingTurns) -> [HashingTurns.Ticket] {
        var order: [HashingTurns.Ticket] = []
        while let next = turns.leave() { order.append(next) }
        return order
    }

    @Test func `A network's queue delays a newcomer from another one by one turn`() {
        var turns = HashingTurns(width: 2, capacity: 64)
        for ticket in 0..<40 {
            let entry = turns.enter(HashingTurns.Ticket(ticket), of: flow("flood"), isPreferred: false)
            #expect(entry == (ticket < 2 ? .now : .wait))
        }
        #expect(turns.enter(100, of: flow("bystander"), isPreferred: false) == .wait)
        let order = order(&turns)
        #expect(order.firstIndex(of: 100).map { $0 <= 1 } == true)
        #expect(order.count == 39 && turns.running == 1)
    }

    @Test func `A full queue displaces the network that has the most in it`() {
        var turns = HashingTurns(width: 1, capacity: 3)
        #expect(turns.enter(0, of: flow("flood"), isPreferred: false) == .now)
        for ticket: HashingTurns.Ticket in 1...3 {
            #expect(turns.enter(ticket, of: flow("flood"), isPreferred: false) == .wait)
        }
        #expect(turns.enter(4, of: flow("flood"), isPreferred: false) == .refused)
        #expect(turns.enter(5, of: flow("bystander"), isPreferred: false) == .displaced(3))
        #expect(turns.enter(6, of: flow("known"), isPreferred: true) == .wait, "strangers take no known device's place")
        #expect(turns.waiting == 4)
    }

    @Test func `Known devices go first, but every fourth turn is a stranger's`() {
        var turns = HashingTurns(width: 1, capacity: 64)
        _ = turns.enter(0, of: flow("a"), isPreferred: false)
        for ticket: HashingTurns.Ticket in 1...4 { _ = turns.enter(ticket, of: flow("a"), isPreferred: false) }
        for ticket: HashingTurns.Ticket in 11...18 { _ = turns.enter(ticket, of: flow("b"), isPreferred: true) }
        #expect(order(&turns) == [11, 12, 13, 1, 14, 15, 16, 2, 17, 18, 3, 4])
    }

    @Test func `A call that gives up leaves its place`() {
        var turns = HashingTurns(width: 1, capacity: 1)
        _ = turns.enter(0, of: flow("a"), isPreferred: false)
        _ = turns.enter(1, of: flow("a"), isPreferred: false)
        #expect(turns.abandon(1) && !turns.abandon(1) && !turns.abandon(0))
        #expect(turns.enter(2, of: flow("a"), isPreferred: false) == .wait)
        #expect(order(&turns) == [2] && turns.running == 0)
    }

    @Test func `Without a queue a call is refused while others run`() {
        var turns = HashingTurns(width: 1, capacity: 0)
        #expect(turns.enter(0, of: flow("a"), isPreferred: false) == .now)
        #expect(turns.enter(1, of: flow("b"), isPreferred: true) == .refused)
        #expect(turns.leave() == nil && turns.running == 0)
    }
}

@Suite(.serialized) struct HashingAttackTests {
    @Test func `A call whose turn does not come in time is told when to try again, before its deadline`()
        async throws
    {
        let start = ContinuousClock.now
        let elapsed = Mutex<Duration>(.zero)
        let derivation = CountingDerivation()
        let pool = HashingPool(
            HashingPool.Capacity(threads: 1, queue: 16), derivation: derivation,
            now: { start + elapsed.withLock { $0 } })
        let pause = derivation.pauseNext()
        @Sendable func hash(_ address: String, within time: Duration) async -> String {
            let turn = HashingTurn(CallOrigin(address: address, deadline: start + time))
            return await ending { try await pool.withSlot(turn) { _ = try await $0.hash(Password(unchecked: "x")) } }
        }
        try await withThrowingTaskGroup(of: String.self) { group in
            // Two calls take the slots, one of them for long.
            group.addTask { await hash("192.0.2.1", within: .seconds(3_600)) }
            await pause.isReached()
            group.addTask { await hash("192.0.2.2", within: .seconds(3_600)) }
            while pool.inUse < 2 { await Task.yield() }
            group.addTask { "late: " + (await hash("192.0.2.3", within: .seconds(10))) }
            group.addTask { "in time: " + (await hash("192.0.2.4", within: .seconds(3_600))) }
            while pool.inUse < 4 { await Task.yield() }
            elapsed.withLock { $0 = .milliseconds(9_600) }
            pause.end()
            let endings = try await group.reduce(into: Set<String>()) { $0.insert($1) }
            #expect(endings == ["ok", "late: hashing-busy", "in time: ok"])
        }
        #expect(pool.inUse == 0)
    }

    @Test func `A known device signs in before the strangers of its network, who came first`() async throws {
        try await AuthFixture.with { auth in
            let device = try await auth.signUp().deviceToken
            let pool = HashingPool(HashingPool.Capacity(threads: 1, queue: 16), derivation: auth.derivation)
            let common = auth.service.passwordSignIn
            let signIn = PasswordSignIn(
                store: common.store, hashing: pool, decoy: common.decoy, attempts: common.attempts,
                devices: common.devices, sessions: common.sessions, gate: common.gate, metrics: common.metrics)
            @Sendable func login(_ name: String, _ password: String, _ device: DeviceToken? = nil) async -> String {
                let params = Auth.Login.Params(
                    email: EmailAddress(unchecked: "ada@example.org"), password: PasswordAttempt(unchecked: password),
                    deviceToken: device)
                return "\(name): " + (await ending { try await signIn.login(params, origin: AuthFixture.here) })
            }
            let pause = auth.derivation.pauseNext()
            let (release, letGo) = AsyncStream<Void>.makeStream()
            let order = await withTaskGroup(of: String.self) { group in
                // One call takes a slot and the thread, another one holds the second slot: calls run one at a time.
                group.addTask { await login("first", "wrong") }
                await pause.isReached()
                group.addTask {
                    await ending { try await pool.withSlot(HashingTurn(.operator)) { _ in for await _ in release {} } }
                }
                while pool.inUse < 2 { await Task.yield() }
                group.addTask { await login("stranger", "wrong") }
                while pool.inUse < 3 { await Task.yield() }
                group.addTask { await login("known", AuthFixture.goodPassword.text, device) }
                while pool.inUse < 4 { await Task.yield() }
                pause.end()
                var order: [String] = []
                while order.count < 3, let next = await group.next() { order.append(next) }
                letGo.finish()
                return order
            }
            #expect(order == ["first: credentials-wrong", "known: ok", "stranger: credentials-wrong"])
        }
    }

    @Test func `70 calls of one network keep nobody else from signing in`() async throws {
        let derivation = CountingDerivation()
        let pool = HashingPool(HashingPool.Capacity(threads: 1, queue: 16), derivation: derivation)
        let pause = derivation.pauseNext()
        func turn(_ address: String) -> HashingTurn { HashingTurn(CallOrigin(address: address)) }
        try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<70 {
                group.addTask {
                    await ending {
                        try await pool.withSlot(turn("2001:db8:7:\(index)::1")) {
                            try await $0.hash(Password(unchecked: "x"))
                        }
                    }
                }
            }
            await pause.isReached()
            // The refused ones of the flood come first, since nothing else ends before the pause does.
            var refused = 0
            while refused < 70 - 18 {
                #expect(try await group.next() == "hashing-busy")
                refused += 1
            }
            group.addTask {
                let ended = await ending {
                    try await pool.withSlot(turn("192.0.2.7")) { try await $0.hash(Password(unchecked: "x")) }
                }
                return "bystander: \(ended)"
            }
            #expect(try await group.next() == "hashing-busy", "the newest of the flood makes room")
            pause.end()
            var rest: [String: Int] = [:]
            for try await ended in group { rest[ended, default: 0] += 1 }
            #expect(rest == ["ok": 17, "bystander: ok": 1])
        }
        #expect(pool.inUse == 0)
    }

    @Test func `A call that is cancelled while it waits gives its place up`() async throws {
        let derivation = CountingDerivation()
        let pool = HashingPool(HashingPool.Capacity(threads: 1, queue: 4), derivation: derivation)
        let (held, hold) = AsyncStream<Void>.makeStream()
        let (release, letGo) = AsyncStream<Void>.makeStream()
        let turn = HashingTurn(.operator)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await pool.withSlot(turn) { _ in
                        hold.yield()
                        for await _ in release {}
                    }
                }
            }
            var entered = held.makeAsyncIterator()
            for _ in 0..<2 { await entered.next() }
            let waiting = Task { await ending { try await pool.withSlot(turn) { _ in } } }
            while pool.inUse < 3 { await Task.yield() }
            waiting.cancel()
            #expect(await waiting.value == "cancelled")
            #expect(pool.inUse == 2)
            letGo.finish()
            try await group.waitForAll()
        }
        #expect(pool.inUse == 0)
    }
}
