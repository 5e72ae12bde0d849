import Values

/// What a cancellation means, by the time that is left: decided once, by the clock of the transaction that cancels.
enum CancellationRule {
    enum Outcome: Equatable, Sendable {
        /// More than the free time is left: no consequences.
        case free
        /// The free time or less is left: the slot is free at once, and an administrator looks at it.
        case late
        /// It has begun.
        case started
    }

    /// - Parameter freeTime: in milliseconds, as it stood when the booking was made.
    static func outcome(start: Instant, freeTime: Int64, now: Instant) -> Outcome {
        if now >= start { return .started }
        return start.milliseconds - now.milliseconds > freeTime ? .free : .late
    }
}
