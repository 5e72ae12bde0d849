public import Values

/// Notices by SMS; each fits into one message in every language.
public enum NoticeSMS {
    /// Returns the notice to an account's former number that the number has changed.
    public static func phoneChanged(to former: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The phone number of your Vokol account was changed. If it was not you, contact support at once."
            case .russian: "Номер учётной записи Vokol изменён. Это не вы? Сообщите в поддержку."
            case .belarusian: "Нумар уліковага запісу Vokol зменены. Не вы? Напішыце ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: former.text, subject: "", text: text)
    }

    /// Returns the notice to an account's number that its password was reset by someone with access to its mail.
    public static func passwordReset(to phone: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The password of your Vokol account was reset by e-mail. If it was not you, contact support at once."
            case .russian: "Пароль Vokol сброшен через эл. почту. Не вы? Сообщите в поддержку."
            case .belarusian: "Пароль Vokol скінуты праз эл. пошту. Не вы? Напішыце ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
    }
}
