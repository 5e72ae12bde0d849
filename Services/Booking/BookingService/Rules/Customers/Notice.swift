import BookingContract
import Values

/// A message from the park to a customer.
enum Notice: Sendable, Equatable {
    /// A booking was made or moved.
    case booked(Appointment)
    /// A booking starts soon.
    case reminder(Appointment)
    /// Slots that the customer waits for are held for the customer until a time of the same day.
    case offered(Appointment, until: LocalTime)
    /// The park closed; `count` bookings, the first at `first`, were cancelled.
    case closed(first: LocalTime, count: Int, reason: NoteText)
    /// The case of a late cancellation or no-show was decided; `until` is the last day of a restriction.
    case decided(Booking.Decision, until: LocalDate?)
    /// A decision was reversed; `credit` is what the park owes for it.
    case reversed(credit: Money?)
    /// An appeal was rejected.
    case appealRejected(NoteText)

    /// A moment in the park's time zone.
    struct LocalTime: Sendable, Equatable {
        var date: LocalDate
        var minuteOfDay: Int

        init(_ instant: Instant, in zone: Zone) {
            date = zone.date(at: instant)
            minuteOfDay = zone.minuteOfDay(at: instant)
        }

        fileprivate var time: String { "\(Notice.twoDigits(minuteOfDay / 60)):\(Notice.twoDigits(minuteOfDay % 60))" }
        fileprivate var shortDate: String { "\(Notice.twoDigits(date.day)).\(Notice.twoDigits(date.month))" }
    }

    /// The time and place of a booking.
    struct Appointment: Sendable, Equatable {
        var start: LocalTime
        var sets: Int
        /// The name of the reverse, in the customer's language.
        var reverse: String
    }

    /// The maximum number of SMS that the text may take; a longer text loses its end, which is a reason or a name.
    ///
    /// The app shows the whole of it.
    var longestSMS: Int {
        switch self {
        case .booked, .reminder, .offered, .reversed: 1
        case .closed, .decided, .appealRejected: 2
        }
    }

    /// Returns the subject of the e-mail.
    func subject(in language: Language) -> String { subject[language] }

    /// Returns the text.
    func text(in language: Language) -> String { text[language] }

    private var subject: UserText {
        switch self {
        case .booked:
            UserText(
                "Your booking at the wake park", ru: "Ваша бронь в вейк-парке", be: "Ваша браніраванне ў вэйк-парку")
        case .reminder:
            UserText(
                "Reminder: your booking at the wake park", ru: "Напоминание о брони в вейк-парке",
                be: "Напамін пра браніраванне ў вэйк-парку")
        case .offered:
            UserText(
                "A time that you are waiting for is free", ru: "Освободилось время, которого вы ждёте",
                be: "Вызваліўся час, якога вы чакаеце")
        case .closed:
            UserText(
                "Wake park closed: your booking was cancelled", ru: "Вейк-парк закрыт: ваша бронь отменена",
                be: "Вэйк-парк зачынены: ваша браніраванне скасавана")
        case .decided:
            UserText(
                "A decision about your booking", ru: "Решение по вашей брони", be: "Рашэнне па вашым браніраванні")
        case .reversed:
            UserText(
                "The decision about your booking was reversed", ru: "Решение по вашей брони отменено",
                be: "Рашэнне па вашым браніраванні скасавана")
        case .appealRejected:
            UserText(
                "The answer to your appeal", ru: "Ответ на вашу жалобу", be: "Адказ на вашу скаргу")
        }
    }

