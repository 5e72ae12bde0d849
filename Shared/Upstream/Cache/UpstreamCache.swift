import Resilience
import ServiceRuntime
import Synchronization
public import Values
import Wire

/// The result of querying a third party for one value.
public enum Loaded<Value: Sendable>: Sendable {
    /// The value, with validators for the next request.
    case value(Value, Validators)
    /// The value is unchanged since the validators were issued.
    case notModified
    /// The third party has no such value.
    case absent
}

/// A cache, in memory and on disk, of values derived from a third party's answers; concurrent loads are coalesced.
///
/// Created by ``UpstreamService/cache(_:of:freshness:memoryBytes:)``.
public final class UpstreamCache<Value: Codable & Sendable>: Sendable {
    /// Queries the third party; the validators of the cached value make the request conditional.
    public typealias Load = @Sendable (Validators) async throws(UpstreamFailure) -> Loaded<Value>

    /// The pause between background refreshes of a key after a failed load.
    static var pauseAfterFailure: Duration { .seconds(15) }
    /// The pause between loads of a key that has no value, after a failure.
    static var pauseWithoutValue: Duration { .seconds(10) }
    /// The longest time that a caller waits for a newer value while an old one can be served.
    static var maximumWait: Duration { .milliseconds(1_400) }
    /// The time left to a caller between the end of its wait and its deadline.
    static var margin: Duration { .milliseconds(100) }

    let name: String
    let clock: UpstreamClock
    let metrics: CacheMetrics
    let store: CacheStore?
    let loads: LoadRunner
    let flights = SingleFlight<String, LoadOutcome<Value>>()
    let memory: Mutex<LRUCache<String, CacheEntry<Value>>>
    /// The recent failures of keys that have no value.
    let failures = Mutex(LRUCache<String, LoadFailure>(maximumCost: 262_144))
    private let freshness: Freshness

    init(name: String, freshness: Freshness, memoryBytes: Int, context: CacheContext) {
        self.name = name
        self.freshness = freshness
        store = context.store
        loads = context.loads
        metrics = CacheMetrics(cache: name, in: context.metrics)
        clock = context.clock
        memory = Mutex(LRUCache(maximumCost: memoryBytes))
        let label = [("cache", name)]
        context.metrics.observe("vokol_upstream_cache_bytes", label, help: "Bytes of third parties' answers in memory")
        {
            [weak self] in Double(self?.memory.withLock { $0.cost } ?? 0)
        }
        context.metrics.observe(
            "vokol_upstream_cache_evictions_total", label, help: "Values evicted from memory"
        ) { [weak self] in Double(self?.memory.withLock { $0.evictions } ?? 0) }
    }

    /// Returns the value for a key, cached or loaded; `nil` if the third party has no such value.
    ///
    /// Concurrent callers share one load per key; a caller that gives up does not end the load for the others. A fresh
    /// value is served at once; a slightly old one is served at once and refreshed in the background; an older one is
    /// served, marked stale, if loading fails or takes longer than ``maximumWait``. Without a value, a failure is told
    /// to the callers of the next ten seconds without a request.
    ///
    /// - Parameters:
    ///   - freshness: the times for this value, if they differ from the cache's.
    ///   - refresh: loads even if a fresh value is cached, and throws if that fails even if an old value is cached. A
    ///     value that is not in memory is then written to disk alone: nobody has asked for it.
    ///   - deadline: the caller's deadline; the call ends a little before it, and the load continues for later callers.
    /// - Throws: ``UpstreamFailure`` if there is nothing to serve.
    public func value(
        for key: String, freshness: Freshness? = nil, refresh: Bool = false, deadline: ContinuousClock.Instant? = nil,
        load: @escaping Load
    ) async throws(UpstreamFailure) -> Cached<Value>? {
        let plan = LoadPlan(
            key: key, freshness: freshness ?? self.freshness, mustQuery: refresh, deadline: deadline, load: load)
        if !refresh, let entry = memory.withLock({ $0.value(for: key) }), let answer = servable(entry, plan) {
            return answer
        }
        if !refresh, let failure = recentFailure(of: key) {
            metrics.found(.failed)
            throw failure
        }
        do throws(UpstreamFailure) {
            return try await loadOrJoin(plan)
        } catch {
            metrics.found(.failed)
            throw error
        }
    }

