import Resilience
import Synchronization
import Values
import Wire

/// A cached value, or the cached absence of one.
struct Kept<Value: Sendable>: Sendable {
    var value: Value?
    var fetchedAt: Instant
    var validators: Validators
    /// The time of the latest failed refresh, if any.
    var failedAt: Instant?
}

/// The latest failure to load a key that has no value, and its time.
struct Refusal: Sendable {
    var failure: UpstreamFailure
    var at: Instant
}

/// A caller's request to load a key.
struct LoadPlan<Value: Codable & Sendable>: Sendable {
    var key: String
    var freshness: Freshness
    /// True if the third party must be queried even if a fresh value is cached.
    var mustAsk: Bool
    var deadline: ContinuousClock.Instant?
    var load: UpstreamCache<Value>.Load
}

/// The outcome of a load.
enum LoadOutcome<Value: Sendable>: Sendable {
    /// The third party supplied a value, or reported that there is none.
    case loaded(Kept<Value>)
    /// The third party confirmed the cached value.
    case notModified(Kept<Value>)
    /// A value was found on disk; the third party was not queried.
    case found(Kept<Value>)
    /// The third party failed; the cached value, if any, is unchanged.
    case failed(UpstreamFailure, Kept<Value>?)
}

extension UpstreamCache {
    /// Performs a load: caches its result and ends the wait of all callers.
    func fly(_ plan: LoadPlan<Value>) async {
        let outcome = await loaded(plan)
        switch outcome {
        // Neither failure says that the third party has no newer value.
        case .failed(.cancelled, _), .failed(.crowded, _): break
        case .failed(let failure, let kept):
            let now = clock.now()
            memory.withLock { $0.change(plan.key) { $0.failedAt = now } }
            remember(failure, at: now, kept, plan)
        case .loaded, .notModified, .found: refusals.withLock { $0.remove(plan.key) }
        }
        flights.end(plan.key, with: outcome)
    }

    /// Records a failure for a key that has no value, unless the third party was not queried.
    private func remember(_ failure: UpstreamFailure, at now: Instant, _ kept: Kept<Value>?, _ plan: LoadPlan<Value>) {
        if let kept, kept.value != nil, stage(of: kept, plan.key, plan.freshness) != .over { return }
        var size = 0
        switch failure {
        case .notAsked: return
        case .refused(_, let body): size = body.count
        default: break
        }
        refusals.withLock { $0.insert(Refusal(failure: failure, at: now), for: plan.key, size: size) }
    }

    private func loaded(_ plan: LoadPlan<Value>) async -> LoadOutcome<Value> {
        var kept = memory.withLock { $0.peek(plan.key) }
        if kept == nil, let stored = await fromStore(plan.key) {
            kept = stored
            let stage = plan.freshness.stage(
                fetchedAt: stored.fetchedAt, now: clock.now(),
                spread: Freshness.spread(key: plan.key, fetchedAt: stored.fetchedAt))
            if !plan.mustAsk, stage == .fresh || stage == .revalidated { return .found(stored) }
        }
        do throws(UpstreamFailure) {
            return try await asked(plan, kept: kept)
        } catch {
            return .failed(error, kept)
        }
    }

    private func asked(
        _ plan: LoadPlan<Value>, kept: Kept<Value>?
    ) async throws(UpstreamFailure) -> LoadOutcome<Value> {
        let validators = kept?.value == nil ? Validators() : kept?.validators ?? Validators()
        switch try await plan.load(validators) {
        case .value(let value, let validators):
            let fetched = Kept(value: value, fetchedAt: clock.now(), validators: validators)
            keep(fetched, for: plan.key)
            return .loaded(fetched)
        case .notModified:
            guard var kept, kept.value != nil else { throw .unreadable("unchanged, although no answer was cached") }
            kept.fetchedAt = clock.now()
            kept.failedAt = nil
            let confirmed = kept
            memory.withLock { $0.change(plan.key) { $0 = confirmed } }
            store?.confirm(cache: name, key: plan.key, at: kept.fetchedAt)
            return .notModified(kept)
        case .absent:
            let absent = Kept<Value>(value: nil, fetchedAt: clock.now(), validators: Validators())
            memory.withLock { $0.insert(absent, for: plan.key, size: 0) }
            store?.remove(cache: name, key: plan.key)
            return .loaded(absent)
        }
    }

    /// Reads a value from disk, and keeps it in memory.
    func fromStore(_ key: String) async -> Kept<Value>? {
        guard let store, let stored = await store.read(cache: name, key: key) else { return nil }
        guard let value = try? JSONCoding.decode(Value.self, from: stored.value, unknownMembers: .ignored) else {
            // The value was written by an earlier version of the program, in a different format.
            store.remove(cache: name, key: key)
            return nil
        }
        let kept = Kept(value: value, fetchedAt: stored.fetchedAt, validators: stored.validators)
        memory.withLock { memory in
            // A newer value may have arrived meanwhile.
            if memory.peek(key) == nil { memory.insert(kept, for: key, size: stored.value.count) }
        }
        return kept
    }

    /// Caches a value in memory and on disk.
    func keep(_ kept: Kept<Value>, for key: String) {
        // A value that cannot be encoded, such as one with a NaN, is not cached; the next caller loads it again.
        guard let value = kept.value, let bytes = try? JSONCoding.encode(value) else { return }
        memory.withLock { $0.insert(kept, for: key, size: bytes.count) }
        store?.write(
            StoredValue(value: bytes, fetchedAt: kept.fetchedAt, validators: kept.validators), cache: name, key: key)
    }
}
