import Resilience
import Synchronization
import Values

/// A place's local calendar, based on its time zone if known, or else on its current offset.
enum LocalCalendar: Sendable {
    case zone(Zone)
    /// A fixed offset in seconds east of UTC.
    case offset(Int)

    func date(at instant: Instant) -> LocalDate {
        switch self {
        case .zone(let zone): zone.date(at: instant)
        case .offset(let seconds):
            LocalDate(daysSince1970: Int(Self.local(instant, seconds).dividedFloor(by: 86_400).quotient))
        }
    }

    /// Returns the UTC offset at an instant, in seconds east of UTC.
    func offset(at instant: Instant) -> Int {
        switch self {
        case .zone(let zone): zone.offset(at: instant)
        case .offset(let seconds): seconds
        }
    }

    /// Returns the minutes since midnight: 0 to 1439.
    func minuteOfDay(at instant: Instant) -> Int {
        switch self {
        case .zone(let zone): zone.minuteOfDay(at: instant)
        case .offset(let seconds): Int(Self.local(instant, seconds).dividedFloor(by: 86_400).remainder / 60)
        }
    }

    func startOfDay(_ date: LocalDate) -> Instant {
        switch self {
        case .zone(let zone): zone.startOfDay(date)
        case .offset(let seconds):
            Instant(milliseconds: (Int64(date.daysSince1970) * 86_400 - Int64(seconds)) * 1_000)
        }
    }

    private static func local(_ instant: Instant, _ offset: Int) -> Int64 {
        instant.milliseconds.dividedFloor(by: 1_000).quotient + Int64(offset)
    }
}

/// A cache of time zones; bounded, since the names come from outside.
final class ZoneCache: Sendable {
    private let zones = Mutex(LRUCache<String, Zone>(maximumCost: 700))

    /// Returns the zone of a name, or `nil` if the system does not know it.
    func zone(_ name: String) -> Zone? {
        if let zone = zones.withLock({ $0.value(for: name) }) { return zone }
        guard let zone = try? Zone(name) else { return nil }
        zones.withLock { $0.insert(zone, for: name, cost: 1) }
        return zone
    }

    /// Returns the calendar of a zone, or of an offset if the zone is unknown.
    func calendar(_ name: String?, orOffset offset: Int) -> LocalCalendar {
        name.flatMap(zone).map { .zone($0) } ?? .offset(offset)
    }
}
