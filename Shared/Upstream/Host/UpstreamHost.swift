public import Logging
public import ServiceRuntime

/// One third party: what is asked of it, how often, and how long it is waited for.
///
/// Every call is bounded in time and in bytes. What cannot be had is told by ``UpstreamFailure``, in words that hold
/// neither an address nor a key.
public final class UpstreamHost: Sendable {
    /// What metrics and the log call it, such as `open-meteo`.
    public let name: String

    /// A third party at an address.
    /// - Parameters:
    ///   - base: `https://…`, and `http://…` on loopback only; with a path if all its paths begin with one.
    /// - Throws: ``UpstreamAddressFault`` if calls must not go to that address.
    public init(
        name: String, base: String, policy: HostPolicy, userAgent: String, transport: UpstreamTransport,
        metrics: Metrics, logger: Logger, clock: UpstreamClock = .system
    ) throws(UpstreamAddressFault) {
        self.name = name
    }

    /// Asks, and tries again where that may help.
    /// - Parameter deadline: when the caller stops waiting, if before the policy's own time is over.
    public func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> UpstreamAnswer {
        throw .unreachable("is not called yet")
    }
}
