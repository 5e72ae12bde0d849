import NIOCore

/// Decides when to ask a silent peer for a sign of life, and when to give it up.
struct PingSchedule {
    enum Action: Equatable {
        case none
        case ping
        case giveUp
    }

    private let whenBusy: TimeAmount
    private let whenIdle: TimeAmount
    private let maximumMissed: Int
    private var quietSince: NIODeadline
    private var missed = 0

    init(whenBusy: TimeAmount, whenIdle: TimeAmount, maximumMissed: Int, at now: NIODeadline) {
        self.whenBusy = whenBusy
        self.whenIdle = whenIdle
        self.maximumMissed = maximumMissed
        quietSince = now
    }

    /// The peer said something, whatever it was.
    mutating func heard(at now: NIODeadline) {
        quietSince = now
        missed = 0
    }

    /// What is to be done now.
    mutating func due(at now: NIODeadline, isBusy: Bool) -> Action {
        guard now >= next(isBusy: isBusy) else { return .none }
        guard missed < maximumMissed else { return .giveUp }
        missed += 1
        quietSince = now
        return .ping
    }

    /// When to ask next.
    func next(isBusy: Bool) -> NIODeadline { quietSince + (isBusy ? whenBusy : whenIdle) }
}
