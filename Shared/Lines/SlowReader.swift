package import NIOCore

/// Limits the number of bytes that wait for a peer, and the time in which the peer reads none of them.
package struct SlowReader: Sendable {
    package struct Limits: Hashable, Sendable {
        /// The number of waiting bytes from which the peer's own bytes are left unread.
        package var pause = 256 * 1024
        /// The number of waiting bytes below which reading resumes.
        package var resume = 64 * 1024
        /// The number of waiting bytes from which the connection is closed.
        package var close: Int
        /// The longest time in which the peer may read nothing.
        package var stall: TimeAmount = .seconds(10)

        /// The limits for clients at the edge.
        package static let client = Limits(close: 4 * 1024 * 1024)
        /// The limits for links between processes: 1,024 calls with answers of 32 KiB.
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

    /// The time at which a paused peer must be checked again; `nil` while reading.
    package var nextCheck: NIODeadline? { isPaused ? lastProgress.map { $0 + limits.stall } : nil }

    /// Records bytes that were passed to the connection.
    package mutating func wrote(_ bytes: Int) { written &+= UInt64(max(bytes, 0)) }

    /// Decides what to do about the peer, given the number of bytes that wait for it.
    ///
    /// Progress is the number of bytes written less those waiting. Encryption makes the waiting bytes slightly longer
    /// than the written ones, which can hide a little progress but never simulate it.
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
