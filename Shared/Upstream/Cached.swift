public import Contracts

/// A value from a third party, and how old it is.
public struct Cached<Value: Sendable>: Sendable {
    public var value: Value
    /// When the third party gave it.
    public var fetchedAt: Instant
    /// Whether it is older than it should be, because nothing newer was to be had in time.
    public var isStale: Bool

    public init(_ value: Value, fetchedAt: Instant, isStale: Bool) {
        self.value = value
        self.fetchedAt = fetchedAt
        self.isStale = isStale
    }
}

/// How long what a third party gave may be given on.
public struct Freshness: Sendable {
    /// Given without asking again.
    public var fresh: Duration
    /// Given at once, and asked for again behind it; counted from the fetch.
    public var revalidate: Duration
    /// Given, marked as stale, where asking again failed; counted from the fetch.
    public var ifError: Duration
    /// How long it is believed that there is no such thing.
    public var absent: Duration

    public init(fresh: Duration, revalidate: Duration, ifError: Duration, absent: Duration) {
        self.fresh = fresh
        self.revalidate = revalidate
        self.ifError = ifError
        self.absent = absent
    }
}
