import BookingContract
import Values

/// A message from the park to a customer.
enum Notice: Sendable, Equatable {
    /// The park closed; `count` bookings from `date` on were cancelled.
    case closed(date: LocalDate, count: Int)
    /// The case of a late cancellation or no-show was decided.
    case decided(SanctionKind)
    /// A decision was reversed; `credit` is what the park owes for it.
    case reversed(credit: Money?)

    /// Returns the subject of the e-mail.
    func subject(in language: Language) -> String {
        switch (self, language) {
        case (.closed, .english): "Wake park closed: your booking was cancelled"
        case (.closed, .russian): "Вейк-парк закрыт: ваша бронь отменена"
        case (.closed, .belarusian): "Вэйк-парк зачынены: ваша браніраванне скасавана"
        case (.decided, .english): "A decision about your booking"
        case (.decided, .russian): "Решение по вашей брони"
        case (.decided, .belarusian): "Рашэнне па вашым браніраванні"
        case (.reversed, .english): "The decision about your booking was reversed"
        case (.reversed, .russian): "Решение по вашей брони отменено"
        case (.reversed, .belarusian): "Рашэнне па вашым браніраванні скасавана"
        }
    }

    /// Returns the text; it fits one SMS, which holds 70 Cyrillic characters.
    func text(in language: Language) -> String {
        switch (self, language) {
        case (.closed(let date, let count), .english):
            "Wake park closed on \(date): \(count == 1 ? "1 booking" : "\(count) bookings") cancelled, free of charge."
        case (.closed(let date, let count), .russian):
            "Парк закрыт \(Self.text(date)). Отменено броней: \(count). Плата не взимается."
        case (.closed(let date, let count), .belarusian):
            "Парк зачынены \(Self.text(date)). Скасавана браніраванняў: \(count), бясплатна."
        case (.decided(.none), .english): "Wake park: your cancellation or no-show has no consequences."
        case (.decided(.none), .russian): "Вейк-парк: отмена или неявка останется без последствий."
        case (.decided(.none), .belarusian): "Вэйк-парк: скасаванне або няяўка застанецца без наступстваў."
        case (.decided, .english): "Wake park: see the app for the decision about your booking."
        case (.decided, .russian): "Вейк-парк: решение по вашей отмене или неявке — в приложении."
        case (.decided, .belarusian): "Вэйк-парк: рашэнне па вашым скасаванні або няяўцы — у праграме."
        case (.reversed(nil), .english): "Wake park: the decision about your booking was reversed."
        case (.reversed(nil), .russian): "Вейк-парк: решение по вашей брони отменено и больше не действует."
        case (.reversed(nil), .belarusian): "Вэйк-парк: рашэнне па вашым браніраванні больш не дзейнічае."
        case (.reversed(let credit?), .english):
            "Wake park: the decision was reversed. Collect \(Self.text(credit, ".")) at the park."
        case (.reversed(let credit?), .russian):
            "Вейк-парк: решение отменено. В парке вам вернут \(Self.text(credit, ","))."
        case (.reversed(let credit?), .belarusian):
            "Вэйк-парк: рашэнне скасавана. У парку вам вернуць \(Self.text(credit, ","))."
        }
    }

    /// Returns the amount in rubles and kopecks, with the language's decimal separator.
    private static func text(_ money: Money, _ separator: String) -> String {
        "\(money.amount / 100)\(separator)\(twoDigits(money.amount % 100)) \(money.currency.text)"
    }

    /// Returns the date as Russian and Belarusian write it, such as `21.11.2026`.
    private static func text(_ date: LocalDate) -> String {
        "\(twoDigits(date.day)).\(twoDigits(date.month)).\(date.year)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
