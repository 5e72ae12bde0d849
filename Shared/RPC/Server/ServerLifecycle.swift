import NIOCore

/// The life cycle of a server's connection, from the handshake to its end, and the identity of its peer.
struct ServerLifecycle {
    enum Phase: Equatable {
        /// TLS is being negotiated.
        case handshaking(until: NIODeadline)
        case open
        /// The drain was announced, or the peer closed its side; calls that were on their way are still served.
        case draining(rejectsFrom: NIODeadline, until: NIODeadline)
        /// The last bytes are being sent; input is dropped.
        case closing(until: NIODeadline)
        case closed
    }

    enum Due: Equatable {
        case nothing
        /// Close at once.
        case close(ConnectionEnd)
        /// All calls are answered: close cleanly.
        case finish
        /// The drain timed out: answer unfinished calls, then close.
        case cutOff
    }

    struct Times {
        var handshake: TimeAmount
        var goawayGrace: TimeAmount
        var drain: TimeAmount
        /// The time for a connection to close cleanly.
        var close: TimeAmount
    }

    private let times: Times
    private(set) var phase: Phase
    private(set) var peer: LinkIdentity = .anonymous
    private var hasReadLine = false

    init(times: Times, expectsHandshake: Bool, at now: NIODeadline) {
        self.times = times
        phase = expectsHandshake ? .handshaking(until: now + times.handshake) : .open
    }

    /// True if the peer's lines are processed.
    var isReading: Bool {
        switch phase {
        case .open, .draining: true
        case .handshaking, .closing, .closed: false
        }
    }

    /// Ends the handshake; returns `false` if the certificate names no process and the connection must be closed.
    mutating func handshakeEnded(process: String?) -> Bool {
        guard case .handshaking = phase, let process else { return false }
        phase = .open
        peer = .process(process)
        return true
    }

    /// Records a line; returns true if it is the first.
    mutating func lineReceived() -> Bool {
        defer { hasReadLine = true }
        return !hasReadLine
    }

    /// Records that the peer's first line proved it to be a Vokol process.
    mutating func introduced(_ process: String) {
        peer = .process(process)
    }

    /// Returns true if a new call may be accepted.
    func admitsCall(at now: NIODeadline) -> Bool {
        switch phase {
        case .open: true
        case .draining(let rejectsFrom, _): now < rejectsFrom
        case .handshaking, .closing, .closed: false
        }
    }

    /// Starts the drain; returns true if it must be announced to the peer.
    mutating func drain(at now: NIODeadline) -> Bool {
        guard case .open = phase else { return false }
        phase = .draining(rejectsFrom: now + min(times.goawayGrace, times.drain), until: now + times.drain)
        return true
    }

    /// Records that the peer closed its side; unanswered calls are still answered.
    mutating func peerFinished(at now: NIODeadline) {
        switch phase {
        case .open: phase = .draining(rejectsFrom: now, until: now + times.drain)
        case .draining(_, let until): phase = .draining(rejectsFrom: now, until: until)
        case .handshaking, .closing, .closed: break
        }
    }

    /// Starts to close; returns `false` if closing has already started.
    mutating func close(at now: NIODeadline) -> Bool {
        switch phase {
        case .closing, .closed: return false
        case .handshaking, .open, .draining:
            phase = .closing(until: now + times.close)
            return true
        }
    }

    /// Records that the connection has ended.
    mutating func ended() { phase = .closed }

    /// Returns the action that is due, given the number of unanswered calls.
    func due(at now: NIODeadline, waiting: Int) -> Due {
        switch phase {
        case .handshaking(let until): now >= until ? .close(.handshake) : .nothing
        case .open, .closed: .nothing
        case .draining(let rejectsFrom, let until):
            if waiting == 0 && now >= rejectsFrom { .finish } else if now >= until { .cutOff } else { .nothing }
        case .closing(let until): now >= until ? .close(.local) : .nothing
        }
    }

    /// Returns the time of the next call to ``due(at:waiting:)``; `nil` if none is needed.
    func nextCheck(at now: NIODeadline, waiting: Int) -> NIODeadline? {
        switch phase {
        case .handshaking(let until), .closing(let until): until
        case .open, .closed: nil
        case .draining(let rejectsFrom, let until):
            if now < rejectsFrom { rejectsFrom } else if waiting == 0 { now } else { until }
        }
    }
}
