import Resilience
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Values

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct UpstreamCacheTests {
    @Test func `What is fresh is given without asking again`() async throws {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            let first = try await bench.value()
            #expect(first?.value == "one")
            #expect(first?.fetchedAt == bench.clock.now)
            #expect(first?.isStale == false)
            bench.clock.advance(by: hour * 0.89)
            bench.source.says("two")
            let second = try await bench.value()
            #expect(second?.value == "one")
            #expect(second?.isStale == false)
        }
        #expect(bench.source.calls == 1)
        #expect(bench.lookups(.miss) == 1)
        #expect(bench.lookups(.fresh) == 1)
    }

    @Test func `What is a little old is given at once, and is new the next time`() async throws {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.says("two")
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

    @Test func `What is a little old is asked for once, however many want it, and not again soon after that failed`()
        async throws
    {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.fails()
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

    @Test func `What is old is asked for first, and given as stale where that fails, until it is too old`() async throws
    {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.fails(.unreachable("x"))
            let old = try await bench.value()
            #expect(old?.value == "one")
            #expect(old?.isStale == true)
            #expect(bench.source.calls == 2)
            // No caller waits for a second failure.
            bench.source.waits(for: Gate())
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

    @Test func `Our own limits do not make a copy stale, nor a pause`() async throws {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.fails(.crowded(retryAfter: .seconds(1)))
            for calls in 2...3 {
                let old = try await bench.value()
                #expect(old?.isStale == false)
                await eventually { bench.loads.unfinished == 0 }
                #expect(bench.source.calls == calls)
            }
            bench.source.fails(.notAsked(retryAfter: .seconds(1)))
            _ = try await bench.value()
            await eventually { bench.loads.unfinished == 0 }
            let stale = try await bench.value()
            #expect(stale?.isStale == true)
        }
    }

    @Test
    func `Where there is nothing to give, a failure is told for ten seconds without asking, but not to who insists`()
        async throws
    {
        let bench = CacheBench()
        bench.source.fails(.unreadable("x"))
        try await bench.running {
            for _ in 0..<3 { await #expect(throws: UpstreamFailure.unreadable("x")) { try await bench.value() } }
            #expect(bench.source.calls == 1)
            await #expect(throws: UpstreamFailure.unreadable("x")) { try await bench.value(refresh: true) }
            #expect(bench.source.calls == 2)
            // A call that was not made says nothing about the key.
            bench.source.fails(.notAsked(retryAfter: .seconds(1)))
            for _ in 0..<2 {
                await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(1))) { try await bench.value("n") }
            }
            bench.source.fails(.crowded(retryAfter: .seconds(1)))
            for _ in 0..<2 {
                await #expect(throws: UpstreamFailure.crowded(retryAfter: .seconds(1))) { try await bench.value("n") }
            }
            #expect(bench.source.calls == 6)
            bench.clock.advance(by: .seconds(10))
            bench.source.says("one")
            let value = try await bench.value()
            #expect(value?.value == "one")
        }
    }

    @Test func `What is stale is asked for again behind it, and is fresh once that succeeds`() async throws {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.fails()
            _ = try await bench.value()
            bench.clock.advance(by: .seconds(16))
            bench.source.says("two")
            let stale = try await bench.value()
            #expect(stale?.isStale == true)
            await eventually { bench.loads.unfinished == 0 }
            let new = try await bench.value()
            #expect(new?.value == "two")
            #expect(new?.isStale == false)
        }
    }

    @Test func `That there is no such thing is believed for its time`() async throws {
        let bench = CacheBench()
        bench.source.says(.absent)
        try await bench.running {
            let none = try await bench.value()
            #expect(none == nil)
            bench.clock.advance(by: .seconds(530))
            bench.source.says("one")
            let still = try await bench.value()
            #expect(still == nil)
            #expect(bench.source.calls == 1)
            bench.clock.advance(by: .seconds(140))
            let found = try await bench.value()
            #expect(found?.value == "one")
        }
        #expect(bench.lookups(.absent) == 2)
    }

    @Test func `What the third party no longer has is gone, however good the old one was`() async throws {
        let bench = CacheBench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.says(.absent)
            let gone = try await bench.value()
            #expect(gone == nil)
            bench.source.fails()
            bench.clock.advance(by: hour)
            await #expect(throws: UpstreamFailure.timedOut) { try await bench.value() }
        }
    }

    @Test func `Validators go along with the next question, and unchanged means fresh again`() async throws {
        let bench = CacheBench()
        bench.source.says("one", tag: "\"1\"")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.says(.notModified)
            let same = try await bench.value()
            #expect(same?.value == "one")
            #expect(same?.isStale == false)
            #expect(same?.fetchedAt == bench.clock.now)
            _ = try await bench.value()
        }
        #expect(bench.source.state.withLock { $0.validators } == [Validators(), Validators(entityTag: "\"1\"")])
    }

    @Test func `Unchanged from what was never given is a failure`() async throws {
        let bench = CacheBench()
        bench.source.says(.notModified)
        try await bench.running {
            await #expect(throws: UpstreamFailure.self) { try await bench.value() }
        }
    }

    @Test func `A look at what is kept asks nobody`() async throws {
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
        bench.cache.remove("k")
        let removed = await bench.cache.peek("k")
        #expect(removed == nil)
        #expect(bench.source.calls == 0)
    }

    @Test func `Memory is bounded by what values take`() async throws {
        let bench = CacheBench(memoryBytes: 10_000)
        bench.source.says(String(repeating: "x", count: 1_000))
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

    @Test func `The stages follow each other at their times`() {
        #expect(stage(after: .zero) == .fresh)
        #expect(stage(after: hour - .milliseconds(1)) == .fresh)
        #expect(stage(after: hour) == .revalidated)
        #expect(stage(after: hour * 2) == .fallback)
        #expect(stage(after: hour * 10 - .milliseconds(1)) == .fallback)
        #expect(stage(after: hour * 10) == .over)
    }

    @Test func `The fresh time is a tenth more or less, spread evenly over keys and the same for each`() {
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

    @Test func `A value from the future, by a clock that was set back, is not believed to be fresh`() {
        #expect(stage(after: .seconds(-200)) == .fresh)
        #expect(stage(after: .seconds(-400)) == .fallback)
    }
}
