import NIOCore

/// The clocks of one HTTP connection: how long a head, a body and the pause between two requests may take.
struct HTTPClocks: Sendable {
    enum Action: Equatable, Sendable {
        case nothing
        case close(EdgeMetrics.Ending)
    }

    private enum Phase: Equatable, Sendable {
        case idle(since: NIODeadline)
        case head(since: NIODeadline)
        case body(since: NIODeadline, bytes: Int)
        /// The request is whole; its answer is awaited, within the method's own time.
        case answering
    }

    private let limits: EdgeLimits.HTTP
    private var phase: Phase

    init(limits: EdgeLimits.HTTP, now: NIODeadline) {
        self.limits = limits
        phase = .idle(since: now)
    }

    /// Bytes of a head came, and it is not whole.
    mutating func headIncomplete(at now: NIODeadline) {
        if case .idle = phase { phase = .head(since: now) }
    }

    /// A head is whole, and its body is not.
    mutating func bodyBegan(at now: NIODeadline) { phase = .body(since: now, bytes: 0) }

    /// Bytes of the body came.
    mutating func bodyReceived(_ count: Int) {
        if case .body(let since, let bytes) = phase { phase = .body(since: since, bytes: bytes + count) }
    }

    /// The request is whole.
    mutating func requestEnded() { phase = .answering }

    /// The answer is written.
    mutating func answered(at now: NIODeadline) { phase = .idle(since: now) }

    /// Time went by.
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
