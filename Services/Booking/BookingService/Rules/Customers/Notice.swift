import BookingContract
import Notify
import Values

/// What the park tells people: by SMS, each in one message, or by e-mail to those who have no telephone here.
enum BookingMessage: Sendable, Equatable {
    /// The park closed: so many bookings from this date on were cancelled.
    case closed(date: LocalDate, count: Int)
    /// A late cancellation or a no-show was decided.
    case decided(SanctionKind)
    /// A decision was taken back; what was paid for it the park owes.
    case reversed(credit: Money?)

    /// The message to a customer, in the customer's language; `nil` for somebody with neither telephone nor address.
    func message(to customer: CustomerRow) -> OutgoingMessage? {
        let text = text(in: customer.language)
        if let phone = customer.phone {
            return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
        }
        return customer.email.map { email in
            OutgoingMessage(
                channel: .email, recipient: email.text, subject: subject(in: customer.language), text: text + "\n")
        }
    }

    private func subject(in language: Language) -> String {
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

    /// At most 70 characters, so that it is paid for once.
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

    /// An amount as people write it; a ruble has a hundred kopecks.
    private static func text(_ money: Money) -> String {
        let kopecks = money.amount % 100
        return "\(money.amount / 100).\(kopecks < 10 ? "0" : "")\(kopecks) \(money.currency.text)"
    }
}
