import Upstream

/// Spaces out the calls to a third party that allows only so many.
protocol CallPacer: Sendable {
    /// Waits until one call may be made.
    /// - Throws: `crowded` if the wait would be too long or the pacer cannot tell.
    func wait() async throws(UpstreamFailure)
}
