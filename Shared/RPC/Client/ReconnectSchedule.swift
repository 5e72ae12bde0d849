import NIOCore
import Resilience

/// Decides for each call whether to send it, to connect first, or to fail at once after a failed connect.
struct ReconnectSchedule {
    enum Decision: Equatable {
        case send
        /// There is no connection: open one, and hold the call until it is ready.
        case connect
        /// A connection is being opened: hold the call until it is ready.
        case wait
        /// Connecting has just failed; the next attempt is allowed after this delay.
        case fail(retryAfter: TimeAmount)
    }

    private enum Phase {
        case idle
        case connecting
        case connected
        case resting(until: NIODeadline)
    }

    private var backoff: Backoff
    private var phase = Phase.idle

    init(_ backoff: Backoff) { self.backoff = backoff }

    mutating func callSubmitted(at now: NIODeadline) -> Decision {
        switch phase {
        case .connected: return .send
        case .connecting: return .wait
        case .resting(let until) where now < until: return .fail(retryAfter: until - now)
        case .idle, .resting:
            phase = .connecting
            return .connect
        }
    }

    mutating func connected() {
        phase = .connected
        backoff.reset()
    }

    /// Records a failed attempt; the pause doubles each time.
    ///
    /// - Parameter jitter: 0…1, shortens the pause by up to a half, so that many clients do not return at once.
    /// - Returns: the pause before the next attempt.
    mutating func failed(at now: NIODeadline, jitter: Double) -> TimeAmount {
        let rest = TimeAmount(backoff.failed(random: jitter))
        phase = .resting(until: now + rest)
        return rest
    }

    /// Records that the connection has ended or is no longer used.
    mutating func disconnected() {
        if case .connected = phase { phase = .idle }
    }
}
