import Resilience
import Synchronization
import Values
import Wire

/// A cached value, or the cached absence of one.
struct CacheEntry<Value: Sendable>: Sendable {
    var value: Value?
    var fetchedAt: Instant
    var validators: Validators
    /// The time of the latest failed refresh, if any.
    var failedAt: Instant?
}

/// The latest failure to load a key that has no value, and its time.
struct LoadFailure: Sendable {
    var failure: UpstreamFailure
    var at: Instant
}

/// A caller's request to load a key.
struct LoadPlan<Value: Codable & Sendable>: Sendable {
    var key: String
    var freshness: Freshness
    /// True if the third party must be queried even if a fresh value is cached.
    var mustQuery: Bool
    var deadline: ContinuousClock.Instant?
    var load: UpstreamCache<Value>.Load
    /// The value that the caller found on disk, which may be too large to be kept in memory.
    var stored: CacheEntry<Value>?
    /// The call that the load is for: its flow takes the turns, and it bears the cost.
    var work = CallWork.current
}

/// The outcome of a load.
enum LoadOutcome<Value: Sendable>: Sendable {
    /// The third party supplied a value, or reported that there is none.
    case loaded(CacheEntry<Value>)
    /// The third party confirmed the cached value.
    case notModified(CacheEntry<Value>)
    /// A value was found on disk; the third party was not queried.
    case found(CacheEntry<Value>)
    /// The third party failed; the cached value, if any, is unchanged.
    case failed(UpstreamFailure, CacheEntry<Value>?)
}

extension UpstreamCache {
    /// Performs a load: caches its result and ends the wait of all callers.
    func performLoad(_ plan: LoadPlan<Value>) async {
        let outcome = await CallWork.$current.withValue(plan.work) { await load(plan) }
        switch outcome {
        // Neither failure says that the third party has no newer value.
        case .failed(.cancelled, _), .failed(.localLimit, _): break
        case .failed(let failure, let entry):
            let now = clock.now()
            memory.withLock { $0.change(plan.key) { $0.failedAt = now } }
            // After a restart the value is as old as before.
            if entry?.value != nil { store?.fail(cache: name, key: plan.key, at: now) }
            remember(failure, at: now, entry, plan)
        case .loaded, .notModified, .found: failures.withLock { $0.remove(plan.key) }
        }
        flights.end(plan.key, with: outcome)
    }

    /// Records a failure for a key that has no value, unless the third party was not queried.
    private func remember(
        _ failure: UpstreamFailure, at now: Instant, _ entry: CacheEntry<Value>?, _ plan: LoadPlan<Value>
    ) {
        if let entry, entry.value != nil, stage(of: entry, plan.key, plan.freshness) != .over { return }
        var size = 0
        switch failure {
        case .suspended: return
        case .rejected(_, let body): size = body.count
        default: break
        }
        failures.withLock { $0.insert(LoadFailure(failure: failure, at: now), for: plan.key, size: size) }
    }

    private func load(_ plan: LoadPlan<Value>) async -> LoadOutcome<Value> {
        var entry = known(plan)
        if entry == nil, let stored = await fromStore(plan.key, keepsInMemory: !plan.mustQuery) {
            entry = stored
            let stage = plan.freshness.stage(
                fetchedAt: stored.fetchedAt, now: clock.now(),
                spread: Freshness.spread(key: plan.key, fetchedAt: stored.fetchedAt))
            // Given this value, callers wait for a newer one only as long as if it were in memory.
            if !plan.mustQuery, stage != .over { return .found(stored) }
        }
        do throws(UpstreamFailure) {
            return try await query(plan, entry: entry)
        } catch {
            return .failed(error, entry)
        }
    }

    private func query(
        _ plan: LoadPlan<Value>, entry: CacheEntry<Value>?
    ) async throws(UpstreamFailure) -> LoadOutcome<Value> {
        let validators = entry?.value == nil ? Validators() : entry?.validators ?? Validators()
        switch try await plan.load(validators) {
        case .value(let value, let validators):
            let fetched = CacheEntry(value: value, fetchedAt: clock.now(), validators: validators)
            insert(fetched, for: plan.key, keepsInMemory: !plan.mustQuery)
            return .loaded(fetched)
        case .notModified:
            guard var entry, entry.value != nil else { throw .unreadable("unchanged, although no answer was cached") }
            entry.fetchedAt = clock.now()
            entry.failedAt = nil
            let confirmed = entry
            memory.withLock { $0.change(plan.key) { $0 = confirmed } }
            store?.confirm(cache: name, key: plan.key, at: entry.fetchedAt)
            return .notModified(entry)
        case .absent:
            let absent = CacheEntry<Value>(value: nil, fetchedAt: clock.now(), validators: Validators())
            memory.withLock { $0.insert(absent, for: plan.key, size: 0) }
            store?.remove(cache: name, key: plan.key)
            return .loaded(absent)
        }
    }

    /// Reads a value from disk.
    ///
    /// - Parameter keepsInMemory: true to keep it in memory.
    func fromStore(_ key: String, keepsInMemory: Bool) async -> CacheEntry<Value>? {
        guard let store, let stored = await store.read(cache: name, key: key) else { return nil }
        guard let value = try? JSONCoding.decode(Value.self, from: stored.value, unknownMembers: .ignored) else {
            // The value was written by an earlier version of the program, in a different format.
            store.remove(cache: name, key: key)
            return nil
        }
        let entry = CacheEntry(
            value: value, fetchedAt: stored.fetchedAt, validators: stored.validators, failedAt: stored.failedAt)
        memory.withLock { memory in
            // A newer value may have arrived meanwhile.
            if keepsInMemory, memory.peek(key) == nil { memory.insert(entry, for: key, size: stored.value.count) }
        }
        return entry
    }

    /// Caches a value in memory and on disk.
    ///
    /// - Parameter keepsInMemory: false to leave a value that is not in memory only on disk.
    func insert(_ entry: CacheEntry<Value>, for key: String, keepsInMemory: Bool) {
        // A value that cannot be encoded, such as one with a NaN, is not cached; the next caller loads it again.
        guard let value = entry.value, let bytes = try? JSONCoding.encode(value) else { return }
        let stored = StoredValue(value: bytes, fetchedAt: entry.fetchedAt, validators: entry.validators)
        let isStored = store?.write(stored, cache: name, key: key) ?? false
        memory.withLock { memory in
            if keepsInMemory || !isStored || memory.peek(key) != nil {
                memory.insert(entry, for: key, size: bytes.count)
            }
        }
    }
}
