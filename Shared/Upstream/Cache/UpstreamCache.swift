public import Contracts

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
public final class UpstreamCache<Value: Codable & Sendable>: Sendable {
    /// Asks the third party; given the validators of what is kept, to ask only for what is new.
    public typealias Load = @Sendable (Validators) async throws(UpstreamFailure) -> Loaded<Value>

    private let clock: UpstreamClock

    init(name: String, freshness: Freshness, memoryBytes: Int, clock: UpstreamClock) {
        self.clock = clock
    }

    /// The value for a key, kept or asked for; `nil` if there is no such thing.
    ///
    /// However many ask for a key, it is loaded once at a time; a caller that gives up does not end the load for the
    /// others. What is fresh is given at once; what is a little older is given at once and asked for again behind it;
    /// what is older still is given, marked as stale, where asking fails or takes longer than the caller waits.
    /// - Parameters:
    ///   - freshness: how long what is kept may be given, if not as long as for the others of this cache.
    ///   - refresh: asks whatever is kept, and throws where that fails though there is something old to give.
    ///   - deadline: when the caller stops waiting; the load goes on for those who come after.
    /// - Throws: ``UpstreamFailure`` if there is nothing to give.
    public func value(
        for key: String, freshness: Freshness? = nil, refresh: Bool = false, deadline: ContinuousClock.Instant? = nil,
        load: @escaping Load
    ) async throws(UpstreamFailure) -> Cached<Value>? {
        switch try await load(Validators()) {
        case .value(let value, _): Cached(value, fetchedAt: clock.now(), isStale: false)
        case .notModified, .absent: nil
        }
    }

    /// What is kept for a key, however old, without asking anybody; stale if it is not fresh any more.
    public func peek(_ key: String) async -> Cached<Value>? { nil }

    /// Keeps a value that came by another way.
    public func put(_ value: Value, for key: String, fetchedAt: Instant, validators: Validators = Validators()) async {}

    /// Forgets a value.
    public func remove(_ key: String) async {}
}
