package import NIOCore

/// Limits the bytes that wait for a peer, and the time without progress.
package struct SlowReader: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Waiting bytes at which the peer's own bytes are left unread.
        package var pause = 256 * 1024
        /// Waiting bytes below which reading continues.
        package var resume = 64 * 1024
        /// Waiting bytes at which the connection is closed.
        package var close: Int
        /// The longest time without progress.
        package var stall: TimeAmount = .seconds(10)

        /// Clients at the edge.
        package static let client = Limits(close: 4 * 1024 * 1024)
        /// Links between processes: 1,024 calls with answers of 32 KiB.
        package static let link = Limits(close: 32 * 1024 * 1024)
    }

    package enum Action: Equatable, Sendable {
        case nothing
        case pauseReading
        case resumeReading
        case close
    }

    private let limits: Limits
    private var written: UInt64 = 0
    private var mostDrained: Int64 = 0
    private var lastProgress: NIODeadline?
    package private(set) var isPaused = false

    package init(limits: Limits) { self.limits = limits }

    /// The time at which a paused peer must be looked at again; nil while reading.
    package var nextCheck: NIODeadline? { isPaused ? lastProgress.map { $0 + limits.stall } : nil }

    /// Records bytes handed to the connection.
    package mutating func wrote(_ bytes: Int) { written &+= UInt64(max(bytes, 0)) }

    /// Judges the peer by the number of bytes that wait for it.
    ///
    /// Progress is what was written less what waits. Encryption makes what waits a little longer than what was written,
    /// which can hide a little progress but never feign any.
    package mutating func waiting(_ bytes: Int, at now: NIODeadline) -> Action {
        let drained = Int64(truncatingIfNeeded: written) - Int64(bytes)
        if bytes == 0 {
            lastProgress = nil
        } else if lastProgress == nil || drained > mostDrained {
            lastProgress = now
        }
        mostDrained = max(mostDrained, drained)
        if bytes >= limits.close { return .close }
        if let lastProgress, now >= lastProgress + limits.stall { return .close }
        if !isPaused, bytes >= limits.pause {
            isPaused = true
            return .pauseReading
        }
        if isPaused, bytes < limits.resume {
            isPaused = false
            return .resumeReading
        }
        return .nothing
    }
}