    /// Returns the cached value for a key, however old, without a request; marked stale if it is due for a refresh.
    ///
    /// - Parameter keepsInMemory: true to keep a value that is only on disk in memory, for callers to come.
    public func peek(_ key: String, keepsInMemory: Bool = true) async -> Cached<Value>? {
        var entry = memory.withLock { $0.peek(key) }
        if entry == nil { entry = await fromStore(key, keepsInMemory: keepsInMemory) }
        guard let entry, let value = entry.value else { return nil }
        let stage = stage(of: entry, key, freshness)
        return Cached(value, fetchedAt: entry.fetchedAt, isStale: Self.isStale(entry, at: stage))
    }

    /// Returns the time at which the cached value for a key was fetched or confirmed, without reading the value.
    public func fetchedAt(of key: String) async -> Instant? {
        if let entry = memory.withLock({ $0.peek(key) }) { return entry.value == nil ? nil : entry.fetchedAt }
        return await store?.fetchedAt(cache: name, key: key)
    }

    /// Caches a value obtained by other means.
    ///
    /// - Parameter keepsInMemory: false to leave a value that is not in memory only on disk.
    public func put(_ value: Value, for key: String, fetchedAt: Instant, keepsInMemory: Bool = true) {
        let entry = CacheEntry(value: value, fetchedAt: fetchedAt, validators: Validators())
        insert(entry, for: key, keepsInMemory: keepsInMemory)
    }

    /// Returns the recent failure of a key that has no value, if any.
    private func recentFailure(of key: String) -> UpstreamFailure? {
        guard let failure = failures.withLock({ $0.peek(key) }) else { return nil }
        let age = Duration.milliseconds(clock.now().milliseconds - failure.at.milliseconds)
        return age >= .zero && age < Self.pauseWithoutValue ? failure.failure : nil
    }

    /// Returns the value in memory if it can be served at once; `nil` if a load must precede.
    private func servable(_ entry: CacheEntry<Value>, _ plan: LoadPlan<Value>) -> Cached<Value>?? {
        let now = clock.now()
        guard let value = entry.value else {
            let spread = Freshness.spread(key: plan.key, fetchedAt: entry.fetchedAt)
            guard plan.freshness.isAbsenceValid(since: entry.fetchedAt, now: now, spread: spread) else { return nil }
            metrics.found(.absent)
            return .some(nil)
        }
        let stage = stage(of: entry, plan.key, plan.freshness)
        switch stage {
        case .fresh: break
        case .revalidated: revalidate(entry, plan, now: now)
        // The last load failed, so the caller is not made to wait for the next one to fail.
        case .fallback where entry.failedAt != nil && loads.isRunning: revalidate(entry, plan, now: now)
        case .fallback, .over: return nil
        }
        let isStale = Self.isStale(entry, at: stage)
        metrics.found(stage == .fresh ? .fresh : isStale ? .stale : .revalidated)
        return Cached(value, fetchedAt: entry.fetchedAt, isStale: isStale)
    }

    /// Returns true if a value is older than it should be because no newer one was available.
    private static func isStale(_ entry: CacheEntry<Value>, at stage: Freshness.Stage) -> Bool {
        switch stage {
        case .fresh: false
        case .revalidated: entry.failedAt != nil
        case .fallback, .over: true
        }
    }

