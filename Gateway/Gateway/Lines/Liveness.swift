import NIOCore

/// The clocks of one line connection: when it is asked whether it is still there, and when it is closed.
///
/// Driven by a tick that comes about twice a second, not by timers: thousands of connections need no timer each.
struct Liveness: Sendable {
    struct Limits: Equatable, Sendable {
        /// From the first byte of a line to its last.
        var line: TimeAmount = .seconds(10)
        /// Without a call.
        var idle: TimeAmount = .minutes(10)
        /// Without a byte, until a client that knows `rpc.pong` is asked.
        var silence: TimeAmount = .seconds(30)
    }

    enum Action: Equatable, Sendable {
        case nothing
        case ping
        case close(Reason)
    }

    enum Reason: Equatable, Sendable {
        /// A line was not whole in time.
        case slowLine
        /// Nothing was called for too long.
        case idle
        /// Two pings were not answered.
        case silent
    }

    private let limits: Limits
    private var lastByte: NIODeadline
    private var lastCall: NIODeadline
    private var lineBegan: NIODeadline?
    private var lastPing: NIODeadline?
    private var unansweredPings = 0
    private var knowsPong = false

    init(limits: Limits, now: NIODeadline) {
        self.limits = limits
        lastByte = now
        lastCall = now
    }

    /// Bytes came.
    /// - Parameters:
    ///   - insideLine: whether, after them, a line has begun that is not whole.
    ///   - finishedLine: whether a line ended in them.
    mutating func received(insideLine: Bool, finishedLine: Bool, at now: NIODeadline) {
        lastByte = now
        unansweredPings = 0
        lastPing = nil
        if !insideLine {
            lineBegan = nil
        } else if lineBegan == nil || finishedLine {
            lineBegan = now
        }
    }

    /// A call came; nothing else keeps an idle connection open.
    mutating func called(at now: NIODeadline) { lastCall = now }

    /// The client said `rpc.pong`: from now on it is asked.
    mutating func ponged() { knowsPong = true }

    /// The client's bytes are read again after a pause: the time that it was not listened to is not held against it.
    mutating func resumed(at now: NIODeadline) {
        lastByte = now
        if lineBegan != nil { lineBegan = now }
    }

    /// Time went by.
    /// - Parameters:
    ///   - isBusy: whether calls are in flight; then the connection is not idle.
    ///   - isReading: false while the client's bytes are left unread; then nothing is expected of it.
    mutating func tick(isBusy: Bool, isReading: Bool, at now: NIODeadline) -> Action {
        if isBusy { lastCall = max(lastCall, now) }
        if now >= lastCall + limits.idle { return .close(.idle) }
        guard isReading else { return .nothing }
        if let lineBegan, now >= lineBegan + limits.line { return .close(.slowLine) }
        guard knowsPong, now >= (lastPing ?? lastByte) + limits.silence else { return .nothing }
        if unansweredPings >= 2 { return .close(.silent) }
        unansweredPings += 1
        lastPing = now
        return .ping
    }
}
