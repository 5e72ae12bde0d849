import BookingContract
import Calendars
import Contract
import Values

/// Writes bookings as a calendar.
///
/// The UID of an event is that of the file that the web client offers for a single booking, so that a calendar program
/// takes both for one.
struct CalendarFile {
    /// The maximum number of bookings.
    static let limit = 400

    let park: Park
    let language: Language

    /// Returns the calendar in UTF-8.
    ///
    /// - Parameter bookings: the bookings, the latest first; those that do not fit are left out.
    func bytes(of bookings: [BookingRow]) -> [UInt8] {
        let name = park.settings.name.text(in: language).text
        var text = CalendarText(product: "Wake park", name: name)
        for booking in bookings where !text.isFull { add(booking, name, to: &text) }
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
