import Values

/// The consequences of a cancellation, by the time left before the start.
///
/// Applied once, with the time of the cancelling transaction.
enum CancellationRule {
    enum Outcome: Equatable, Sendable {
        /// More than the free time is left: no consequences.
        case free
        /// The free time or less is left: the slots become free, and an administrator decides the case.
        case late
        /// The booking has begun.
        case started
    }

    /// Returns the consequences of cancelling at `now`.
    ///
    /// - Parameter freeTime: the free-cancellation time when the booking was made, in milliseconds.
    static func outcome(start: Instant, freeTime: Int64, now: Instant) -> Outcome {
        if now >= start { return .started }
        return start.milliseconds - now.milliseconds > freeTime ? .free : .late
    }
}
