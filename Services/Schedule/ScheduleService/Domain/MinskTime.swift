import Values

/// Conversions between instants and the local time in Minsk.
struct MinskTime: Sendable {
    static let identifier = "Europe/Minsk"

    private let zone: Zone

    /// Reads the zone of Minsk.
    ///
    /// - Throws: ``ZoneFault`` if the system has no time zones.
    init() throws(ZoneFault) { zone = try Zone(Self.identifier) }

    func date(at instant: Instant) -> LocalDate { zone.date(at: instant) }

    func timeOfDay(at instant: Instant) -> TimeOfDay {
        let start = self.instant(of: date(at: instant), minuteOfDay: 0)
        return TimeOfDay(minute: Int((instant.milliseconds - start.milliseconds) / 60_000))
            ?? TimeOfDay(unchecked: "00:00")
    }

    func instant(of date: LocalDate, minuteOfDay: Int) -> Instant { zone.instant(of: date, minuteOfDay: minuteOfDay) }
}
