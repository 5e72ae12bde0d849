import Lines
import NIOCore

/// Counts what costs the gateway work without being a request, and tells when a connection has to end for it.
struct HTTP2Floods: Sendable {
    private var resets: Strikes
    private var controls: Strikes
    private var updates: Int

    init(limits: EdgeLimits.HTTP2) {
        resets = Strikes(limit: limits.resets, window: limits.resetWindow)
        controls = Strikes(limit: limits.controlFrames, window: limits.controlWindow)
        updates = limits.windowUpdates
    }

    /// The maximum number of window updates that a client can save up.
    private static let maximumUpdates = 1 << 20

    /// Counts a stream that ended before its answer, by either side; returns true at the limit.
    mutating func countReset(at now: NIODeadline) -> Bool { resets.strike(at: now) }

    /// Counts a frame that belongs to no request; returns true at the limit.
    mutating func countControl(at now: NIODeadline) -> Bool { controls.strike(at: now) }

    /// Allows window updates for a request or a frame of data.
    mutating func allowUpdates() { updates = min(updates + 4, Self.maximumUpdates) }

    /// Counts a window update; returns true at the limit.
    mutating func countUpdate(at now: NIODeadline) -> Bool {
        guard updates > 0 else { return countControl(at: now) }
        updates -= 1
        return false
    }
}
