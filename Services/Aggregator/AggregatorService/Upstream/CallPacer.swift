import Upstream

/// Who may ask next, where only so many may ask in a while.
protocol Turns: Sendable {
    /// Waits until it is the caller's turn to ask once.
    /// - Throws: `crowded` where that would take too long, or nobody can say whose turn it is.
    func take() async throws(UpstreamFailure)
}
