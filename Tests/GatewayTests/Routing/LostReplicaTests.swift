import Contract
import NIOCore
import Resilience
import Testing

@testable import Gateway
@testable import RPC

/// Tests of replicas that are lost after hedges and ejections, as under load.
@Suite struct LostReplicaTests {
    @Test func `Hedges leave half of the budget to the calls of a replica that is lost`() throws {
        let bench = try RoutingBench { limits in
            (limits.retryPercent, limits.retryFloor) = (0, 1)
            limits.outliers.minimumCalls = .max
        }
        try bench.warmUp()
        for _ in 0..<10 {
            try bench.call(at: 1)
            bench.advance(.milliseconds(20))
            bench.answer(2)
            bench.answer(1)
        }
        #expect(bench.metric("vokol_gateway_hedges_total") == "5")
        for _ in 0..<5 {
            try bench.call(at: 1)
            bench.fixture.link(1).lose()
            bench.answer(2)
            #expect(bench.answers == ["1"])
            bench.advance(.seconds(1))
        }
    }

    @Test func `A call that was moved from an ejected replica is retried if its next one is lost, once`() throws {
        let bench = try RoutingBench()
        try bench.call(at: 1, PlainRead.self)
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        bench.fixture.link(2).lose()
        #expect(bench.answers.isEmpty)
        #expect(bench.fixture.link(1).inFlight == 1)
        bench.fixture.link(1).lose()
        #expect(bench.answers == ["failed unavailable connection-lost"])
    }

    @Test func `A moved call whose next replica is lost waits for one, if the first one is still silent`() throws {
        let bench = try RoutingBench()
        try bench.call(at: 1, PlainRead.self)
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(2).lose()
        #expect(bench.answers.isEmpty && bench.fixture.link(1).inFlight == 0)
        bench.advance(.milliseconds(60))
        bench.answer(2)
        #expect(bench.answers == ["1"])
    }

    @Test func `A call that only its hedge still carries is sent elsewhere if the hedge's replica is ejected`() throws {
        let bench = try RoutingBench()
        try bench.warmUp()
        try bench.call(at: 1)
        bench.advance(.milliseconds(20))
        bench.fixture.link(1).lose()
        bench.advance(.milliseconds(60))
        #expect(bench.answers.isEmpty && bench.fixture.link(1).inFlight == 0 && bench.fixture.link(2).inFlight == 1)
        bench.fixture.link(2).onSignal?(.silent)
        #expect(bench.fixture.link(1).inFlight == 1 && bench.fixture.link(2).inFlight == 0)
        bench.answer(1)
        #expect(bench.answers == ["1"])
    }
}
