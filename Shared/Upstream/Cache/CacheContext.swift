import ServiceRuntime

/// The dependencies that all caches of a process share.
struct CacheContext: Sendable {
    /// The store of values on disk, if there is one.
    var store: CacheStore?
    var loads: LoadRunner
    var metrics: Metrics
    var clock: UpstreamClock
}
