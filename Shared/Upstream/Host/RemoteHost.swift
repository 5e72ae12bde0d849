/// A third party's host: an ``UpstreamHost``, or a stand-in for tests.
public protocol RemoteHost: Sendable {
    /// Sends a request.
    ///
    /// - Parameter deadline: the caller's deadline.
    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer

    /// Counts a request that its client did not send because of a pause, like those that the host itself holds back.
    func countPausedRequest()
}

extension RemoteHost {
    /// Does nothing: a stand-in has no metrics.
    public func countPausedRequest() {}
}

extension UpstreamHost: RemoteHost {}