    private var text: UserText {
        switch self {
        case .booked(let booking):
            UserText(
                "Wake park: booked for \(booking.words.english)",
                ru: "Вейк-парк: бронь \(booking.words.russian)",
                be: "Вэйк-парк: браніраванне \(booking.words.belarusian)")
        case .reminder(let booking):
            UserText(
                "Wake park: your booking is on \(booking.words.english)",
                ru: "Вейк-парк: напоминаем, \(booking.words.russian)",
                be: "Вэйк-парк: нагадваем, \(booking.words.belarusian)")
        case .offered(let slots, let end):
            UserText(
                "Wake park: a free set is yours until \(end.time) if you book it: \(slots.words.english)",
                ru: "Вейк-парк: до \(end.time) за вами: \(slots.words.russian)",
                be: "Вэйк-парк: да \(end.time) за вамі: \(slots.words.belarusian)")
        case .closed(let first, 1, let reason):
            UserText(
                """
                Wake park closed: your booking on \(first.date) at \(first.time) is cancelled, free of charge. \
                Reason: \(reason.text)
                """,
                ru: "Парк закрыт, бронь \(first.shortDate) в \(first.time) отменена бесплатно. Причина: \(reason.text)",
                be:
                    "Парк зачынены, браніраванне \(first.shortDate) у \(first.time) скасавана бясплатна. Прычына: \(reason.text)"
            )
        case .closed(let first, let count, let reason):
            UserText(
                """
                Wake park closed: \(count) of your bookings, from \(first.date) at \(first.time), are cancelled, free \
                of charge. Reason: \(reason.text)
                """,
                ru:
                    "Парк закрыт с \(first.shortDate), \(first.time). Отменено броней: \(count), бесплатно. Причина: \(reason.text)",
                be:
                    "Парк зачынены з \(first.shortDate), \(first.time). Скасавана браніраванняў: \(count), бясплатна. Прычына: \(reason.text)"
            )
        case .decided(let decision, let until): Self.text(of: decision, until)
        case .reversed(nil):
            UserText(
                "Wake park: the decision about your booking was reversed.",
                ru: "Вейк-парк: решение по вашей брони отменено и больше не действует.",
                be: "Вэйк-парк: рашэнне па вашым браніраванні больш не дзейнічае.")
        case .reversed(let credit?):
            UserText(
                "Wake park: the decision was reversed. Collect \(Self.text(credit, ".")) at the park.",
                ru: "Вейк-парк: решение отменено. В парке вам вернут \(Self.text(credit, ",")).",
                be: "Вэйк-парк: рашэнне скасавана. У парку вам вернуць \(Self.text(credit, ",")).")
        case .appealRejected(let reason):
            UserText(
                "Wake park: your appeal was rejected; the decision stays in force. Reason: \(reason.text)",
                ru: "Вейк-парк: жалоба отклонена, решение остаётся в силе. Причина: \(reason.text)",
                be: "Вэйк-парк: скарга адхілена, рашэнне застаецца ў сіле. Прычына: \(reason.text)")
        }
    }

    private static func text(of decision: Booking.Decision, _ until: LocalDate?) -> UserText {
        let sanction = sanction(of: decision, until)
        let reason = decision.reason.text
        return UserText(
            "Wake park: decision on your booking: \(sanction.english). Reason: \(reason)",
            ru: "Вейк-парк: решение по брони: \(sanction.russian). Причина: \(reason)",
            be: "Вэйк-парк: рашэнне па браніраванні: \(sanction.belarusian). Прычына: \(reason)")
    }

    /// The sanction in a few words; one that this program does not know is called a decision in the app.
    private static func sanction(of decision: Booking.Decision, _ until: LocalDate?) -> UserText {
        let day: (english: String, other: String) = until.map { ("\($0)", text($0)) } ?? ("", "")
        switch decision.sanction.known {
        case .some(.none): return UserText("no consequences", ru: "без последствий", be: "без наступстваў")
        case .warning: return UserText("a warning", ru: "предупреждение", be: "папярэджанне")
        case .chargeSets:
            let sets = decision.sets ?? 0
            return UserText("sets charged: \(sets)", ru: "списано сетов: \(sets)", be: "спісана сэтаў: \(sets)")
        case .fee:
            let fee = decision.fee ?? Money(amount: 0, currency: Booking.ParkSettings.currency)
            return UserText(
                "a fee of \(text(fee, "."))", ru: "штраф \(text(fee, ","))", be: "штраф \(text(fee, ","))")
        case .prepayOnly:
            return UserText(
                "only bookings with a pass until \(day.english)", ru: "до \(day.other) бронь только по абонементу",
                be: "да \(day.other) браніраванне толькі па абанеменце")
        case .suspension:
            return UserText(
                "no bookings until \(day.english)", ru: "до \(day.other) бронировать нельзя",
                be: "да \(day.other) браніраваць нельга")
        case nil: return UserText("see the app", ru: "смотрите в приложении", be: "глядзіце ў праграме")
        }
    }

    /// Returns the amount in rubles and kopecks, with the language's decimal separator.
    private static func text(_ money: Money, _ separator: String) -> String {
        "\(money.decimal(separator: separator)) \(money.currency.text)"
    }

    /// Returns the date as Russian and Belarusian write it, such as `21.11.2026`.
    private static func text(_ date: LocalDate) -> String {
        "\(twoDigits(date.day)).\(twoDigits(date.month)).\(date.year)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Notice.Appointment {
    /// The time, the number of sets and the reverse, which comes last because it may be cut.
    fileprivate var words: UserText {
        UserText(
            "\(start.date) at \(start.time), sets: \(sets). \(reverse)",
            ru: "\(start.shortDate) в \(start.time), сетов: \(sets). \(reverse)",
            be: "\(start.shortDate) у \(start.time), сэтаў: \(sets). \(reverse)")
    }
}
