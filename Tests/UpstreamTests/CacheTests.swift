import Resilience
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct UpstreamCacheTests {
    @Test func `A fresh value is served without a call`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            let first = try await bench.value()
            #expect(first?.value == "one")
            #expect(first?.fetchedAt == bench.clock.now)
            #expect(first?.isStale == false)
            bench.clock.advance(by: hour * 0.89)
            bench.source.setAnswer("two")
            let second = try await bench.value()
            #expect(second?.value == "one")
            #expect(second?.isStale == false)
        }
        #expect(bench.source.calls == 1)
        #expect(bench.lookups(.miss) == 1)
        #expect(bench.lookups(.fresh) == 1)
    }

    @Test func `A load works for the caller who starts it, and a renewal in its flow but not at its cost`() async throws
    {
        let bench = CacheBench()
        let seen = Mutex<[CallWork?]>([])
        let work = CallWork(flow: FlowKey("user", "ada".utf8))
        let ask: @Sendable () async throws -> Void = {
            try await CallWork.$current.withValue(work) {
                _ = try await bench.cache.value(for: "k") { _ async throws(UpstreamFailure) in
                    seen.withLock { $0.append(CallWork.current) }
                    return .value("one", Validators())
                }
            }
        }
        try await bench.running {
            try await ask()
            try await ask()
            #expect(seen.withLock { $0.count == 1 && $0[0] === work })
            bench.clock.advance(by: hour * 1.11)
            try await ask()
            await eventually { bench.loads.unfinished == 0 }
            #expect(seen.withLock { $0.count == 2 && $0[1] !== work && $0[1]?.flow == work.flow })
        }
    }

    @Test func `A value past its fresh time is served at once and renewed in the background`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.setAnswer("two")
            let old = try await bench.value()
            #expect(old?.value == "one")
            #expect(old?.isStale == false)
            await eventually { bench.loads.unfinished == 0 }
            let new = try await bench.value()
            #expect(new?.value == "two")
        }
        #expect(bench.source.calls == 2)
        #expect(bench.lookups(.revalidated) == 1)
    }

    @Test func `After a failed renewal, the value is served as stale and renewed again 15 seconds later`()
        async throws
    {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.setFailure()
            for round in 0..<50 {
                let old = try await bench.value()
                #expect(old?.value == "one")
                // Once a refresh has failed, the value counts as stale.
                #expect(old?.isStale == (round > 0))
                await eventually { bench.loads.unfinished == 0 }
            }
            #expect(bench.source.calls == 2)
            bench.clock.advance(by: .seconds(15))
            _ = try await bench.value()
            await eventually { bench.loads.unfinished == 0 }
            #expect(bench.source.calls == 3)
        }
    }

    @Test func `An old value is renewed first, and served as stale if that fails, until it is too old`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setFailure(.unreachable("x"))
            let old = try await bench.value()
            #expect(old?.value == "one")
            #expect(old?.isStale == true)
            #expect(bench.source.calls == 2)
            // No caller waits for a second failure.
            bench.source.setGate(Gate())
            let again = try await bench.value()
            #expect(again?.isStale == true)
            #expect(bench.source.calls == 2)
            bench.source.state.withLock { $0.gate = nil }
            bench.clock.advance(by: hour * 7)
            await #expect(throws: UpstreamFailure.unreachable("x")) { try await bench.value() }
        }
        #expect(bench.lookups(.stale) == 2)
        #expect(bench.lookups(.failed) == 1)
    }

    @Test func `A refusal by our own limits neither marks a value stale nor delays the next renewal`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.setFailure(.localLimit(retryAfter: .seconds(1)))
            for calls in 2...3 {
                let old = try await bench.value()
                #expect(old?.isStale == false)
                await eventually { bench.loads.unfinished == 0 }
                #expect(bench.source.calls == calls)
            }
            bench.source.setFailure(.suspended(retryAfter: .seconds(1)))
            _ = try await bench.value()
            await eventually { bench.loads.unfinished == 0 }
            let stale = try await bench.value()
            #expect(stale?.isStale == true)
        }
    }

    @Test
    func `Without a cached value, a failure is cached for ten seconds, except for forced refreshes`()
        async throws
    {
        let bench = CacheBench()
        bench.source.setFailure(.unreadable("x"))
        try await bench.running {
            for _ in 0..<3 { await #expect(throws: UpstreamFailure.unreadable("x")) { try await bench.value() } }
            #expect(bench.source.calls == 1)
            await #expect(throws: UpstreamFailure.unreadable("x")) { try await bench.value(refresh: true) }
            #expect(bench.source.calls == 2)
            // A call that was not made says nothing about the key.
            bench.source.setFailure(.suspended(retryAfter: .seconds(1)))
            for _ in 0..<2 {
                await #expect(throws: UpstreamFailure.suspended(retryAfter: .seconds(1))) { try await bench.value("n") }
            }
            bench.source.setFailure(.localLimit(retryAfter: .seconds(1)))
            for _ in 0..<2 {
                await #expect(throws: UpstreamFailure.localLimit(retryAfter: .seconds(1))) {
                    try await bench.value("n")
                }
            }
            #expect(bench.source.calls == 6)
            bench.clock.advance(by: .seconds(10))
            bench.source.setAnswer("one")
            let value = try await bench.value()
            #expect(value?.value == "one")
        }
    }

    @Test func `A stale value is renewed in the background and becomes fresh`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setFailure()
            _ = try await bench.value()
            bench.clock.advance(by: .seconds(16))
            bench.source.setAnswer("two")
            let stale = try await bench.value()
            #expect(stale?.isStale == true)
            await eventually { bench.loads.unfinished == 0 }
            let new = try await bench.value()
            #expect(new?.value == "two")
            #expect(new?.isStale == false)
        }
    }

    @Test func `The absence of a value is cached for its time`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer(.absent)
        try await bench.running {
            let none = try await bench.value()
            #expect(none == nil)
            bench.clock.advance(by: .seconds(530))
            bench.source.setAnswer("one")
            let still = try await bench.value()
            #expect(still == nil)
            #expect(bench.source.calls == 1)
            bench.clock.advance(by: .seconds(140))
            let found = try await bench.value()
            #expect(found?.value == "one")
        }
        #expect(bench.lookups(.absent) == 2)
    }

    @Test func `A value that the third party no longer has is removed, even if the old one is usable`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setAnswer(.absent)
            let gone = try await bench.value()
            #expect(gone == nil)
            bench.source.setFailure()
            bench.clock.advance(by: hour)
            await #expect(throws: UpstreamFailure.timedOut) { try await bench.value() }
        }
    }

    @Test func `Validators are sent with the next call, and 304 makes the value fresh again`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer("one", tag: "\"1\"")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.setAnswer(.notModified)
            let same = try await bench.value()
            #expect(same?.value == "one")
            #expect(same?.isStale == false)
            #expect(same?.fetchedAt == bench.clock.now)
            _ = try await bench.value()
        }
        #expect(bench.source.state.withLock { $0.validators } == [Validators(), Validators(entityTag: "\"1\"")])
    }

    @Test func `304 without a cached value is a failure`() async throws {
        let bench = CacheBench()
        bench.source.setAnswer(.notModified)
        try await bench.running {
            await #expect(throws: UpstreamFailure.self) { try await bench.value() }
        }
    }

    @Test func `Peeking never calls the third party`() async throws {
        let bench = CacheBench()
        let nothing = await bench.cache.peek("k")
        #expect(nothing == nil)
        bench.cache.put("one", for: "k", fetchedAt: bench.clock.now)
        let fresh = await bench.cache.peek("k")
        #expect(fresh?.isStale == false)
        bench.clock.advance(by: hour * 100)
        let old = await bench.cache.peek("k")
        #expect(old?.value == "one")
        #expect(old?.isStale == true)
        #expect(bench.source.calls == 0)
    }

    @Test func `The cache's memory is bounded by the size of its values`() async throws {
        let bench = CacheBench(memoryBytes: 10_000)
        bench.source.setAnswer(String(repeating: "x", count: 1_000))
        try await bench.running {
            for index in 0..<100 { _ = try await bench.value("k\(index)") }
        }
        let exposition = bench.metrics.exposition()
        #expect(exposition.contains("vokol_upstream_cache_evictions_total{cache=\"test\"} 92.0"))
        #expect(bench.cache.memory.withLock { $0.cost } <= 10_000)
    }
}

