import Contract
import NIOCore
import NIOEmbedded
import Resilience
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway
@testable import RPC

/// Tests of what routing does about replicas that are silent or slow.
@Suite struct FaultyReplicaTests {
    // MARK: Silence

    @Test func `A silent replica gets no calls, and those it has are answered elsewhere`() throws {
        let bench = try RoutingBench()
        for _ in 0..<20 { try bench.call(PlainRead.self) }
        #expect(bench.fixture.link(1).inFlight > 0 && bench.fixture.link(2).inFlight > 0)
        bench.fixture.link(1).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == 0)
        #expect(bench.fixture.link(2).inFlight == 20)
        for _ in 0..<20 { try bench.call(PlainRead.self) }
        bench.answer(2)
        #expect(bench.answers.count == 40 && bench.isGood)
        #expect(bench.ejections == ["silent"])
        #expect(bench.metric("vokol_gateway_ejections_total", #"{service="museums",reason="silent"}"#) == "1")
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "1")
    }

    @Test func `A call that must not be repeated stays at the silent replica`() throws {
        let bench = try RoutingBench()
        try bench.call(at: 1, UnrepeatableCall.self)
        bench.fixture.link(1).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == 1)
        bench.answer(1)
        #expect(bench.answers == ["1"])
    }

    @Test func `Calls are moved within the retry budget, the oldest first`() throws {
        let bench = try RoutingBench { limits in
            (limits.retryPercent, limits.retryFloor) = (0, 1)
        }
        for _ in 0..<60 {
            try bench.call(PlainRead.self)
            bench.advance(.milliseconds(1))
        }
        let (before, oldest) = (bench.fixture.link(1).sent, bench.fixture.link(1).sent.prefix(10).map(\.id))
        bench.fixture.link(1).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == before.count - 10)
        #expect(bench.fixture.link(1).cancelled == oldest)
        #expect(bench.metric("vokol_gateway_moved_calls_total") == "10")
    }

    @Test func `A replica that is heard again is readmitted after three calls, one at a time`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        for _ in 0..<3 {
            for _ in 0..<10 { try bench.call(PlainRead.self) }
            #expect(bench.fixture.link(1).inFlight == 1, "one trial at a time")
            bench.answer(1)
            bench.answer(2)
        }
        for _ in 0..<10 { try bench.call(PlainRead.self) }
        #expect(bench.fixture.link(1).inFlight > 1)
        #expect(bench.fixture.log.lines.map(\.message).contains("replica readmitted"))
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "0")
    }

    @Test func `A trial is no call that must not be repeated`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        for _ in 0..<10 { try bench.call(UnrepeatableCall.self) }
        #expect(bench.fixture.link(1).inFlight == 0)
    }

    @Test func `A sole replica is never ejected; it is once another is linked`() throws {
        let bench = try RoutingBench(replicas: 1)
        bench.fixture.link(1).onSignal?(.silent)
        try bench.call(PlainRead.self)
        #expect(bench.fixture.link(1).inFlight == 1)
        #expect(bench.ejections.isEmpty)
        try bench.fixture.install([1, 2], for: .museums)
        #expect(bench.fixture.link(1).inFlight == 0)
        #expect(bench.fixture.link(2).inFlight == 1)
        #expect(bench.ejections == ["silent"])
    }

    @Test func `An ejected replica that is not silent is better than none`() throws {
        let bench = try RoutingBench()
        for _ in 0..<20 {
            try bench.call(PlainRead.self)
            bench.answer(1)
            bench.answer(2)
        }
        for _ in 0..<20 { bench.fixture.link(1).onSignal?(.brokenLine) }
        #expect(bench.ejections == ["failing"])
        bench.fixture.isReachable = false
        bench.fixture.link(2).lose()
        try bench.call(UnrepeatableCall.self)
        #expect(bench.fixture.link(1).inFlight == 1)
    }

    @Test func `An address that is no longer in use is not counted as ejected`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        try bench.fixture.install([2], for: .museums)
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "0")
    }

    // MARK: Slowness

    @Test func `A slow replica is ejected while its calls are in flight, and they are answered elsewhere`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        for _ in 0..<8 { try bench.call(PlainRead.self) }
        // Replica 1 answers after two seconds, replica 2 at once.
        for _ in 0..<14 {
            bench.answer(2)
            try bench.call(PlainRead.self)
            bench.advance(.milliseconds(20))
        }
        #expect(bench.ejections == ["slow"])
        bench.answer(2)
        #expect(bench.fixture.link(1).inFlight == 0)
        #expect(bench.answers.count == 22 && bench.isGood)
    }

    @Test func `One call that waits ejects its replica within half a second if the other one answers in time`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        // Answers of before say nothing about a replica that hangs from now on.
        for _ in 0..<40 {
            try bench.call(PlainRead.self)
            bench.answer(1)
            bench.answer(2)
        }
        bench.advance(.milliseconds(1))
        try bench.call(at: 1, PlainRead.self)
        for _ in 0..<25 {
            #expect(bench.ejections.isEmpty)
            try bench.call(PlainRead.self)
            bench.answer(2)
            bench.advance(.milliseconds(20))
        }
        bench.advance(.milliseconds(20))
        #expect(bench.ejections == ["slow"])
        #expect(bench.fixture.link(1).inFlight == 0)
        bench.answer(2)
        #expect(bench.answers.count == 26 && bench.isGood)
    }

    @Test func `A replica that answers later calls in time keeps its slow one`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        try bench.call(at: 1, PlainRead.self)
        for _ in 0..<50 {
            bench.advance(.milliseconds(20))
            for _ in 0..<4 { try bench.call(PlainRead.self) }
            while bench.fixture.link(1).inFlight > 1 {
                bench.fixture.link(1).answer(.result(ByteBuffer(string: "1")), at: 1)
            }
            bench.answer(2)
        }
        #expect(bench.ejections.isEmpty)
        #expect(bench.fixture.link(1).inFlight == 1)
    }

    @Test func `Replicas that are slow together are not ejected`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        for _ in 0..<40 {
            try bench.call(PlainRead.self)
            bench.advance(.milliseconds(20))
        }
        #expect(bench.ejections.isEmpty)
        bench.answer(1)
        bench.answer(2)
        #expect(bench.answers.count == 40 && bench.isGood)
    }

    @Test func `A slow trial ejects again, and its call is answered elsewhere`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        try bench.call(at: 1, PlainRead.self)
        bench.advance(.milliseconds(280))
        #expect(bench.fixture.link(1).inFlight == 0)
        #expect(bench.fixture.link(2).inFlight == 1)
        bench.answer(2)
        #expect(bench.answers == ["1"])
        #expect(bench.ejections == ["silent"], "one event, one line")
    }

    @Test func `A trial that takes longer than usual is also sent elsewhere, and bad if that wins`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        try bench.call(at: 1, PlainRead.self)
        bench.advance(.milliseconds(20))
        #expect(bench.fixture.link(2).inFlight == 1)
        bench.answer(2)
        #expect(bench.answers == ["1"])
        for _ in 0..<20 { try bench.call(PlainRead.self) }
        #expect(bench.fixture.link(1).inFlight == 0, "no trial before the end of the new ejection")
    }

    @Test func `A call of the gateway's own, which may wait for news, is no trial`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        for _ in 0..<10 { try bench.call(PlainRead.self, index: -1) }
        #expect(bench.fixture.link(1).inFlight == 0)
    }

    @Test func `An ejected replica that no call can be tried with is readmitted later, unless it is silent`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        bench.advance(.seconds(60))
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "1")
        bench.fixture.link(1).onSignal?(.audible)
        bench.advance(.milliseconds(9_900))
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "1")
        bench.advance(.seconds(5))
        #expect(bench.metric("vokol_gateway_ejected_replicas") == "0")
        #expect(bench.fixture.log.lines.last?.message == "replica readmitted")
    }

    @Test func `The times of an ejected replica do not change the usual time`() throws {
        let bench = try RoutingBench()
        try bench.warmUp(PlainRead.self)
        let pool = try bench.pool()
        let usual = pool.usualTime(of: RoutingBench.index)
        for _ in 0..<60 {
            try bench.call(at: 1, PlainRead.self)
            bench.advance(.milliseconds(20))
            bench.answer(1)
        }
        bench.fixture.link(1).onSignal?(.silent)
        for _ in 0..<60 {
            try bench.call(PlainRead.self)
            bench.advance(.milliseconds(2))
            bench.answer(2)
        }
        // The first call of the next period makes the estimate.
        bench.advance(.seconds(5))
        try bench.call(PlainRead.self)
        bench.advance(.milliseconds(2))
        bench.answer(2)
        #expect(pool.usualTime(of: RoutingBench.index) == usual)
    }

    // MARK: Hedges

    @Test func `A call that takes longer than usual is sent to a second replica, and the first answer wins`() throws {
        for winner in [1, 2] {
            let bench = try RoutingBench()
            try bench.warmUp()
            try bench.call(at: 1)
            bench.advance(.milliseconds(20))
            #expect(bench.fixture.link(2).inFlight == 1)
            #expect(bench.fixture.link(2).sent[0].call.timeoutMilliseconds == 4_980)
            bench.answer(winner)
            #expect(bench.answers == ["1"])
            #expect(bench.fixture.link(3 - winner).inFlight == 0, "the other attempt is cancelled")
            #expect(bench.fixture.link(3 - winner).cancelled.count == 1)
            #expect(bench.metric("vokol_gateway_hedges_total") == "1")
            #expect(bench.metric("vokol_gateway_hedge_wins_total") == (winner == 2 ? "1" : "0"))
        }
    }

    @Test func `Only methods that declare it are hedged, and none before its usual time is known`() throws {
        let cold = try RoutingBench()
        try cold.call()
        cold.advance(.milliseconds(100))
        #expect(cold.fixture.sent.count == 1)
        let plain = try RoutingBench()
        try plain.warmUp(PlainRead.self)
        try plain.call(PlainRead.self)
        plain.advance(.milliseconds(100))
        #expect(plain.fixture.sent.count == 1)
    }

    @Test func `A hedge that fails leaves the call to the first attempt, and the other way round`() throws {
        for failing in [1, 2] {
            for outcome in [LinkOutcome.lost, .garbled, FakeLink.error(.unavailable), FakeLink.error(.draining)] {
                let bench = try RoutingBench()
                try bench.warmUp()
                try bench.call(at: 1)
                bench.advance(.milliseconds(20))
                bench.answer(failing, outcome)
                #expect(bench.answers.isEmpty)
                bench.answer(3 - failing)
                #expect(bench.answers == ["1"])
            }
        }
    }

    @Test func `Without budget no call is hedged`() throws {
        let bench = try RoutingBench { limits in
            (limits.retryPercent, limits.retryFloor) = (0, 0)
        }
        try bench.warmUp()
        try bench.call(at: 1)
        bench.advance(.milliseconds(40))
        #expect(bench.fixture.link(2).inFlight == 0)
    }

    @Test func `A call to an overloaded service is not hedged`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        let now = Tick(bench.fixture.loop.now)
        var shedder = LoadShedder(policy: .init(patience: .zero, threshold: 1, floor: 1_000))
        for _ in 0..<2 { _ = shedder.begin(rank: 0, at: now) }
        shedder.ended(waited: 1_000_000_000, began: now, at: now)
        try #require(shedder.limit == 1_000)
        try bench.pool().shedder = shedder
        try bench.call(at: 1)
        bench.advance(.milliseconds(100))
        #expect(bench.fixture.link(2).inFlight == 0)
        #expect(bench.metric("vokol_gateway_hedges_total") == "0")
    }

    @Test func `A cancelled call is cancelled at both replicas`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        let call = try bench.call()
        bench.advance(.milliseconds(20))
        #expect(bench.fixture.sent.count == 2)
        bench.fixture.edge.router.cancel(call)
        #expect(bench.fixture.sent.isEmpty)
        #expect(bench.answers.isEmpty)
    }

    @Test func `The replica whose calls are always answered by hedges is ejected as slow`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        for _ in 0..<20 {
            try bench.call()
            bench.answer(2)
            bench.advance(.milliseconds(20))
            bench.answer(2)
        }
        #expect(bench.ejections == ["slow"])
        #expect(bench.answers.count == 20 && bench.isGood)
    }

    @Test func `A hedged call whose replica is ejected is left to its hedge`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        try bench.call(at: 1)
        bench.advance(.milliseconds(20))
        bench.fixture.link(1).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == 0 && bench.fixture.link(2).inFlight == 1)
        bench.answer(2)
        #expect(bench.answers == ["1"])
    }

    @Test func `A hedge on an ejected replica is given up, and its call goes on`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        try bench.call(at: 1)
        bench.advance(.milliseconds(20))
        bench.fixture.link(2).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == 1 && bench.fixture.link(2).inFlight == 0)
        bench.fixture.link(1).lose()
        #expect(bench.answers.isEmpty, "it waits for a replica")
        bench.advance(.milliseconds(60))
        bench.answer(1)
        #expect(bench.answers == ["1"])
    }

    // MARK: Restarts

    @Test func `While the sole replica restarts, calls wait for it`() throws {
        let bench = try RoutingBench(replicas: 1)
        try bench.call(PlainRead.self)
        bench.fixture.isReachable = false
        bench.fixture.link(1).lose()
        try bench.call(UnrepeatableCall.self)
        bench.advance(.milliseconds(1_500))
        #expect(bench.answers.isEmpty)
        bench.fixture.isReachable = true
        bench.advance(.milliseconds(490))
        #expect(bench.fixture.link(1).sent.map(\.call.timeoutMilliseconds).allSatisfy { (3_000...3_600).contains($0) })
        bench.answer(1)
        #expect(bench.answers == ["1", "1"])
        #expect(bench.metric("vokol_gateway_waits_total") == "2")
    }

    @Test func `A call waits two seconds at most, and never beyond its deadline`() throws {
        let bench = try RoutingBench(replicas: 1)
        bench.fixture.isReachable = false
        bench.fixture.link(1).lose()
        try bench.call()
        try bench.call(timeout: 300)
        bench.advance(.milliseconds(320))
        #expect(bench.answers == ["failed deadline-exceeded -"])
        bench.advance(.milliseconds(1_640))
        #expect(bench.answers.count == 1)
        bench.advance(.milliseconds(60))
        #expect(bench.answers.last == "failed unavailable no-replica")
    }

    @Test func `Calls beyond the limit, and those in a long outage, do not wait`() throws {
        let bench = try RoutingBench(replicas: 1) { $0.waiting.calls = 2 }
        bench.fixture.isReachable = false
        bench.fixture.link(1).lose()
        for _ in 0..<3 { try bench.call() }
        #expect(bench.answers == ["failed unavailable no-replica"])
        bench.advance(.seconds(31))
        #expect(bench.answers.count == 3)
        try bench.call()
        #expect(bench.answers.count == 4)
    }

    @Test func `A cancelled call does not wait any longer`() throws {
        let bench = try RoutingBench(replicas: 1) { $0.waiting.calls = 1 }
        bench.fixture.isReachable = false
        bench.fixture.link(1).lose()
        bench.fixture.edge.router.cancel(try bench.call())
        bench.advance(.milliseconds(20))
        try bench.call()
        bench.advance(.milliseconds(20))
        #expect(bench.answers.isEmpty, "its place is free again")
    }

    @Test func `Many waiting calls are sent little by little, in the order of their arrival`() throws {
        let bench = try RoutingBench(replicas: 1)
        bench.fixture.isReachable = false
        bench.fixture.link(1).lose()
        let calls = try (0..<150).map { _ in try bench.call() }
        bench.fixture.isReachable = true
        bench.advance(.milliseconds(50))
        let first = bench.fixture.link(1).sent.count
        #expect(first <= 128)
        #expect(zip(bench.fixture.link(1).sent, calls).allSatisfy { $0.call === $1 })
        bench.advance(.milliseconds(100))
        #expect(bench.fixture.link(1).inFlight == 150)
    }
}
