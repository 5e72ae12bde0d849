import NIOCore

/// Watches how much a client has not read yet of what it was sent.
struct SlowReader: Sendable {
    struct Limits: Equatable, Sendable {
        /// Waiting bytes from which the client's own bytes are not read any more.
        var pause = 256 * 1024
        /// Waiting bytes below which they are read again.
        var resume = 64 * 1024
        /// Waiting bytes from which the connection is closed.
        var close = 4 * 1024 * 1024
        /// How long the waiting bytes may stay without becoming fewer.
        var stall: TimeAmount = .seconds(10)
    }

    enum Action: Equatable, Sendable {
        case nothing
        case pauseReading
        case resumeReading
        case close
    }

    private let limits: Limits
    private var written: UInt64 = 0
    private var mostDrained: Int64 = 0
    private var lastProgress: NIODeadline?
    private(set) var isPaused = false

    init(limits: Limits) { self.limits = limits }

    /// Bytes were handed to the connection.
    mutating func wrote(_ bytes: Int) { written &+= UInt64(max(bytes, 0)) }

    /// So many bytes wait to be taken by the client's side.
    ///
    /// Progress is what was written less what waits; encryption makes what waits a little longer than what was written, which
    /// can hide a little progress but never feign any.
    mutating func waiting(_ bytes: Int, at now: NIODeadline) -> Action {
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
