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
        case (.closed, .english): "The wake park closes: your booking is cancelled"
        case (.closed, .russian): "Вейк-парк закрывается: ваша бронь отменена"
        case (.closed, .belarusian): "Вэйк-парк зачыняецца: ваша браніраванне адменена"
        case (.decided, .english): "A decision about your booking"
        case (.decided, .russian): "Решение по вашей брони"
        case (.decided, .belarusian): "Рашэнне па вашым браніраванні"
        case (.reversed, .english): "The decision about your booking was taken back"
        case (.reversed, .russian): "Решение по вашей брони отменено"
        case (.reversed, .belarusian): "Рашэнне па вашым браніраванні адменена"
        }
    }

    /// Returns the text, at most 70 characters so that it fits one SMS.
    func text(in language: Language) -> String {
        switch (self, language) {
        case (.closed(let date, let count), .english):
            "Wake park closed \(date): \(count) booking(s) cancelled, free of charge."
        case (.closed(let date, let count), .russian):
            "Парк закрыт \(date). Отменено броней: \(count), без оплаты."
        case (.closed(let date, let count), .belarusian):
            "Парк зачынены \(date). Адменена броняў: \(count), без аплаты."
        case (.decided(.none), .english): "Wake park: your cancellation or absence has no consequences."
        case (.decided(.none), .russian): "Вейк-парк: отмена или неявка останется без последствий."
        case (.decided(.none), .belarusian): "Вэйк-парк: адмена ці няяўка застанецца без наступстваў."
        case (.decided, .english): "Wake park: the decision on your cancellation or absence is in the app."
        case (.decided, .russian): "Вейк-парк: решение по вашей отмене или неявке - в приложении."
        case (.decided, .belarusian): "Вэйк-парк: рашэнне па вашай адмене ці няяўцы - у праграме."
        case (.reversed(nil), .english): "Wake park: the decision about you was taken back."
        case (.reversed(nil), .russian): "Вейк-парк: решение по вам отменено, всё возвращено."
        case (.reversed(nil), .belarusian): "Вэйк-парк: рашэнне па вас адменена, усё вернута."
        case (.reversed(let credit?), .english):
            "Wake park: the decision was taken back. Get \(Self.text(credit)) back at the till."
        case (.reversed(let credit?), .russian): "Вейк-парк: решение отменено. В кассе вам вернут \(Self.text(credit))."
        case (.reversed(let credit?), .belarusian):
            "Вэйк-парк: рашэнне адменена. У касе вам вернуць \(Self.text(credit))."
        }
    }

    /// Returns the amount in rubles and kopecks.
    private static func text(_ money: Money) -> String {
        let kopecks = money.amount % 100
        return "\(money.amount / 100).\(kopecks < 10 ? "0" : "")\(kopecks) \(money.currency.text)"
    }
}
