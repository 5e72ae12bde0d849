import Upstream
import Values

/// The local times of an answer of Open-Meteo, which have no zone, such as `2026-07-26T23:00`.
struct LocalTimes {
    private let calendar: LocalCalendar

    /// Takes the offset that the answer states, or else the zone that it names, or else UTC.
    init(_ json: UntrustedJSON) {
        if let offset = Plausible.offset(json["utc_offset_seconds"]?.number) {
            calendar = .offset(offset)
        } else {
            let zone = json["timezone"]?.text.flatMap { try? Zone($0) }
            calendar = zone.map { .zone($0) } ?? .offset(0)
        }
    }

    /// Returns the offset at an instant, in seconds east of UTC.
    func offset(at instant: Instant) -> Int { calendar.offset(at: instant) }

    /// Returns the instant of a local time, or `nil` if the text is none.
    func instant(_ time: UntrustedJSON?) -> Instant? {
        guard let text = time?.text, text.utf8.count == 16, let local = Instant("\(text):00Z") else { return nil }
        switch calendar {
        case .offset(let offset): return local.advanced(bySeconds: -Int64(offset))
        case .zone(let zone):
            let (days, milliseconds) = local.milliseconds.dividedFloor(by: 86_400_000)
            return zone.instant(of: LocalDate(daysSince1970: Int(days)), minuteOfDay: Int(milliseconds / 60_000))
        }
    }
}
