public import Values

/// A value from a third party, with its age.
public struct Cached<Value: Sendable>: Sendable {
    public var value: Value
    /// The time at which the third party supplied or last confirmed it.
    public var fetchedAt: Instant
    /// True if it is older than it should be because no newer value was available in time.
    public var isStale: Bool

    public init(_ value: Value, fetchedAt: Instant, isStale: Bool) {
        self.value = value
        self.fetchedAt = fetchedAt
        self.isStale = isStale
    }
}
