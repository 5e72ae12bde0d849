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

    /// To the number of an account whose password was replaced by somebody who reads its mail.
    public static func passwordReset(to phone: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The password of your account at Vokol was replaced by e-mail. If it was not you, tell the support at once."
            case .russian: "Пароль Vokol заменён по эл. почте. Не вы? Сообщите в поддержку."
            case .belarusian: "Пароль Vokol заменены праз эл. пошту. Не вы? Напішыце ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
    }
}
