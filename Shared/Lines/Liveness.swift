package import NIOCore

/// The timeouts of one line connection: decides when to ping the peer and when to close the connection.
///
/// It has no timer: the owner calls ``tick(isBusy:isReading:at:)`` at regular intervals, or at the time returned by
/// ``next(isBusy:isReading:)``.
package struct Liveness: Sendable {
    package struct Limits: Equatable, Sendable {
        /// The time limit for a line, from its first byte to its last.
        package var line: TimeAmount
        /// The longest time without a call; `nil` to keep idle connections.
        package var idle: TimeAmount?
        /// The silence before a ping while no calls are in flight.
        package var silence: TimeAmount
        /// The silence before a ping while calls are in flight.
        package var busySilence: TimeAmount
        /// The number of unanswered pings after which the connection is closed.
        package var missedPings = 2
        /// The same while calls are in flight; `nil` for ``missedPings``.
        package var missedPingsWhenBusy: Int?

        package init(line: TimeAmount, idle: TimeAmount? = nil, silence: TimeAmount, busySilence: TimeAmount) {
            self.line = line
            self.idle = idle
            self.silence = silence
            self.busySilence = busySilence
        }

        /// The limits for clients at the edge.
        package static let client = Limits(
            line: .seconds(10), idle: .minutes(10), silence: .seconds(30), busySilence: .seconds(30))
        /// The limits for links between processes.
        package static let link = Limits(line: .seconds(10), silence: .seconds(30), busySilence: .seconds(5))
    }

    package enum Action: Equatable, Sendable {
        case nothing
        case ping
        case close(Reason)
    }

    package enum Reason: Equatable, Sendable {
        /// A line took too long to arrive.
        case slowLine
        /// There was no call for too long.
        case idle
        /// Too many pings went unanswered.
        case silent
    }

    /// The delay of a tick from which on silence is counted again from zero.
    private static let tolerableDelay = TimeAmount.milliseconds(100)

    private var limits: Limits
    /// The time of the last byte received or ping sent.
    private var quietSince: NIODeadline
    private var lastCall: NIODeadline
    /// The arrival of the first byte of the line that is arriving, if one is.
    package private(set) var lineBegan: NIODeadline?
    private var unansweredPings = 0
    private var isPinging: Bool

    /// Creates the state of a new connection.
    ///
    /// - Parameter pings: true if the peer is known to answer pings; otherwise see ``ponged()``.
    package init(limits: Limits, pings: Bool, now: NIODeadline) {
        self.limits = limits
        isPinging = pings
        quietSince = now
        lastCall = now
    }

    /// True once a ping has gone unanswered for the time after which the next one is due.
    package var isSilent: Bool { unansweredPings > 1 }

    /// Records received bytes.
    ///
    /// - Parameters:
    ///   - insideLine: true if they end inside a line.
    ///   - finishedLine: true if a line ended in them.
    package mutating func received(insideLine: Bool, finishedLine: Bool, at now: NIODeadline) {
        quietSince = now
        unansweredPings = 0
        if !insideLine {
            lineBegan = nil
        } else if lineBegan == nil || finishedLine {
            lineBegan = now
        }
    }

    /// Records a call, which alone keeps an idle connection open.
    package mutating func called(at now: NIODeadline) { lastCall = now }

    /// Keeps the connection from now on, however long there is no call.
    package mutating func keep() { limits.idle = nil }

    /// Records an `rpc.pong`; from then on the peer is pinged.
    package mutating func ponged() { isPinging = true }

    /// Records that reading continues after a pause, which does not count against the peer.
    package mutating func resumed(at now: NIODeadline) {
        quietSince = now
        if lineBegan != nil { lineBegan = now }
    }

    /// Records the delay of a tick, which is to be called next: a process that waits for the processor itself must not
    /// blame the peer for its silence.
    package mutating func ticked(due: NIODeadline, at now: NIODeadline) {
        if now - due > Self.tolerableDelay { quietSince = now }
    }

    /// Returns the action that is due.
    ///
    /// - Parameters:
    ///   - isBusy: true if calls are in flight; the connection is then not idle.
    ///   - isReading: false while the peer's bytes are left unread; nothing is expected of the peer then.
    package mutating func tick(isBusy: Bool, isReading: Bool, at now: NIODeadline) -> Action {
        if isBusy { lastCall = max(lastCall, now) }
        if let idle = limits.idle, now >= lastCall + idle { return .close(.idle) }
        guard isReading else { return .nothing }
        if let lineBegan, now >= lineBegan + limits.line { return .close(.slowLine) }
        guard isPinging, now >= quietSince + silence(isBusy) else { return .nothing }
        let allowed = isBusy ? limits.missedPingsWhenBusy ?? limits.missedPings : limits.missedPings
        guard unansweredPings < allowed else { return .close(.silent) }
        unansweredPings += 1
        quietSince = now
        return .ping
    }

    /// Returns the time of the next tick that can have an effect; the distant future if there is none.
    package func next(isBusy: Bool, isReading: Bool) -> NIODeadline {
        var next = NIODeadline.distantFuture
        if let idle = limits.idle, !isBusy { next = lastCall + idle }
        guard isReading else { return next }
        if let lineBegan { next = min(next, lineBegan + limits.line) }
        if isPinging { next = min(next, quietSince + silence(isBusy)) }
        return next
    }

    private func silence(_ isBusy: Bool) -> TimeAmount { isBusy ? limits.busySilence : limits.silence }
}
