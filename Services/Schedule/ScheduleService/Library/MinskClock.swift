import Values

/// The current time and date in Minsk.
struct MinskClock: Sendable {
    let time: MinskTime
    let now: @Sendable () -> Instant

    var today: LocalDate { time.date(at: now()) }
}
