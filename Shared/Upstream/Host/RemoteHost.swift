/// A third party's host: an ``UpstreamHost``, or a stand-in for tests.
public protocol RemoteHost: Sendable {
    /// Sends a request.
    ///
    /// - Parameter deadline: the caller's deadline.
    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer
}

extension UpstreamHost: RemoteHost {}
