public import Contracts
import Resilience
import ServiceRuntime
import Synchronization
import Wire

/// What asking a third party for one thing led to.
public enum Loaded<Value: Sendable>: Sendable {
    /// Here it is, and by what to ask whether it is still so.
    case value(Value, Validators)
    /// It is as it was when the validators were given.
    case notModified
    /// There is no such thing.
    case absent
}

/// Values made of what a third party gave: kept in memory, on disk behind it, and asked for once at a time.
///
/// Made by ``UpstreamService/cache(_:of:freshness:memoryBytes:)``.
public final class UpstreamCache<Value: Codable & Sendable>: Sendable {
    /// Asks the third party; given the validators of what is kept, to ask only for what is new.
    public typealias Load = @Sendable (Validators) async throws(UpstreamFailure) -> Loaded<Value>

    /// How long after a load that failed nothing is asked again behind what is given.
    static var pauseAfterFailure: Duration { .seconds(15) }
    /// How long a key for which there is nothing to give is not asked for again after that failed.
    static var pauseAfterNothing: Duration { .seconds(10) }
    /// How long a caller waits for something newer where there is something old to give.
    static var patience: Duration { .seconds(2) }
    /// What a caller needs after its wait to give an answer before its own time is over.
    static var margin: Duration { .milliseconds(100) }

