import Resilience
import ServiceRuntime
import Synchronization
import TestSupport
import Testing

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct CacheSharingTests {
    @Test func `2,000 concurrent callers for one key cost one load`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        bench.source.setGate(gate)
        try await bench.running {
            try await withThrowingTaskGroup(of: String?.self) { callers in
                for _ in 0..<2_000 { callers.addTask { try await bench.value()?.value } }
                await eventually { bench.source.calls > 0 && bench.cache.flights.waiters("k") == 2_000 }
                gate.open()
                var answers = 0
                for try await answer in callers {
                    #expect(answer == "one")
                    answers += 1
                }
                #expect(answers == 2_000)
            }
        }
        #expect(bench.source.calls == 1)
        #expect(bench.cache.flights.count == 0)
    }

    @Test func `A caller that gives up does not end the load for the others`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        bench.source.setGate(gate)
        try await bench.running {
            let first = Task { try await bench.value() }
            await eventually { bench.source.calls == 1 }
            let second = Task { try await bench.value() }
            await eventually { bench.cache.flights.waiters("k") == 2 }
            first.cancel()
            await #expect(throws: UpstreamFailure.cancelled) { try await first.value }
            #expect(bench.cache.flights.waiters("k") == 1)
            gate.open()
            let answer = try await second.value
            #expect(answer?.value == "one")
        }
        #expect(bench.source.calls == 1)
        #expect(!bench.source.state.withLock { $0.wasCancelled })
    }

    @Test func `A caller whose time is up gets a stale value or a timeout, while the load goes on`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setAnswer("two")
            bench.source.setGate(gate)
            let hasty = Task { try await bench.value(within: .seconds(1)) }
            let newcomer = Task { try await bench.value("other", within: .seconds(1)) }
            await eventually { bench.clock.sleepers == 2 && bench.source.calls == 3 }
            bench.clock.advance(by: .seconds(1))
            let old = try await hasty.value
            #expect(old?.value == "one")
            #expect(old?.isStale == true)
            await #expect(throws: UpstreamFailure.timedOut) { try await newcomer.value }
            gate.open()
            await eventually { bench.loads.unfinished == 0 }
            let new = try await bench.value()
            #expect(new?.value == "two")
            let other = try await bench.value("other")
            #expect(other?.value == "two")
        }
        #expect(bench.source.calls == 3)
    }

    @Test func `With a stale value, no caller waits long for a third party that does not answer`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setAnswer("two")
            bench.source.setGate(gate)
            let patient = Task { try await bench.value() }
            let hasty = Task { try await bench.value(within: .seconds(1)) }
            await eventually { bench.clock.sleepers == 2 }
            // Early enough to answer before the caller's second is over.
            bench.clock.advance(by: .milliseconds(900))
            let early = try await hasty.value
            #expect(early?.value == "one")
            #expect(bench.clock.sleepers == 1)
            bench.clock.advance(by: .milliseconds(1_100))
            let late = try await patient.value
            #expect(late?.value == "one")
            #expect(late?.isStale == true)
            gate.open()
            await eventually { bench.loads.unfinished == 0 }
            let new = try await bench.value()
            #expect(new?.value == "two")
        }
        #expect(bench.source.calls == 2)
    }

    @Test func `A refresh bypasses the cache and reports its failure`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.source.setAnswer("two")
            let new = try await bench.value(refresh: true)
            #expect(new?.value == "two")
            bench.source.setFailure(.tooLarge)
            await #expect(throws: UpstreamFailure.tooLarge) { try await bench.value(refresh: true) }
            let kept = try await bench.value()
            #expect(kept?.value == "two")
        }
    }

    @Test func `Without a running loader the caller loads itself, and the next takes over if it gives up`()
        async throws
    {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        bench.source.setGate(gate)
        let first = Task { try await bench.value() }
        await eventually { bench.source.calls == 1 }
        let second = Task { try await bench.value() }
        await eventually { bench.cache.flights.waiters("k") == 2 }
        first.cancel()
        gate.open()
        await #expect(throws: UpstreamFailure.cancelled) { try await first.value }
        let answer = try await second.value
        #expect(answer?.value == "one")
        #expect(bench.source.calls == 2)
    }

    @Test func `After a stop, a waiting caller repeats the cancelled load itself`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setFailure()
        bench.source.setGate(gate)
        let loads = bench.loads
        let run = Task { await loads.run() }
        await eventually { loads.isRunning }
        let caller = Task { try await bench.value() }
        await eventually { bench.source.calls == 1 }
        loads.stop()
        await eventually { !loads.isRunning }
        gate.open()
        await run.value
        await #expect(throws: UpstreamFailure.timedOut) { try await caller.value }
        #expect(bench.source.calls == 2)
        #expect(bench.source.state.withLock { $0.wasCancelled })
        #expect(loads.unfinished == 0)
    }

    @Test func `Loads beyond the runner's capacity are run by their callers`() async throws {
        let bench = CacheBench()
        let gate = Gate()
        bench.source.setAnswer("one")
        bench.source.setGate(gate)
        try await bench.running {
            try await withThrowingTaskGroup(of: Void.self) { callers in
                for index in 0..<300 { callers.addTask { _ = try await bench.value("k\(index)") } }
                await eventually { bench.source.calls == 300 }
                #expect(bench.loads.unfinished == LoadRunner.maximum)
                gate.open()
                try await callers.waitForAll()
            }
        }
    }
}
