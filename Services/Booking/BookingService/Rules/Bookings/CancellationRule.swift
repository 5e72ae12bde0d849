import Values

/// The rules for a booking's cancellation, fixed when the booking is made.
///
/// Applied once, with the time of the cancelling transaction.
struct CancellationRule: Sendable, Equatable {
    /// The time before the start during which cancelling is late, in milliseconds.
    var freeCancellation: Int64
    /// The time after booking during which cancelling is free all the same, in milliseconds.
    var undo: Int64

    enum Outcome: Equatable, Sendable {
        /// Enough time is left before the start: no consequences.
        case free
        /// Too little time is left, but the booking was made just now: no consequences.
        case undone
        /// The slots become free, and an administrator decides the case.
        case late
        /// The booking has begun.
        case started
    }

    /// The number of bookings that a customer may undo within ``undonePeriod``; later ones have no time for undoing.
    ///
    /// Otherwise a customer could keep a slot from others until it starts, by booking and undoing it in turn.
    static let undoneLimit = 3
    /// The period in milliseconds over which undone bookings count: a day.
    static let undonePeriod: Int64 = 86_400_000

    /// Returns the end of free cancellation of a booking: the later end of both times, and at the latest the start.
    func freeUntil(start: Instant, madeAt: Instant) -> Instant {
        let end = max(start.milliseconds - freeCancellation, undo > 0 ? madeAt.milliseconds + undo : .min)
        return Instant(milliseconds: min(start.milliseconds, end))
    }

    /// Returns the consequences of cancelling at `now`.
    func outcome(start: Instant, madeAt: Instant, now: Instant) -> Outcome {
        if now >= start { return .started }
        if start.milliseconds - now.milliseconds > freeCancellation { return .free }
        return now < freeUntil(start: start, madeAt: madeAt) ? .undone : .late
    }
}
