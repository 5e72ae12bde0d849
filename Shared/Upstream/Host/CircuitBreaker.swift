/// Keeps calls from a third party that keeps failing, and lets one through now and then to see whether it is well again.
struct CircuitBreaker: Sendable {
    /// What lets one call through; it has to be given back with the call's end.
    struct Permit: Hashable, Sendable {
        /// How often the breaker had changed its state by then.
        fileprivate var epoch: Int
        fileprivate var isProbe: Bool
    }

    enum Admission: Hashable, Sendable {
        case allowed(Permit)
        /// Not before so long.
        case refused(Duration)
    }

    private enum State {
        /// The moments of the last failures, oldest first: fewer than it takes to open.
        case closed([ContinuousClock.Instant])
        case open(until: ContinuousClock.Instant)
        case halfOpen(isProbing: Bool)
    }

    private let threshold: Int
    private let window: Duration
    private let pause: Duration
    private var state = State.closed([])
    private var epoch = 0

    /// - Parameters:
    ///   - threshold: how many failures within `window` open it: at least 1.
    ///   - pause: how long it stays open before a call may try.
    init(threshold: Int, window: Duration, pause: Duration) {
        self.threshold = max(1, threshold)
        self.window = window
        self.pause = pause
    }

    /// Whether it lets nothing, or but one call, through.
    var isOpen: Bool {
        if case .closed = state { false } else { true }
    }

    mutating func admit(at now: ContinuousClock.Instant) -> Admission {
        switch state {
        case .closed: return .allowed(Permit(epoch: epoch, isProbe: false))
        case .open(let end) where now < end: return .refused(end - now)
        case .halfOpen(isProbing: true): return .refused(pause)
        case .open, .halfOpen:
            if case .open = state { epoch += 1 }
            state = .halfOpen(isProbing: true)
            return .allowed(Permit(epoch: epoch, isProbe: true))
        }
    }

    mutating func succeeded(_ permit: Permit) {
        // Without a probe nothing changes: half of all calls failing is no good either.
        guard permit.epoch == epoch, permit.isProbe else { return }
        epoch += 1
        state = .closed([])
    }

    mutating func failed(_ permit: Permit, at now: ContinuousClock.Instant) {
        guard permit.epoch == epoch else { return }
        switch state {
        case .closed(var failures):
            failures.removeAll { now - $0 >= window }
            failures.append(now)
            if failures.count >= threshold { open(at: now) } else { state = .closed(failures) }
        case .halfOpen: open(at: now)
        case .open: break
        }
    }

    /// The call ended without a verdict on the third party.
    mutating func abandoned(_ permit: Permit) {
        guard permit.epoch == epoch, permit.isProbe else { return }
        state = .halfOpen(isProbing: false)
    }

    private mutating func open(at now: ContinuousClock.Instant) {
        epoch += 1
        state = .open(until: now + pause)
    }
}
