import BookingContract
import Calendars
import Contract
import Values

/// Writes bookings as a calendar.
///
/// The UID of an event is that of the file that the web client offers for a single booking, so that a calendar program
/// takes both for one.
struct CalendarFile {
    /// The maximum number of bookings; with the longest texts they stay within a raw result.
    static let limit = 400

    let park: Park
    let language: Language

    /// Returns the calendar in UTF-8.
    func bytes(of bookings: [BookingRow]) -> [UInt8] {
        let name = park.settings.name.text(in: language).text
        var text = CalendarText()
        text.add("BEGIN", "VCALENDAR")
        text.add("VERSION", "2.0")
        text.add("PRODID", "-//Vokol//Wake park//EN")
        text.add("CALSCALE", "GREGORIAN")
        text.add("NAME", text: name)
        text.add("X-WR-CALNAME", text: name)
        text.add("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
        text.add("X-PUBLISHED-TTL", "PT1H")
        for booking in bookings { add(booking, name, to: &text) }
        text.add("END", "VCALENDAR")
        return text.bytes
    }

    private func add(_ booking: BookingRow, _ name: String, to text: inout CalendarText) {
        let reverse = park.settings.reverses.first { $0.id == booking.slots.reverse }
        let title = [name, reverse?.name.text(in: language).text].compactMap(\.self).joined(separator: ": ")
        let location = park.settings.location
        text.add("BEGIN", "VEVENT")
        text.add("UID", "\(booking.id.text)@vokol")
        // Not the current time, so that the file's tag changes with the bookings only; `SEQUENCE` tells of moves.
        text.add("DTSTAMP", CalendarTime.utc(booking.madeAt))
        text.add("SEQUENCE", String(booking.moves))
        text.add("DTSTART", CalendarTime.utc(booking.slots.start))
        text.add("DTEND", CalendarTime.utc(booking.slots.end))
        text.add("SUMMARY", text: title)
        text.add("LOCATION", text: park.settings.address.text(in: language).text)
        text.add("GEO", "\(location.latitude.value);\(location.longitude.value)")
        text.add("DESCRIPTION", text: Self.details(of: booking.slots.sets.value)[language])
        text.add("END", "VEVENT")
    }

    private static func details(of sets: Int) -> UserText {
        UserText("Sets: \(sets)", ru: "Сетов: \(sets)", be: "Сэтаў: \(sets)")
    }
}
