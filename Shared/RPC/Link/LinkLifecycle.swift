import NIOCore

/// The life cycle of a link, from connecting to its end.
struct LinkLifecycle {
    enum Phase: Equatable {
        /// Connecting, handshaking, or waiting for the greeting or for the answer to the introduction.
        case opening(until: NIODeadline)
        case ready
        /// The service drains; its remaining answers are awaited.
        case draining
        case closed
    }

    enum Step: Equatable {
        case nothing
        /// Report that calls can be sent from now on.
        case becomeReady
        /// The peer is not the expected service.
        case close(ConnectionEnd)
    }

    private(set) var phase: Phase
    private var awaitsGreeting = true
    private var awaitsIntroduction: Bool

    init(until deadline: NIODeadline, introduces: Bool) {
        phase = .opening(until: deadline)
        awaitsIntroduction = introduces
    }

    /// True if a call can be sent.
    var isUsable: Bool { phase == .ready }
    var isClosed: Bool { phase == .closed }
    var isOpening: Bool { if case .opening = phase { true } else { false } }

    /// Handles `rpc.hello`.
    mutating func greeted(version: Int) -> Step {
        guard case .opening = phase, awaitsGreeting else { return .nothing }
        guard version == Greeting.version else { return .close(.protocolViolation) }
        awaitsGreeting = false
        return readyIfComplete()
    }

    /// Handles the answer to `rpc.link`.
    mutating func introduced(isAccepted: Bool) -> Step {
        guard case .opening = phase, awaitsIntroduction else { return .nothing }
        guard isAccepted else { return .close(.introduction) }
        awaitsIntroduction = false
        return readyIfComplete()
    }

    /// Handles `rpc.goaway`; returns true for the first one.
    mutating func goawayReceived() -> Bool {
        guard phase == .ready else { return false }
        phase = .draining
        return true
    }

    /// Returns true if the connection is no longer needed.
    func isDone(waiting: Int) -> Bool { phase == .draining && waiting == 0 }

    /// Returns true if the link took too long to become ready.
    func isOverdue(at now: NIODeadline) -> Bool {
        if case .opening(let until) = phase { now >= until } else { false }
    }

    /// Ends the link; returns its previous phase.
    mutating func ended() -> Phase {
        defer { phase = .closed }
        return phase
    }

    private mutating func readyIfComplete() -> Step {
        guard !awaitsGreeting, !awaitsIntroduction else { return .nothing }
        phase = .ready
        return .becomeReady
    }
}
