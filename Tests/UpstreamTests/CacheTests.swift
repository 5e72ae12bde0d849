import Contracts
import ServiceRuntime
import Synchronization
import Testing

@testable import Upstream

/// A third party for one cache: answers as it is told, and counts how often it is asked.
private final class Source: Sendable {
    struct State {
        var calls = 0
        var validators: [Validators] = []
        var answer: Result<Loaded<String>, UpstreamFailure> = .success(.absent)
        var gate: Gate?
        var wasCancelled = false
    }
    let state = Mutex(State())

    var calls: Int { state.withLock { $0.calls } }

    func says(_ text: String, tag: String? = nil) {
        state.withLock { $0.answer = .success(.value(text, Validators(entityTag: tag))) }
    }
    func says(_ answer: Loaded<String>) { state.withLock { $0.answer = .success(answer) } }
    func fails(_ failure: UpstreamFailure = .timedOut) { state.withLock { $0.answer = .failure(failure) } }
    func waits(for gate: Gate) { state.withLock { $0.gate = gate } }

    func load(_ validators: Validators) async throws(UpstreamFailure) -> Loaded<String> {
        let gate = state.withLock { state in
            state.calls += 1
            state.validators.append(validators)
            return state.gate
        }
        await gate?.pass()
        if Task.isCancelled {
            state.withLock { $0.wasCancelled = true }
            throw .cancelled
        }
        return try state.withLock { $0.answer }.get()
    }
}

private let hour: Duration = .seconds(3_600)
private let freshness = Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 10, absent: .seconds(600))

/// A cache with its clock, its source and the runner of its loads.
private struct Bench {
    let clock = ManualClock()
    let source = Source()
    let loads = LoadRunner()
    let metrics = Metrics()
    let cache: UpstreamCache<String>

    init(memoryBytes: Int = 1_000_000, store: CacheStore? = nil) {
        cache = UpstreamCache(
            name: "test", freshness: freshness, memoryBytes: memoryBytes, store: store, loads: loads, metrics: metrics,
            clock: clock.clock)
    }

    func value(
        _ key: String = "k", refresh: Bool = false, within: Duration? = nil
    ) async throws -> Cached<String>? {
        try await cache.value(
            for: key, refresh: refresh, deadline: within.map { clock.monotonic + $0 },
            load: { validators async throws(UpstreamFailure) in try await source.load(validators) })
    }

    /// Runs the loads for as long as the body takes.
    func running(_ body: () async throws -> Void) async throws {
        let loads = loads
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await loads.run() }
            await eventually { loads.isRunning }
            try await body()
            loads.stop()
            try await tasks.waitForAll()
        }
    }

    func lookups(_ result: CacheMetrics.Result) -> UInt64 {
        metrics.counter("vokol_upstream_lookups_total", [("cache", "test"), ("result", result.rawValue)]).current
    }
}

