import Upstream

/// Spaces out the calls to a third party with a strict rate limit.
protocol CallPacer: Sendable {
    /// Waits until one call may be made.
    ///
    /// - Throws: `localLimit` if the wait would be too long or cannot be determined.
    func wait() async throws(UpstreamFailure)
}
