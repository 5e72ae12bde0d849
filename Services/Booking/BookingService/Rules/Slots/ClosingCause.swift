import BookingContract
import Values

/// The reason why nothing can be booked on a day.
enum ClosingCause: Sendable, Equatable {
    /// The park does not open on this day of the week.
    case closingDay
    /// The reverse does not open on this date.
    case closingDayOfReverse
    /// The staff closed the park or the requested reverse, with this note for customers.
    case closure(NoteText, isOfReverse: Bool)
    /// The last set has begun.
    case past
    /// The day lies beyond the horizon.
    case notYetOpen

    /// Returns the reason with its text in a language.
    func view(in language: Language) -> Booking.DayClosing {
        var closing = Booking.DayClosing(reason: reason, text: text[language])
        if case .closure(let note, _) = self { closing.note = note }
        return closing
    }

    private var reason: ClosingReason {
        switch self {
        case .closingDay, .closingDayOfReverse: .closingDay
        case .closure: .closure
        case .past: .past
        case .notYetOpen: .notYetOpen
        }
    }

    private var text: UserText {
        switch self {
        case .closingDay:
            UserText(
                "The park does not open on this day.", ru: "В этот день парк не работает.",
                be: "У гэты дзень парк не працуе.")
        case .closingDayOfReverse:
            UserText(
                "This reverse does not open on this day.", ru: "В этот день этот реверс не работает.",
                be: "У гэты дзень гэты рэверс не працуе.")
        case .closure(_, isOfReverse: false):
            UserText(
                "The park is temporarily closed.", ru: "Парк временно закрыт.", be: "Парк часова зачынены.")
        case .closure(_, isOfReverse: true):
            UserText(
                "This reverse is temporarily closed.", ru: "Этот реверс временно закрыт.",
                be: "Гэты рэверс часова зачынены.")
        case .past:
            UserText(
                "The last set of this day has already started.", ru: "Последний сет этого дня уже начался.",
                be: "Апошні сэт гэтага дня ўжо пачаўся.")
        case .notYetOpen:
            UserText(
                "This day is not open for booking yet.", ru: "Бронирование на этот день ещё не открыто.",
                be: "Браніраванне на гэты дзень яшчэ не адкрыта.")
        }
    }
}

extension Park {
    /// Returns the reason why nothing can be booked on a date, regardless of closures and bookings.
    func closingCause(on date: LocalDate, at now: Instant) -> ClosingCause? {
        let horizon = horizon(at: now)
        if date < horizon.lowerBound { return .past }
        if !bookableReverses.contains(where: { opens($0, on: date) }) || starts(on: date).isEmpty { return .closingDay }
        return date > horizon.upperBound ? .notYetOpen : nil
    }
}