@Suite struct FreshnessTests {
    private let start = instant("2026-03-02T09:00:00Z")

    private func stage(after age: Duration, spread: Double = 0) -> Freshness.Stage {
        freshness.stage(
            fetchedAt: start, now: Instant(milliseconds: start.milliseconds + age.wholeMilliseconds), spread: spread)
    }

    @Test func `A value passes through its stages at the configured ages`() {
        #expect(stage(after: .zero) == .fresh)
        #expect(stage(after: hour - .milliseconds(1)) == .fresh)
        #expect(stage(after: hour) == .revalidated)
        #expect(stage(after: hour * 2) == .fallback)
        #expect(stage(after: hour * 10 - .milliseconds(1)) == .fallback)
        #expect(stage(after: hour * 10) == .over)
    }

    @Test func `The fresh time varies by a tenth, spread evenly over keys and constant for each value`() {
        #expect(stage(after: hour * 0.89, spread: -1) == .fresh)
        #expect(stage(after: hour * 0.91, spread: -1) == .revalidated)
        #expect(stage(after: hour * 1.09, spread: 1) == .fresh)
        let spreads = (0..<10_000).map { Freshness.spread(key: "key \($0)", fetchedAt: start) }
        #expect(spreads.allSatisfy { (-1...1).contains($0) })
        for tenth in 0..<10 {
            let low = -1 + Double(tenth) * 0.2
            let count = spreads.count { $0 >= low && $0 < low + 0.2 }
            #expect((850...1_150).contains(count))
        }
        #expect(Freshness.spread(key: "a", fetchedAt: start) == Freshness.spread(key: "a", fetchedAt: start))
        #expect(
            Freshness.spread(key: "a", fetchedAt: start)
                != Freshness.spread(key: "a", fetchedAt: start.advanced(bySeconds: 1)))
    }

    @Test func `A value dated far in the future is not fresh`() {
        #expect(stage(after: .seconds(-200)) == .fresh)
        #expect(stage(after: .seconds(-400)) == .fallback)
    }
}
