import NIOCore
import Resilience

/// The life of one loop's link to one replica: dialled, up, lost, dialled again, until the replica's address is gone.
struct LinkLife: Sendable {
    enum State: Equatable, Sendable {
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

    private(set) var state = State.down
    private var backoff: Backoff
    /// A link that held shorter than this does not make the waits short again.
    private let settlingTime: TimeAmount = .seconds(1)

    init(backoff: Backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))) { self.backoff = backoff }

    /// It is time to dial: at the beginning, and after a wait.
    mutating func due() -> Action {
        guard state == .down else { return .nothing }
        state = .dialling
        return .dial
    }

    /// The replica took the connection.
    mutating func connected(at now: NIODeadline) -> Action {
        guard state == .dialling else { return .close }
        state = .up(since: now)
        return .nothing
    }

    /// The replica did not take the connection.
    mutating func refused(using generator: inout some RandomNumberGenerator) -> Action {
        guard state == .dialling else { return .nothing }
        state = .down
        return .dialLater(wait(using: &generator))
    }

    /// The connection is gone.
    mutating func lost(at now: NIODeadline, using generator: inout some RandomNumberGenerator) -> Action {
        switch state {
        case .up(let since):
            if now >= since + settlingTime { backoff.reset() }
            state = .down
            return .dialLater(wait(using: &generator))
        case .leaving:
            state = .ended
            return .nothing
        case .down, .dialling, .ended:
            return .nothing
        }
    }

    /// The address does not belong to a replica any more.
    mutating func retired() -> Action {
        switch state {
        case .up:
            state = .leaving
            return .closeWhenIdle
        case .down, .dialling:
            state = .ended
            return .nothing
        case .leaving, .ended:
            return .nothing
        }
    }

    private mutating func wait(using generator: inout some RandomNumberGenerator) -> TimeAmount {
        TimeAmount(backoff.failed(random: Double.random(in: 0...1, using: &generator)))
    }
}