    let name: String
    let clock: UpstreamClock
    let metrics: CacheMetrics
    let store: CacheStore?
    let loads: LoadRunner
    let flights = SingleFlight<String, LoadOutcome<Value>>()
    let memory: Mutex<LRUCache<String, Kept<Value>>>
    /// Why there was nothing to give, by key.
    let refusals = Mutex(LRUCache<String, Refusal>(maximumCost: 262_144))
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
        context.metrics.observe("vokol_upstream_cache_bytes", label, help: "Bytes of values of third parties in memory")
        {
            [weak self] in Double(self?.memory.withLock { $0.cost } ?? 0)
        }
        context.metrics.observe(
            "vokol_upstream_cache_evictions_total", label, help: "Values that made room in memory for others"
        ) { [weak self] in Double(self?.memory.withLock { $0.evictions } ?? 0) }
    }

    /// The value for a key, kept or asked for; `nil` if there is no such thing.
    ///
    /// However many ask for a key, it is loaded once at a time; a caller that gives up does not end the load for the
    /// others. What is fresh is given at once; what is a little older is given at once and asked for again behind it;
    /// what is older still is given, marked as stale, where asking fails or takes longer than two seconds. Where there is
    /// nothing to give and asking failed, the next ten seconds' callers are told so without asking.
    /// - Parameters:
    ///   - freshness: how long what is kept may be given, if not as long as for the others of this cache.
    ///   - refresh: asks whatever is kept, and throws where that fails though there is something old to give.
    ///   - deadline: when the caller's own time is over; it is told a little before that, and the load goes on for those
    ///     who come after.
    /// - Throws: ``UpstreamFailure`` if there is nothing to give.
    public func value(
        for key: String, freshness: Freshness? = nil, refresh: Bool = false, deadline: ContinuousClock.Instant? = nil,
        load: @escaping Load
    ) async throws(UpstreamFailure) -> Cached<Value>? {
        let plan = LoadPlan(
            key: key, freshness: freshness ?? self.freshness, mustAsk: refresh, deadline: deadline, load: load)
        if !refresh, let kept = memory.withLock({ $0.value(for: key) }), let answer = given(kept, plan) {
            return answer
        }
        if !refresh, let failure = recentRefusal(of: key) {
            metrics.found(.failed)
            throw failure
        }
        do throws(UpstreamFailure) {
            return try await asked(plan)
        } catch {
            metrics.found(.failed)
            throw error
        }
    }

    /// What is kept for a key, however old, without asking anybody; stale if it should be asked for before it is given.
    public func peek(_ key: String) async -> Cached<Value>? {
        var kept = memory.withLock { $0.peek(key) }
        if kept == nil { kept = await fromStore(key) }
        guard let kept, let value = kept.value else { return nil }
        let stage = stage(of: kept, key, freshness)
        return Cached(value, fetchedAt: kept.fetchedAt, isStale: Self.isStale(kept, at: stage))
    }

    /// Keeps a value that came by another way.
    public func put(_ value: Value, for key: String, fetchedAt: Instant, validators: Validators = Validators()) {
        keep(Kept(value: value, fetchedAt: fetchedAt, validators: validators), for: key)
    }

    /// Forgets a value.
    public func remove(_ key: String) {
        memory.withLock { $0.remove(key) }
        refusals.withLock { $0.remove(key) }
        store?.remove(cache: name, key: key)
    }

    /// Why there is nothing to give for a key, if that was found out just now.
    private func recentRefusal(of key: String) -> UpstreamFailure? {
        guard let refusal = refusals.withLock({ $0.peek(key) }) else { return nil }
        let age = Duration.milliseconds(clock.now().milliseconds - refusal.at.milliseconds)
        return age >= .zero && age < Self.pauseAfterNothing ? refusal.failure : nil
    }

    /// What may be given of what is in memory without waiting; `nil` if it has to be asked for first.
    private func given(_ kept: Kept<Value>, _ plan: LoadPlan<Value>) -> Cached<Value>?? {
        let now = clock.now()
        guard let value = kept.value else {
            let spread = Freshness.spread(key: plan.key, fetchedAt: kept.fetchedAt)
            guard plan.freshness.believesAbsence(since: kept.fetchedAt, now: now, spread: spread) else { return nil }
            metrics.found(.absent)
            return .some(nil)
        }
        let stage = stage(of: kept, plan.key, plan.freshness)
        switch stage {
        case .fresh: break
        case .revalidated: revalidate(kept, plan, now: now)
        // Where the last load failed, nobody is made to wait for the next to fail.
        case .fallback where kept.failedAt != nil && loads.isRunning: revalidate(kept, plan, now: now)
        case .fallback, .over: return nil
        }
        let isStale = Self.isStale(kept, at: stage)
        metrics.found(stage == .fresh ? .fresh : isStale ? .stale : .revalidated)
        return Cached(value, fetchedAt: kept.fetchedAt, isStale: isStale)
    }

    /// Whether a value is older than it should be because nothing newer was to be had.
    private static func isStale(_ kept: Kept<Value>, at stage: Freshness.Stage) -> Bool {
        switch stage {
        case .fresh: false
        case .revalidated: kept.failedAt != nil
        case .fallback, .over: true
        }
    }

    /// Loads behind what is given, unless that failed just now or is under way.
    private func revalidate(_ kept: Kept<Value>, _ plan: LoadPlan<Value>, now: Instant) {
        if let failedAt = kept.failedAt {
            let pause = Duration.milliseconds(now.milliseconds - failedAt.milliseconds)
            if pause >= .zero, pause < Self.pauseAfterFailure { return }
        }
        guard flights.begin(plan.key) else { return }
        var plan = plan
        plan.mustAsk = true
        if !loads.submit(isAwaited: false, { [plan] in await self.fly(plan) }) {
            flights.end(plan.key, with: .failed(.crowded(retryAfter: .seconds(1)), kept))
        }
    }

    /// Loads, or waits for who does.
    private func asked(_ plan: LoadPlan<Value>) async throws(UpstreamFailure) -> Cached<Value>? {
        // Whoever flew may have been cancelled, or have found on disk what is not enough for this caller.
        for _ in 0..<4 {
            if Task.isCancelled { throw .cancelled }
            let ticket = SingleFlight<String, LoadOutcome<Value>>.Ticket()
            var job: (@Sendable () async -> Void)?
            if flights.join(plan.key, ticket) {
                let flight: @Sendable () async -> Void = { await self.fly(plan) }
                if !loads.submit(isAwaited: true, flight) { job = flight }
            }
            var sleep: (@Sendable () async throws -> Void)?
            if let end = waitingEnd(plan) { sleep = { [clock] in try await clock.sleep(end) } }
            let outcome = await flights.outcome(of: plan.key, ticket, until: sleep, flying: job)
            switch outcome {
            case .loaded(let kept)?, .notModified(let kept)?:
                metrics.found(kept.value == nil ? .absent : .miss)
                return kept.value.map { Cached($0, fetchedAt: kept.fetchedAt, isStale: false) }
            case .found(let kept)?:
                if !plan.mustAsk, let answer = given(kept, plan) { return answer }
            case .failed(.cancelled, _)?: continue
            case .failed(let failure, let kept)?: return try fallback(plan, kept, failure)
            case nil: return try fallback(plan, nil, Task.isCancelled ? .cancelled : .timedOut)
            }
        }
        return try fallback(plan, nil, .timedOut)
    }

    /// When a caller waits no longer.
    private func waitingEnd(_ plan: LoadPlan<Value>) -> ContinuousClock.Instant? {
        let own = plan.deadline.map { $0 - Self.margin }
        guard !plan.mustAsk, let kept = memory.withLock({ $0.peek(plan.key) }), kept.value != nil,
            stage(of: kept, plan.key, plan.freshness) != .over
        else { return own }
        let patient = clock.monotonic() + Self.patience
        return own.map { min($0, patient) } ?? patient
    }

    /// What is old, where nothing newer was to be had.
    /// - Parameter kept: what the load that failed had found, which may be too large for memory.
    private func fallback(
        _ plan: LoadPlan<Value>, _ kept: Kept<Value>?, _ failure: UpstreamFailure
    ) throws(UpstreamFailure) -> Cached<Value>? {
        guard !plan.mustAsk, let kept = kept ?? memory.withLock({ $0.peek(plan.key) }), let value = kept.value else {
            throw failure
        }
        switch stage(of: kept, plan.key, plan.freshness) {
        case .over: throw failure
        case .fresh, .revalidated, .fallback:
            metrics.found(.stale)
            return Cached(value, fetchedAt: kept.fetchedAt, isStale: true)
        }
    }

    func stage(of kept: Kept<Value>, _ key: String, _ freshness: Freshness) -> Freshness.Stage {
        freshness.stage(
            fetchedAt: kept.fetchedAt, now: clock.now(),
            spread: Freshness.spread(key: key, fetchedAt: kept.fetchedAt))
    }
}
