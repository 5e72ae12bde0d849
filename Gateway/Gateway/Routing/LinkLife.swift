import NIOCore

/// The life of one loop's link to one replica: dialled, up, lost, dialled again, until the replica's address is gone.
struct LinkLife: Sendable {
    enum Phase: Equatable, Sendable {
        /// Waiting for the next attempt.
        case down
        case dialling
        case up(since: NIODeadline)
        /// The address is no replica's any more; calls in flight are let finish.
        case leaving
        case ended
    }

    enum Action: Equatable, Sendable {
        case nothing
        case dial
        /// Dial after a while, unless ended by then.
        case dialLater(TimeAmount)
        /// Close the link as soon as nothing is in flight on it.
        case closeWhenIdle
        /// Close the link at once.
        case close
    }

    private(set) var phase = Phase.down
    private var backoff: ReconnectBackoff
    /// A link that held shorter than this does not make the waits short again.
    private let settlingTime: TimeAmount = .seconds(1)

    init(backoff: ReconnectBackoff = ReconnectBackoff()) { self.backoff = backoff }

    /// It is time to dial: at the beginning, and after a wait.
    mutating func due() -> Action {
        guard phase == .down else { return .nothing }
        phase = .dialling
        return .dial
    }

    /// The replica took the connection.
    mutating func connected(at now: NIODeadline) -> Action {
        guard phase == .dialling else { return .close }
        phase = .up(since: now)
        return .nothing
    }

    /// The replica did not take the connection.
    mutating func refused(using generator: inout some RandomNumberGenerator) -> Action {
        guard phase == .dialling else { return .nothing }
        phase = .down
        return .dialLater(backoff.delay(using: &generator))
    }

    /// The connection is gone.
    mutating func lost(at now: NIODeadline, using generator: inout some RandomNumberGenerator) -> Action {
        switch phase {
        case .up(let since):
            if now >= since + settlingTime { backoff.reset() }
            phase = .down
            return .dialLater(backoff.delay(using: &generator))
        case .leaving:
            phase = .ended
            return .nothing
        case .down, .dialling, .ended:
            return .nothing
        }
    }

    /// The address does not belong to a replica any more.
    mutating func retired() -> Action {
        switch phase {
        case .up:
            phase = .leaving
            return .closeWhenIdle
        case .down, .dialling:
            phase = .ended
            return .nothing
        case .leaving, .ended:
            return .nothing
        }
    }
}
