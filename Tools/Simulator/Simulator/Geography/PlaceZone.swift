import Synchronization
import Values

/// The time zone of a place: that of the map; without one that of the nearest city or, far from cities, that of the
/// meridian.
struct PlaceZone: Sendable {
    /// The zone's IANA identifier.
    let identifier: String
    private let zone: Zone?
    private let fixedOffset: Int

    /// The maximum distance from a city, in kilometres, at which its zone applies.
    private static let reach = 700.0

    /// Finds the zone of a point, by the map if there is one.
    init(of point: Point, by map: ZoneMap?) {
        let entry = map.flatMap { map in
            Latitude(point.latitude).flatMap { latitude in
                Longitude(point.longitude).flatMap { map.entry(at: Location(latitude: latitude, longitude: $0)) }
            }
        }
        if let entry, let zone = Self(entry.identifier) {
            self = zone
            return
        }
        let (city, distance) = SimulatedCity.nearest(to: point)
        if distance <= Self.reach, let zone = Self(city.zone) {
            self = zone
        } else {
            self.init(hours: Int((point.longitude / 15).rounded()))
        }
    }

    /// Looks up a zone by its identifier; returns `nil` if it is unknown.
    init?(_ identifier: String) {
        if identifier == "GMT" || identifier == "UTC" {
            self.init(hours: 0)
            return
        }
        guard let zone = Self.installed(identifier) else { return nil }
        self.init(identifier: identifier, zone: zone, fixedOffset: 0)
    }

    private init(identifier: String, zone: Zone?, fixedOffset: Int) {
        self.identifier = identifier
        self.zone = zone
        self.fixedOffset = fixedOffset
    }

    private init(hours: Int) {
        // POSIX counts westwards: Etc/GMT-3 is three hours ahead of UTC.
        self.init(
            identifier: hours == 0 ? "GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))", zone: nil,
            fixedOffset: hours * 3600)
    }

    /// Returns the offset in seconds east of UTC.
    func offset(at instant: Instant) -> Int { zone?.offset(at: instant) ?? fixedOffset }

    /// Returns the zone's abbreviation in Open-Meteo's form, such as `GMT+3`.
    func abbreviation(at instant: Instant) -> String {
        let minutes = offset(at: instant) / 60
        guard minutes != 0 else { return "GMT" }
        let text = "GMT\(minutes > 0 ? "+" : "-")\(abs(minutes) / 60)"
        return minutes % 60 == 0 ? text : "\(text):\(abs(minutes) % 60)"
    }

    /// Returns the local date.
    func date(at instant: Instant) -> LocalDate { Self.date(at: instant, offset: offset(at: instant)) }

    /// Returns the first instant of a day.
    func startOfDay(_ date: LocalDate) -> Instant {
        if let zone { return zone.startOfDay(date) }
        return Instant(milliseconds: (Int64(date.daysSince1970) * 86_400 - Int64(fixedOffset)) * 1000)
    }

    /// Formats a local time without a zone, such as `2026-07-26T23:00`.
    func text(_ instant: Instant) -> String {
        let offset = offset(at: instant)
        let minutes = (instant.milliseconds / 1000 + Int64(offset)).dividedFloor(by: 86_400).remainder / 60
        return
            "\(Self.date(at: instant, offset: offset))T\(twoDigits(Int(minutes / 60))):\(twoDigits(Int(minutes % 60)))"
    }

    private static func date(at instant: Instant, offset: Int) -> LocalDate {
        let seconds = instant.milliseconds.dividedFloor(by: 1000).quotient + Int64(offset)
        return LocalDate(daysSince1970: Int(seconds.dividedFloor(by: 86_400).quotient))
    }

    private static let known = Mutex<[String: Zone]>([:])

    private static func installed(_ identifier: String) -> Zone? {
        known.withLock { known in
            if let zone = known[identifier] { return zone }
            guard let zone = try? Zone(identifier) else { return nil }
            known[identifier] = zone
            return zone
        }
    }
}

/// Formats a number with at least two digits.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
