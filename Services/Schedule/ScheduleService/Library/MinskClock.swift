import Values

/// The current time, and the calendar on the wall in Minsk.
struct MinskClock: Sendable {
    let time: MinskTime
    let now: @Sendable () -> Instant

    var today: LocalDate { time.date(at: now()) }
}
