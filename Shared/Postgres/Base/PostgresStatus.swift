/// The database's availability as last observed.
public enum PostgresHealth: Sendable, Equatable {
    /// No attempt to connect has been made yet.
    case starting
    /// At least one connection is open.
    case available
    /// No connection is open and the last attempt failed.
    case unavailable(reason: String)
    /// `run()` has ended.
    case stopped
}

/// The client's gauges and counters, for metrics.
public struct PostgresStatistics: Sendable, Equatable {
    /// Connections that are running statements.
    public var inUse = 0
    /// Open connections without work.
    public var idle = 0
    /// Connections being made.
    public var connecting = 0
    /// Calls that wait for a connection.
    public var waiting = 0
    /// Calls accepted since the start.
    public var calls: UInt64 = 0
    /// Calls that found no idle connection and had to wait.
    public var waits: UInt64 = 0
    /// Calls rejected because the queue was full or the wait for a connection took too long.
    public var exhausted: UInt64 = 0
    /// Calls that failed because no connection could be made.
    public var unavailable: UInt64 = 0
    /// Batches that connections took from the queue; `calls / batches` is the average size.
    public var batches: UInt64 = 0
    /// Connections made since the start.
    public var connects: UInt64 = 0
    /// Attempts to connect that failed.
    public var connectFailures: UInt64 = 0
    /// Connections that ended although the client had not closed them.
    public var connectionsLost: UInt64 = 0

    /// Creates statistics with all values zero.
    public init() {}
}
