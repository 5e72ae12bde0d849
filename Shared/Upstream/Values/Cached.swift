public import Contracts

/// A value from a third party, and how old it is.
public struct Cached<Value: Sendable>: Sendable {
    public var value: Value
    /// When the third party gave it, or last said that it is still so.
    public var fetchedAt: Instant
    /// Whether it is older than it should be, because nothing newer was to be had in time.
    public var isStale: Bool

    public init(_ value: Value, fetchedAt: Instant, isStale: Bool) {
        self.value = value
        self.fetchedAt = fetchedAt
        self.isStale = isStale
    }
}
