public import Values

/// Notices by SMS; each fits into one message in every language.
public enum NoticeSMS {
    /// Returns the notice to an account's former number that the number has changed.
    public static func phoneChanged(to former: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The phone number of your Vokol account was changed. If this was not you, contact support at once."
            case .russian: "Номер телефона в «Воколе» изменён. Не вы? Обратитесь в поддержку."
            case .belarusian: "Нумар тэлефона ў «Воколе» зменены. Не вы? Звярніцеся ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: former.text, subject: "", text: text)
    }

    /// Returns the notice to an account's number that its password was reset by someone with access to its mail.
    public static func passwordReset(to phone: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english:
                "The password of your Vokol account was reset by e-mail. If this was not you, contact support at once."
            case .russian: "Пароль «Вокола» сброшен по эл. почте. Не вы? Обратитесь в поддержку."
            case .belarusian: "Пароль «Вокола» скінуты праз эл. пошту. Не вы? Звярніцеся ў падтрымку."
            }
        return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
    }

    /// Returns the notice to an account's number that the account will be deleted.
    public static func deletionScheduled(to phone: PhoneNumber, in language: Language) -> OutgoingMessage {
        let text =
            switch language {
            case .english: "Your Vokol account will be deleted. If this was not you, sign in and keep it."
            case .russian: "Профиль «Вокола» будет удалён. Не вы? Войдите и оставьте его."
            case .belarusian: "Профіль «Вокола» будзе выдалены. Не вы? Увайдзіце і пакіньце яго."
            }
        return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
    }
}
