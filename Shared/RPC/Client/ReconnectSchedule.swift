import NIOCore
import Resilience

/// Decides, when a call comes, whether to send it, to connect first, or to fail at once because connecting has just failed.
struct ReconnectSchedule {
    enum Decision: Equatable {
        case send
        /// There is no connection: make one, and keep the call until then.
        case connect
        /// One is being made.
        case wait
        /// Connecting failed a moment ago; the next attempt is allowed after so long.
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

    mutating func callCame(at now: NIODeadline) -> Decision {
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

    /// The attempt failed; the rest doubles each time.
    /// - Parameter jitter: 0…1, shortens the rest by up to a half, so that many clients do not come back at once.
    /// - Returns: how long to rest.
    mutating func failed(at now: NIODeadline, jitter: Double) -> TimeAmount {
        let rest = TimeAmount(backoff.failed(random: jitter))
        phase = .resting(until: now + rest)
        return rest
    }

    /// The connection ended, or is not to be used any more.
    mutating func disconnected() {
        if case .connected = phase { phase = .idle }
    }
}
