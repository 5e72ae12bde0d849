import NIOCore

/// The time limits of one HTTP connection: for a head, for a body and between two requests.
struct HTTPClocks: Sendable {
    enum Action: Equatable, Sendable {
        case nothing
        case close(EdgeMetrics.Ending)
    }

    private enum Phase: Equatable, Sendable {
        case idle(since: NIODeadline)
        case head(since: NIODeadline)
        case body(since: NIODeadline, bytes: Int)
        /// The request is complete; the method's own time limit applies.
        case answering
    }

    private let limits: EdgeLimits.HTTP
    private var phase: Phase
    /// The arrival of the request's first byte, until the request is complete.
    private(set) var receivingSince: NIODeadline?

    init(limits: EdgeLimits.HTTP, now: NIODeadline) {
        self.limits = limits
        phase = .idle(since: now)
    }

    /// Records that a part of a head has arrived.
    mutating func headIncomplete(at now: NIODeadline) {
        guard case .idle = phase else { return }
        phase = .head(since: now)
        receivingSince = now
    }

    /// Records that the head is complete and the body may still be arriving.
    mutating func bodyBegan(at now: NIODeadline) {
        phase = .body(since: now, bytes: 0)
        receivingSince = receivingSince ?? now
    }

    /// Records the arrival of `count` bytes of the body.
    mutating func bodyReceived(_ count: Int) {
        if case .body(let since, let bytes) = phase { phase = .body(since: since, bytes: bytes + count) }
    }

    /// Records that the request is complete.
    mutating func requestEnded() {
        phase = .answering
        receivingSince = nil
    }

    /// Records that the answer is written.
    mutating func answered(at now: NIODeadline) {
        phase = .idle(since: now)
        receivingSince = nil
    }

    /// Returns the action that is due now.
    func tick(at now: NIODeadline) -> Action {
        switch phase {
        case .idle(let since): return now >= since + limits.idleTime ? .close(.idle) : .nothing
        case .head(let since): return now >= since + limits.headTime ? .close(.slowHead) : .nothing
        case .body(let since, let bytes):
            let time = now - since
            guard time > limits.bodyGrace else { return .nothing }
            let least = time.nanoseconds / 1_000_000 * Int64(limits.bodyBytesPerSecond) / 1000
            return Int64(bytes) < least ? .close(.slowBody) : .nothing
        case .answering: return .nothing
        }
    }
}
