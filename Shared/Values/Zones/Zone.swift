/// A time zone of the IANA database, read from the operating system's TZif files (RFC 9636).
///
/// Programs that are not linked with full Foundation have no other access to local time. A zone is read once and
/// cached. A look-up allocates nothing; it takes a binary search or, after the file's last change, a few divisions.
/// Instants outside ``Instant/range`` are clamped.
public struct Zone: Sendable, Hashable {
    /// The IANA identifier, such as `Europe/Minsk`.
    public let identifier: String

    let table: ZoneTable

    /// Reads a zone from a directory of TZif files.
    ///
    /// - Throws: ``ZoneFault`` if the identifier is invalid, or the zone's file is missing, too large or malformed.
    public init(_ identifier: String, directory: String = "/usr/share/zoneinfo") throws(ZoneFault) {
        try self.init(identifier: identifier, bytes: ZoneFile.read(identifier, in: directory))
    }

    /// Parses a TZif file of version 1 to 4.
    ///
    /// - Throws: ``ZoneFault`` with the reason `malformed`.
    public init(identifier: String, bytes: [UInt8]) throws(ZoneFault) {
        do {
            table = try TZif.table(of: bytes)
        } catch {
            throw ZoneFault(reason: .malformed, identifier: identifier, detail: error.detail)
        }
        self.identifier = identifier
    }

    /// Returns the offset from UTC in seconds, positive to the east, between -93,600 and 93,600.
    public func offset(at instant: Instant) -> Int { Int(table.span(at: Self.seconds(of: instant)).type.offset) }

    /// Returns the database's abbreviation of the local time, such as `CEST` or `+03`.
    public func abbreviation(at instant: Instant) -> String {
        table.span(at: Self.seconds(of: instant)).type.abbreviation
    }

    /// Returns the local date.
    public func date(at instant: Instant) -> LocalDate {
        LocalDate(daysSince1970: Int(localSeconds(at: instant).dividedFloor(by: 86_400).quotient))
    }

    /// Returns the whole minutes since local midnight: 0 to 1439.
    public func minuteOfDay(at instant: Instant) -> Int {
        Int(localSeconds(at: instant).dividedFloor(by: 86_400).remainder / 60)
    }

    /// Returns the instant of a local time.
    ///
    /// - Parameter minuteOfDay: the minutes since midnight; 1440 and more are on later days, negative ones on earlier
    ///   days.
    /// - Returns: the first of two such instants if clocks were set back. If clocks were set forward and skipped the
    ///   time, the instant by the clock before the change (02:30 in a gap from 02:00 to 03:00 is 03:30). Clamped to
    ///   ``Instant/range``.
    public func instant(of date: LocalDate, minuteOfDay: Int) -> Instant {
        Self.instant(ofSeconds: resolve(date, minuteOfDay).seconds)
    }

    /// Returns the first instant of a day, which is not midnight if clocks were set forward at midnight.
    ///
    /// A skipped day (such as 2011-12-30 in Samoa) starts and ends at the start of the following day.
    public func startOfDay(_ date: LocalDate) -> Instant {
        let start = resolve(date, 0)
        return Self.instant(ofSeconds: start.gap ?? start.seconds)
    }

    /// Hashes the identifier only: two zones of the same name differ only between versions of the database.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Returns the instant of a local time and, if a change skipped that time, the instant of the change.
    private func resolve(_ date: LocalDate, _ minuteOfDay: Int) -> (seconds: Int64, gap: Int64?) {
        // Clamped to more minutes than the calendar has, so that the product cannot overflow.
        let minutes = Int64(min(max(minuteOfDay, -6_000_000_000), 6_000_000_000))
        return table.resolve(local: Int64(date.daysSince1970) * 86_400 + minutes * 60)
    }

    private func localSeconds(at instant: Instant) -> Int64 {
        let seconds = Self.seconds(of: instant)
        return seconds + table.span(at: seconds).type.offset
    }

    private static func seconds(of instant: Instant) -> Int64 {
        let clamped = min(max(instant.milliseconds, Instant.range.lowerBound), Instant.range.upperBound)
        return clamped.dividedFloor(by: 1000).quotient
    }

    private static func instant(ofSeconds seconds: Int64) -> Instant {
        Instant(milliseconds: 0).advanced(bySeconds: seconds)
    }
}