@Suite(.timeLimit(.minutes(1))) struct UpstreamCacheTests {
    @Test("What is fresh is given without asking again")
    func fresh() async throws {
        let bench = Bench()
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

    @Test("What is a little old is given at once, and is new the next time")
    func revalidated() async throws {
        let bench = Bench()
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

    @Test("What is a little old is asked for once, however many want it, and not again soon after that failed")
    func revalidatedOnce() async throws {
        let bench = Bench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 1.11)
            bench.source.fails()
            for round in 0..<50 {
                let old = try await bench.value()
                #expect(old?.value == "one")
                // Once nothing newer was to be had, it says so.
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

    @Test("What is old is asked for first, and given as stale where that fails, until it is too old")
    func staleIfError() async throws {
        let bench = Bench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.fails(.unreachable("x"))
            let old = try await bench.value()
            #expect(old?.value == "one")
            #expect(old?.isStale == true)
            #expect(bench.source.calls == 2)
            // Nobody waits for a second failure.
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

    @Test("What is stale is asked for again behind it, and is fresh once that succeeds")
    func recovers() async throws {
        let bench = Bench()
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

    @Test("That there is no such thing is believed for its time")
    func absent() async throws {
        let bench = Bench()
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

    @Test("What the third party no longer has is gone, however good the old one was")
    func removed() async throws {
        let bench = Bench()
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

    @Test("Validators go along with the next question, and unchanged means fresh again")
    func conditional() async throws {
        let bench = Bench()
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

    @Test("Unchanged from what was never given is a failure")
    func unchangedFromNothing() async throws {
        let bench = Bench()
        bench.source.says(.notModified)
        try await bench.running {
            await #expect(throws: UpstreamFailure.self) { try await bench.value() }
        }
    }

    @Test("2,000 callers for one key are one load")
    func singleFlight() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        bench.source.waits(for: gate)
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

    @Test("A caller that gives up does not end the load for the others")
    func cancelledCaller() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        bench.source.waits(for: gate)
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

    @Test("A caller whose time is up gets what is old, or is told; the load goes on for the next")
    func deadline() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.says("two")
            bench.source.waits(for: gate)
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

    @Test("Where there is something old, nobody waits long for a third party that does not answer")
    func patience() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.clock.advance(by: hour * 3)
            bench.source.says("two")
            bench.source.waits(for: gate)
            let patient = Task { try await bench.value() }
            let hasty = Task { try await bench.value(within: .seconds(1)) }
            await eventually { bench.clock.sleepers == 2 }
            // In time to answer before the second is over.
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

    @Test("A refresh asks whatever is kept, and says when that fails")
    func refresh() async throws {
        let bench = Bench()
        bench.source.says("one")
        try await bench.running {
            _ = try await bench.value()
            bench.source.says("two")
            let new = try await bench.value(refresh: true)
            #expect(new?.value == "two")
            bench.source.fails(.tooLarge)
            await #expect(throws: UpstreamFailure.tooLarge) { try await bench.value(refresh: true) }
            let kept = try await bench.value()
            #expect(kept?.value == "two")
        }
    }

    @Test("Where nothing runs loads, the caller does it itself, and the next takes over if that was given up")
    func withoutRunner() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        bench.source.waits(for: gate)
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

    @Test("When the process stops, those who wait are told, and those who come later ask themselves")
    func stopping() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.fails()
        bench.source.waits(for: gate)
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

    @Test("More loads at once than the runner takes are run by their callers")
    func overflow() async throws {
        let bench = Bench()
        let gate = Gate()
        bench.source.says("one")
        bench.source.waits(for: gate)
        try await bench.running {
            try await withThrowingTaskGroup(of: Void.self) { callers in
                for index in 0..<300 { callers.addTask { _ = try await bench.value("k\(index)") } }
                await eventually { bench.source.calls == 300 }
                #expect(bench.loads.unfinished == LoadRunner.most)
                gate.open()
                try await callers.waitForAll()
            }
        }
    }

    @Test("A look at what is kept asks nobody")
    func peek() async throws {
        let bench = Bench()
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

    @Test("Memory is bounded by what values take")
    func bounded() async throws {
        let bench = Bench(memoryBytes: 10_000)
        bench.source.says(String(repeating: "x", count: 1_000))
        try await bench.running {
            for index in 0..<100 { _ = try await bench.value("k\(index)") }
        }
        let exposition = bench.metrics.exposition()
        #expect(exposition.contains("vokol_upstream_cache_evictions_total{cache=\"test\"} 92.0"))
        #expect(bench.cache.shelf.withLock { $0.cost } <= 10_000)
    }
}

@Suite struct FreshnessTests {
    private let start = instant("2026-03-02T09:00:00Z")

    private func stage(after age: Duration, spread: Double = 0) -> Freshness.Stage {
        freshness.stage(
            fetchedAt: start, now: Instant(milliseconds: start.milliseconds + age.wholeMilliseconds), spread: spread)
    }

    @Test("The stages follow each other at their times")
    func stages() {
        #expect(stage(after: .zero) == .fresh)
        #expect(stage(after: hour - .milliseconds(1)) == .fresh)
        #expect(stage(after: hour) == .revalidated)
        #expect(stage(after: hour * 2) == .fallback)
        #expect(stage(after: hour * 10 - .milliseconds(1)) == .fallback)
        #expect(stage(after: hour * 10) == .over)
    }

    @Test("The fresh time is a tenth more or less, spread evenly over keys and the same for each")
    func spread() {
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

    @Test("A value from the future, by a clock that was set back, is not believed to be fresh")
    func future() {
        #expect(stage(after: .seconds(-200)) == .fresh)
        #expect(stage(after: .seconds(-400)) == .fallback)
    }
}
