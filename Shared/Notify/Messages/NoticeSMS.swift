public import Contracts

/// What people are told by SMS besides codes: one message in every language.
public enum NoticeSMS {
    /// To the former number of an account, whose number was changed.
    public static func phoneChanged(to former: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The telephone number of your account at Vokol was changed. If it was not you, tell the support at once."
            case .russian: "Номер учётной записи Vokol изменён. Не вы? Сообщите в поддержку."
            case .belarusian: "Нумар уліковага запісу Vokol зменены. Не вы? Напішыце ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: former.text, subject: "", text: text)
    }
}
