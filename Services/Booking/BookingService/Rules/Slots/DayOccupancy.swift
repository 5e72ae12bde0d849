import BookingContract
import Values

extension Booking.BoardDay {
    /// Counts the sets of a date by reverse and hour.
    ///
    /// A set with a booking counts as booked even if the park is closed then: the booking is about to be cancelled.
    init(_ date: LocalDate, of park: Park, _ claims: CurrentClaims, bookings: Int) {
        let opening = park.opening(on: date)
        let starts = park.starts(on: date)
        self.init(
            date: date, opensAt: opening?.lowerBound, closesAt: opening?.upperBound, bookings: bookings,
            reverses: starts.isEmpty
                ? []
                : park.bookableReverses.map { reverse in
                    Booking.BoardReverse(
                        reverseId: reverse, hours: Self.hours(starts, of: reverse, on: date, park, claims))
                })
    }

    /// Counts the sets of a reverse by the local hour in which they begin.
    private static func hours(
        _ starts: [Instant], of reverse: ReverseID, on date: LocalDate, _ park: Park, _ claims: CurrentClaims
    ) -> [Booking.BoardHour] {
        let isOpen = park.opens(reverse, on: date)
        var hours: [Booking.BoardHour] = []
        for start in starts {
            let hour = start.advanced(bySeconds: -Int64(park.zone.minuteOfDay(at: start) % 60) * 60)
            if hours.last?.startsAt != hour {
                hours.append(Booking.BoardHour(startsAt: hour, sets: 0, booked: 0, held: 0, closed: 0))
            }
            let time = start..<Instant(milliseconds: start.milliseconds + park.setLength)
            let last = hours.count - 1
            hours[last].sets += 1
            switch claims.claims(of: reverse, time).state {
            case .booked: hours[last].booked += 1
            case .held: hours[last].held += 1
            default:
                if !isOpen || claims.closings.contains(where: { $0.closes(reverse, time) }) { hours[last].closed += 1 }
            }
        }
        return hours
    }
}
