import NIOCore

/// What a link goes through, from connecting to its end.
struct LinkLifecycle {
    enum Phase: Equatable {
        /// Connecting, shaking hands, waiting for the greeting and for the answer to the introduction.
        case opening(until: NIODeadline)
        case ready
        /// The service said goodbye: what is in flight is waited for.
        case leaving
        case closed
    }

    enum Step: Equatable {
        case nothing
        /// Calls can be sent from now on.
        case becomeReady
        /// The peer is not whom we are looking for.
        case close(ConnectionEnd)
    }

    private(set) var phase: Phase
    private var awaitsGreeting = true
    private var awaitsIntroduction: Bool

    init(until deadline: NIODeadline, introduces: Bool) {
        phase = .opening(until: deadline)
        awaitsIntroduction = introduces
    }

    /// Whether a call can be sent.
    var isUsable: Bool { phase == .ready }
    var isClosed: Bool { phase == .closed }
    var isOpening: Bool { if case .opening = phase { true } else { false } }

    /// `rpc.hello` has come.
    mutating func greeted(version: Int) -> Step {
        guard case .opening = phase, awaitsGreeting else { return .nothing }
        guard version == Greeting.version else { return .close(.protocolViolation) }
        awaitsGreeting = false
        return readyIfComplete()
    }

    /// `rpc.link` was answered.
    mutating func introduced(isAccepted: Bool) -> Step {
        guard case .opening = phase, awaitsIntroduction else { return .nothing }
        guard isAccepted else { return .close(.introduction) }
        awaitsIntroduction = false
        return readyIfComplete()
    }

    /// `rpc.goaway` has come; `true` if that is news.
    mutating func goodbye() -> Bool {
        guard phase == .ready else { return false }
        phase = .leaving
        return true
    }

    /// Whether nothing keeps the connection any more.
    func isDone(waiting: Int) -> Bool { phase == .leaving && waiting == 0 }

    /// Whether it has taken too long to become ready.
    func isOverdue(at now: NIODeadline) -> Bool {
        if case .opening(let until) = phase { now >= until } else { false }
    }

    /// The connection is gone; what it was before.
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
