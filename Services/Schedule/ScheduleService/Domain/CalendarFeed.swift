import Calendars
import ScheduleContract
import Values

/// Writes a timetable as a calendar.
///
/// A recurring lesson becomes a recurring event. Its UID depends on what identifies the lesson to people: subject,
/// type, time and weeks. A new room therefore updates the event and does not add another.
struct CalendarFeed {
    let subject: Subject
    /// The name of the calendar.
    let name: String
    let subgroup: Subgroup?
    let language: Language
    /// The time of the latest change.
    let stamp: Instant
    let today: LocalDate
    let time: MinskTime

    private static let subgroupName = UserText("Subgroup", ru: "Подгруппа", be: "Падгрупа")

    /// Returns the calendar of a timetable in UTF-8.
    func bytes(of plan: StudyPlan?) -> [UInt8] {
        var text = CalendarText(product: "Timetable", name: name)
        text.add("X-WR-TIMEZONE", MinskTime.identifier)
        zone(&text)
        var copies: [String: Int] = [:]
        for entry in (plan.map { $0.entries + $0.nextEntries } ?? [])
        where entry.kind != .announcement && !entry.isUnplaced && entry.concerns(subgroup) {
            for series in CalendarSeries.all(of: entry, today: today) where !text.isFull {
                event(entry, series, &copies, &text)
            }
        }
        text.add("END", "VCALENDAR")
        return text.bytes
    }

    /// Writes the zone of Minsk, which has had no summer time since 2011.
    private func zone(_ text: inout CalendarText) {
        text.add("BEGIN", "VTIMEZONE")
        text.add("TZID", MinskTime.identifier)
        text.add("BEGIN", "STANDARD")
        text.add("DTSTART", "20110327T020000")
        text.add("TZOFFSETFROM", "+0200")
        text.add("TZOFFSETTO", "+0300")
        text.add("TZNAME", "+03")
        text.add("END", "STANDARD")
        text.add("END", "VTIMEZONE")
    }

    private func event(
        _ entry: Entry, _ series: CalendarSeries, _ copies: inout [String: Int], _ text: inout CalendarText
    ) {
        let identity = identity(of: entry, series)
        let copy = copies[identity, default: 0]
        copies[identity] = copy + 1
        text.add("BEGIN", "VEVENT")
        text.add("UID", "\(identity)-\(copy)@vokol")
        text.add("DTSTAMP", CalendarTime.utc(stamp))
        times(entry, series, &text)
        text.add("SUMMARY", text: title(of: entry))
        text.add("LOCATION", text: entry.rooms.joined(separator: ", "))
        text.add("DESCRIPTION", text: details(of: entry))
        text.add("END", "VEVENT")
    }

    private func times(_ entry: Entry, _ series: CalendarSeries, _ text: inout CalendarText) {
        let zone = ";TZID=\(MinskTime.identifier)"
        if let start = entry.start {
            text.add("DTSTART\(zone)", CalendarTime.local(series.first, minute: start))
            // An end before the start is on the next day.
            if let end = entry.end, end != start {
                text.add("DTEND\(zone)", CalendarTime.local(series.first, minute: end < start ? end + 1_440 : end))
            }
        } else {
            text.add("DTSTART;VALUE=DATE", CalendarTime.date(series.first))
        }
        guard series.last > series.first else { return }
        // The end is in the form of the start: in UTC for a time with a zone (§3.3.10).
        let until =
            entry.start.map { CalendarTime.utc(time.instant(of: series.last, minuteOfDay: $0)) }
            ?? CalendarTime.date(series.last)
        text.add("RRULE", "FREQ=WEEKLY;INTERVAL=\(series.interval);UNTIL=\(until)")
    }

    /// A hash of what stays the same when a room, a lecturer or a note changes.
    private func identity(of entry: Entry, _ series: CalendarSeries) -> String {
        let day = entry.date?.description ?? "\(entry.weekday ?? 0) \(series.weeks.rawValue) \(series.first.year)"
        let parts = [
            subject.key, entry.kind.rawValue, entry.subject ?? "", entry.type?.rawValue ?? entry.typeName ?? "", day,
            entry.start.map(String.init) ?? "", entry.subgroup.map(String.init) ?? "",
        ]
        return Fingerprint(parts.joined(separator: "\n").utf8).text
    }

    private func title(of entry: Entry) -> String {
        let type = entry.type.flatMap(LessonTypeNames.name)?[language].lowercased() ?? entry.typeName
        return [entry.subject ?? entry.subjectName ?? entry.note, type].compactMap(\.self).joined(separator: ", ")
    }

    private func details(of entry: Entry) -> String {
        var lines = [entry.subject == nil ? nil : entry.subjectName]
        lines.append(entry.lecturers.isEmpty ? nil : entry.lecturers.map(\.name).joined(separator: ", "))
        if case .lecturer = subject { lines.append(entry.groups.map(\.text).joined(separator: ", ")) }
        lines.append(entry.subgroup.map { "\(Self.subgroupName[language]) \($0)" })
        lines.append(entry.note)
        return lines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
