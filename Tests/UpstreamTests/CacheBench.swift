import ServiceRuntime
import Synchronization
import TestSupport
import Testing

@testable import Upstream

/// A third party for one cache, which gives the answer that the test sets and counts the calls.
final class Source: Sendable {
    struct State {
        var calls = 0
        var validators: [Validators] = []
        var answer: Result<Loaded<String>, UpstreamFailure> = .success(.absent)
        var gate: Gate?
        var wasCancelled = false
    }
    let state = Mutex(State())

    var calls: Int { state.withLock { $0.calls } }

    func setAnswer(_ text: String, tag: String? = nil) {
        state.withLock { $0.answer = .success(.value(text, Validators(entityTag: tag))) }
    }
    func setAnswer(_ answer: Loaded<String>) { state.withLock { $0.answer = .success(answer) } }
    func setFailure(_ failure: UpstreamFailure = .timedOut) { state.withLock { $0.answer = .failure(failure) } }
    func setGate(_ gate: Gate) { state.withLock { $0.gate = gate } }

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

let hour: Duration = .seconds(3_600)
let freshness = Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 10, absent: .seconds(600))

/// A cache with its clock, its source and the runner of its loads.
struct CacheBench {
    let clock = ManualClock()
    let source = Source()
    let loads = LoadRunner()
    let metrics = Metrics()
    let cache: UpstreamCache<String>

    init(memoryBytes: Int = 1_000_000, store: CacheStore? = nil) {
        cache = UpstreamCache(
            name: "test", freshness: freshness, memoryBytes: memoryBytes,
            context: CacheContext(store: store, loads: loads, metrics: metrics, clock: clock.clock))
    }

    func value(
        _ key: String = "k", refresh: Bool = false, within: Duration? = nil
    ) async throws -> Cached<String>? {
        try await cache.value(
            for: key, refresh: refresh, deadline: within.map { clock.monotonic + $0 },
            load: { validators async throws(UpstreamFailure) in try await source.load(validators) })
    }

    /// Runs the loads for the duration of `body`.
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

    func lookups(_ result: CacheMetrics.LookupOutcome) -> UInt64 {
        metrics.counter("vokol_upstream_lookups_total", [("cache", "test"), ("result", result.rawValue)]).current
    }
}