    /// Starts a refresh in the background, unless one has just failed or is under way.
    private func revalidate(_ entry: CacheEntry<Value>, _ plan: LoadPlan<Value>, now: Instant) {
        if let failedAt = entry.failedAt {
            let pause = Duration.milliseconds(now.milliseconds - failedAt.milliseconds)
            if pause >= .zero, pause < Self.pauseAfterFailure { return }
        }
        guard flights.begin(plan.key) else { return }
        var plan = plan
        plan.mustQuery = true
        // The call has its answer, and does not pay for the next one's.
        plan.work = plan.work.map { CallWork(flow: $0.flow) }
        if !loads.submit(isAwaited: false, { [plan] in await self.performLoad(plan) }) {
            flights.end(plan.key, with: .failed(.localLimit(retryAfter: .seconds(1)), entry))
        }
    }

    /// Starts a load, or joins the one under way, and waits for it.
    private func loadOrJoin(_ plan: LoadPlan<Value>) async throws(UpstreamFailure) -> Cached<Value>? {
        var plan = plan
        // The load may have been cancelled, or may have found a value on disk that is too old for this caller.
        for _ in 0..<4 {
            if Task.isCancelled { throw .cancelled }
            let ticket = SingleFlight<String, LoadOutcome<Value>>.Ticket()
            var job: (@Sendable () async -> Void)?
            if flights.join(plan.key, ticket) {
                let flight: @Sendable () async -> Void = { [plan] in await self.performLoad(plan) }
                if !loads.submit(isAwaited: true, flight) { job = flight }
            }
            var sleep: (@Sendable () async throws -> Void)?
            if let end = waitingEnd(plan) { sleep = { [clock] in try await clock.sleep(end) } }
            let outcome = await flights.outcome(of: plan.key, ticket, until: sleep, running: job)
            switch outcome {
            case .loaded(let entry)?, .notModified(let entry)?:
                metrics.found(entry.value == nil ? .absent : .miss)
                return entry.value.map { Cached($0, fetchedAt: entry.fetchedAt, isStale: false) }
            case .found(let entry)?:
                if !plan.mustQuery, let answer = servable(entry, plan) { return answer }
                plan.stored = entry
            case .failed(.cancelled, _)?: continue
            case .failed(let failure, let entry)?: return try fallback(plan, entry, failure)
            case nil: return try fallback(plan, nil, Task.isCancelled ? .cancelled : .timedOut)
            }
        }
        return try fallback(plan, nil, .timedOut)
    }

    /// Returns the end of a caller's wait; `nil` if it has none.
    private func waitingEnd(_ plan: LoadPlan<Value>) -> ContinuousClock.Instant? {
        let own = plan.deadline.map { $0 - Self.margin }
        guard !plan.mustQuery, let entry = known(plan), entry.value != nil,
            stage(of: entry, plan.key, plan.freshness) != .over
        else { return own }
        let limit = clock.monotonic() + Self.maximumWait
        return own.map { min($0, limit) } ?? limit
    }

    /// Returns the value in memory, or else the one that the caller found on disk.
    func known(_ plan: LoadPlan<Value>) -> CacheEntry<Value>? {
        memory.withLock { $0.peek(plan.key) } ?? plan.stored
    }

    /// Returns the old value after a failed load, or throws the failure if there is none.
    ///
    /// - Parameter entry: the value that the failed load found, which may be too large to be kept in memory.
    private func fallback(
        _ plan: LoadPlan<Value>, _ entry: CacheEntry<Value>?, _ failure: UpstreamFailure
    ) throws(UpstreamFailure) -> Cached<Value>? {
        guard !plan.mustQuery, let entry = entry ?? known(plan), let value = entry.value else { throw failure }
        switch stage(of: entry, plan.key, plan.freshness) {
        case .over: throw failure
        case .fresh, .revalidated, .fallback:
            metrics.found(.stale)
            return Cached(value, fetchedAt: entry.fetchedAt, isStale: true)
        }
    }

    func stage(of entry: CacheEntry<Value>, _ key: String, _ freshness: Freshness) -> Freshness.Stage {
        freshness.stage(
            fetchedAt: entry.fetchedAt, now: clock.now(),
            spread: Freshness.spread(key: key, fetchedAt: entry.fetchedAt))
    }
}
