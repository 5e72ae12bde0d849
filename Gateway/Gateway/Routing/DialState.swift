import NIOCore
import Resilience

/// The life cycle of one event loop's link to one replica: dialled, up, lost, dialled again, until the address is
/// retired.
struct DialState: Sendable {
    enum Phase: Equatable, Sendable {
        /// Waiting for the next attempt.
        case down
        case dialling
        case up(since: NIODeadline)
        /// The address is retired; calls in flight may finish.
        case draining
        case ended
    }

    enum Action: Equatable, Sendable {
        case nothing
        case dial
        /// Dial after a delay, unless the address is retired by then.
        case dialLater(TimeAmount)
        /// Close the link once no call is in flight.
        case closeWhenIdle
        /// Close the link at once.
        case close
    }

    private(set) var phase = Phase.down
    private var backoff: Backoff
    /// The minimum duration of a link that resets the back-off.
    private let settlingTime: TimeAmount = .seconds(1)

    init(backoff: Backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))) { self.backoff = backoff }

    /// Handles the start, or the end of a delay: dials if the link is down.
    mutating func due() -> Action {
        guard phase == .down else { return .nothing }
        phase = .dialling
        return .dial
    }

    /// Handles a new connection.
    mutating func connected(at now: NIODeadline) -> Action {
        guard phase == .dialling else { return .close }
        phase = .up(since: now)
        return .nothing
    }

    /// Handles a failed attempt to connect.
    mutating func refused(using generator: inout some RandomNumberGenerator) -> Action {
        guard phase == .dialling else { return .nothing }
        phase = .down
        return .dialLater(wait(using: &generator))
    }

    /// Handles the loss of the connection.
    mutating func lost(at now: NIODeadline, using generator: inout some RandomNumberGenerator) -> Action {
        switch phase {
        case .up(let since):
            if now >= since + settlingTime { backoff.reset() }
            phase = .down
            return .dialLater(wait(using: &generator))
        case .draining:
            phase = .ended
            return .nothing
        case .down, .dialling, .ended:
            return .nothing
        }
    }

    /// Handles the retirement of the address.
    mutating func retired() -> Action {
        switch phase {
        case .up:
            phase = .draining
            return .closeWhenIdle
        case .down, .dialling:
            phase = .ended
            return .nothing
        case .draining, .ended:
            return .nothing
        }
    }

    private mutating func wait(using generator: inout some RandomNumberGenerator) -> TimeAmount {
        TimeAmount(backoff.failed(random: Double.random(in: 0...1, using: &generator)))
    }
}
