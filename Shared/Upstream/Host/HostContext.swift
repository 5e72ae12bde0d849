import Logging
import ServiceRuntime

/// The dependencies that all third parties of a process share.
struct HostContext: Sendable {
    /// The `User-Agent` header.
    var userAgent: String
    var transport: UpstreamTransport
    var metrics: Metrics
    var logger: Logger
    var clock: UpstreamClock = .system
    /// Returns the factor by which a retry's pause differs from its mean: 0.5…1.5.
    var jitter: @Sendable () -> Double = { .random(in: 0.5...1.5) }
}
