import ServiceRuntime

/// The parts that all caches of a process share.
struct CacheContext: Sendable {
    /// The values on disk, if any are kept there.
    var store: CacheStore?
    var loads: LoadRunner
    var metrics: Metrics
    var clock: UpstreamClock
}
