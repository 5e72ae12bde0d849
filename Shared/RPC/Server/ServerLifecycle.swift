import NIOCore

/// What a connection to the server goes through, from its handshake to its end, and who is at its other end.
struct ServerLifecycle {
    enum Phase: Equatable {
        /// TLS is being negotiated.
        case handshaking(until: NIODeadline)
        case open
        /// The peer was told to go, or says no more itself; calls that crossed the message are still served for a while.
        case draining(refusesFrom: NIODeadline, until: NIODeadline)
        /// The last bytes are on their way; what comes in is dropped.
        case closing(until: NIODeadline)
        case closed
    }

    enum Due: Equatable {
        case nothing
        /// Close at once.
        case close(ConnectionEnd)
        /// Everything is answered: close in good order.
        case finish
        /// The drain has taken too long: answer what waits, then close.
        case cutOff
    }

    struct Times {
        var handshake: TimeAmount
        var goawayGrace: TimeAmount
        var drain: TimeAmount
        /// How long a connection may take to close in good order.
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

    /// Whether lines of the peer mean anything.
    var isReading: Bool {
        switch phase {
        case .open, .draining: true
        case .handshaking, .closing, .closed: false
        }
    }

    /// The handshake is over; `false` if the certificate names no process, and the connection must be closed.
    mutating func handshakeEnded(process: String?) -> Bool {
        guard case .handshaking = phase, let process else { return false }
        phase = .open
        peer = .process(process)
        return true
    }

    /// A line has come; `true` if it is the first.
    mutating func lineCame() -> Bool {
        defer { hasReadLine = true }
        return !hasReadLine
    }

    /// The peer proved on its first line that it is one of ours.
    mutating func introduced(_ process: String) {
        peer = .process(process)
    }

    /// Whether a new call is served.
    func admitsCall(at now: NIODeadline) -> Bool {
        switch phase {
        case .open: true
        case .draining(let refusesFrom, _): now < refusesFrom
        case .handshaking, .closing, .closed: false
        }
    }

    /// The server shuts down; `true` if the peer is to be told.
    mutating func drain(at now: NIODeadline) -> Bool {
        guard case .open = phase else { return false }
        phase = .draining(refusesFrom: now + min(times.goawayGrace, times.drain), until: now + times.drain)
        return true
    }

    /// The peer says no more; what waits is answered still.
    mutating func peerFinished(at now: NIODeadline) {
        switch phase {
        case .open: phase = .draining(refusesFrom: now, until: now + times.drain)
        case .draining(_, let until): phase = .draining(refusesFrom: now, until: until)
        case .handshaking, .closing, .closed: break
        }
    }

    /// This side ends the connection; `false` if it does so already.
    mutating func close(at now: NIODeadline) -> Bool {
        switch phase {
        case .closing, .closed: return false
        case .handshaking, .open, .draining:
            phase = .closing(until: now + times.close)
            return true
        }
    }

    /// The connection is gone.
    mutating func ended() { phase = .closed }

    /// What time has brought, with so many calls waiting for their answer.
    func due(at now: NIODeadline, waiting: Int) -> Due {
        switch phase {
        case .handshaking(let until): now >= until ? .close(.handshake) : .nothing
        case .open, .closed: .nothing
        case .draining(let refusesFrom, let until):
            if waiting == 0 && now >= refusesFrom { .finish } else if now >= until { .cutOff } else { .nothing }
        case .closing(let until): now >= until ? .close(.local) : .nothing
        }
    }

    /// When ``due(at:waiting:)`` must be asked next.
    func nextCheck(at now: NIODeadline, waiting: Int) -> NIODeadline? {
        switch phase {
        case .handshaking(let until), .closing(let until): until
        case .open, .closed: nil
        case .draining(let refusesFrom, let until):
            if now < refusesFrom { refusesFrom } else if waiting == 0 { now } else { until }
        }
    }
}
