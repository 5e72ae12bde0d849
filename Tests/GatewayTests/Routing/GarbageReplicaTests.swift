import Contract
import NIOCore
import TestSupport
import Testing

@testable import Gateway
@testable import RPC

/// Tests of what routing does about replicas that answer garbage, or with faults of their own.
@Suite struct GarbageReplicaTests {
    @Test func `A garbled answer is replaced by that of another replica, and garbage ejects`() throws {
        let bench = try RoutingBench()
        for _ in 0..<30 {
            try bench.call(PlainRead.self)
            bench.answer(1, .garbled)
            bench.answer(2)
        }
        #expect(bench.answers.count == 30 && bench.isGood)
        #expect(bench.ejections == ["failing"])
        try bench.call(UnrepeatableCall.self)
        bench.answer(2, .garbled)
        #expect(bench.answers.last == "failed bad-upstream -")
    }

    @Test func `A line that cannot be read sends the calls that it may have answered elsewhere at once`() throws {
        let bench = try RoutingBench()
        for _ in 0..<10 {
            try bench.call(PlainRead.self)
            try bench.call(UnrepeatableCall.self)
        }
        func kept() -> [Bool?] { bench.fixture.link(1).sent.map { ($0.call as? RoutedCall)?.mayRepeat } }
        #expect(kept().contains(true) && kept().contains(false))
        bench.fixture.link(1).onSignal?(.brokenLine)
        #expect(kept().allSatisfy { $0 == false })
        #expect(bench.fixture.link(2).inFlight == 20 - kept().count)
        #expect(bench.ejections.isEmpty)
        bench.answer(2)
        #expect(bench.isGood)
    }

    @Test func `A trial that is answered with an unreadable line is bad`() throws {
        let bench = try RoutingBench()
        bench.fixture.link(1).onSignal?(.silent)
        bench.fixture.link(1).onSignal?(.audible)
        try bench.call(at: 1, PlainRead.self)
        bench.fixture.link(1).onSignal?(.brokenLine)
        for _ in 0..<20 { try bench.call(PlainRead.self) }
        #expect(bench.fixture.link(1).inFlight == 0)
        bench.answer(2)
        #expect(bench.answers.count == 21 && bench.isGood)
    }

    @Test(arguments: [true, false])
    func `Three unreadable answers in a row eject, however many good ones came before`(areLines: Bool) throws {
        let bench = try RoutingBench()
        for _ in 0..<100 {
            try bench.call(PlainRead.self)
            bench.answer(1)
            bench.answer(2)
        }
        for count in 1...3 {
            #expect(bench.ejections.isEmpty)
            try bench.call(at: 1, PlainRead.self)
            if areLines { bench.fixture.link(1).onSignal?(.brokenLine) } else { bench.answer(1, .garbled) }
            bench.answer(2)
            #expect(bench.answers == ["1"], "\(count)")
        }
        #expect(bench.ejections == ["failing"])
    }

    @Test func `Lines that cannot be read eject, and the calls they may have answered are sent elsewhere`() throws {
        let bench = try RoutingBench()
        for _ in 0..<30 {
            try bench.call(PlainRead.self)
            bench.answer(2)
            if bench.fixture.link(1).inFlight > 0 { bench.fixture.link(1).onSignal?(.brokenLine) }
        }
        bench.answer(2)
        #expect(bench.answers.count == 30 && bench.isGood)
        #expect(bench.ejections == ["failing"])
    }

    @Test func `A replica whose calls fail by its own fault is ejected if the others' do not`() throws {
        let bench = try RoutingBench()
        for _ in 0..<40 {
            try bench.call(PlainRead.self)
            bench.answer(1, FakeLink.error(.internal))
            bench.answer(2)
        }
        #expect(bench.ejections == ["failing"])
        let common = try RoutingBench()
        for _ in 0..<40 {
            try common.call(PlainRead.self)
            common.answer(1, FakeLink.error(.internal))
            common.answer(2, FakeLink.error(.internal))
        }
        #expect(common.ejections.isEmpty)
    }
}
