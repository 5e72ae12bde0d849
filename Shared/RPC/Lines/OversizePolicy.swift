import NIOCore

/// Decides what a line that is too long costs: an answer at first, the connection if it happens again soon.
struct OversizePolicy {
    enum Action: Equatable {
        case answer
        case answerAndClose
    }

    /// Within which a second one closes.
    let window: TimeAmount
    private var last: NIODeadline?

    init(window: TimeAmount) { self.window = window }

    /// A line was too long.
    mutating func lineWasTooLong(at now: NIODeadline) -> Action {
        defer { last = now }
        guard let last, now - last < window else { return .answer }
        return .answerAndClose
    }
}
