public import Contracts

/// What Vokol says to people by message, in their language.
public enum NotificationText: Sendable {
    /// The code that proves the e-mail address of a new account, and for how many minutes it can be used.
    case emailCode(code: String, minutes: Int)
    /// Somebody asked for an account with an e-mail address that has one.
    case accountExists
    /// The code that proves an e-mail address for an account that there is, and for how many minutes it can be used.
    case addressCode(code: String, minutes: Int)
    /// Somebody wanted another account to have an e-mail address that has an account.
    case addressTaken
    /// To the former e-mail address of an account.
    case emailChanged
    /// To the e-mail address of an account that stayed.
    case passwordChanged
    /// The code that replaces a forgotten password, and for how many minutes it can be used.
    case resetCode(code: String, minutes: Int)
    /// Somebody forgot the password of an account with an e-mail address that has none.
    case resetUnknown

    /// The message to a recipient, in `language`.
    public func message(to recipient: EmailAddress, in language: Language) -> OutgoingMessage {
        let (subject, lines) = wording(in: language)
        return OutgoingMessage(
            channel: .email, recipient: recipient.text, subject: subject,
            text: lines.joined(separator: "\n") + "\n")
    }

    private func wording(in language: Language) -> (subject: String, lines: [String]) {
        switch (self, language) {
        case (.emailCode(let code, let minutes), .english):
            (
                "Your code for Vokol",
                [
                    "Your code: \(code)", "",
                    "It confirms this address for your new account and is valid for \(minutes) min.",
                    "Never tell it to anybody. If you did not ask for it, ignore this message.",
                ]
            )
        case (.emailCode(let code, let minutes), .russian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)", "",
                    "Он подтверждает этот адрес для новой учётной записи и действует \(minutes) мин.",
                    "Никому его не сообщайте. Если вы его не запрашивали, не обращайте внимания на это письмо.",
                ]
            )
        case (.emailCode(let code, let minutes), .belarusian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)", "",
                    "Ён пацвярджае гэты адрас для новага ўліковага запісу і дзейнічае \(minutes) хв.",
                    "Нікому яго не паведамляйце. Калі вы яго не запытвалі, не звяртайце ўвагі на гэты ліст.",
                ]
            )
        case (.accountExists, .english):
            (
                "You already have an account at Vokol",
                [
                    "Somebody, perhaps you, asked for a new account at Vokol with this address.",
                    "It has an account already: sign in with it. Nothing was changed.",
                    "If it was not you, ignore this message.",
                ]
            )
        case (.accountExists, .russian):
            (
                "У вас уже есть учётная запись в Vokol",
                [
                    "Кто-то, возможно вы, запросил новую учётную запись в Vokol с этим адресом.",
                    "Она уже есть: войдите в неё. Ничего не изменилось.",
                    "Если это были не вы, не обращайте внимания на это письмо.",
                ]
            )
        case (.accountExists, .belarusian):
            (
                "У вас ужо ёсць уліковы запіс у Vokol",
                [
                    "Нехта, магчыма вы, запытаў новы ўліковы запіс у Vokol з гэтым адрасам.",
                    "Ён ужо ёсць: увайдзіце ў яго. Нічога не змянілася.",
                    "Калі гэта былі не вы, не звяртайце ўвагі на гэты ліст.",
                ]
            )
        case (.addressCode(let code, let minutes), .english):
            (
                "Your code for Vokol",
                [
                    "Your code: \(code)",
                    "",
                    "It confirms this address for your account and is valid for \(minutes) min.",
                    "Never tell it to anybody. If you did not ask for it, ignore this message.",
                ]
            )
        case (.addressCode(let code, let minutes), .russian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)",
                    "",
                    "Он подтверждает этот адрес для вашей учётной записи и действует \(minutes) мин.",
                    "Никому его не сообщайте. Если вы его не запрашивали, не обращайте внимания на это письмо.",
                ]
            )
        case (.addressCode(let code, let minutes), .belarusian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)",
                    "",
                    "Ён пацвярджае гэты адрас для вашага ўліковага запісу і дзейнічае \(minutes) хв.",
                    "Нікому яго не паведамляйце. Калі вы яго не запытвалі, не звяртайце ўвагі на гэты ліст.",
                ]
            )
        case (.addressTaken, .english):
            (
                "This address belongs to your account at Vokol",
                [
                    "Somebody, perhaps you, wanted to use this address for another account at Vokol.",
                    "It belongs to your account and stays there. Nothing was changed.",
                    "If it was not you, ignore this message.",
                ]
            )
        case (.addressTaken, .russian):
            (
                "Этот адрес принадлежит вашей учётной записи в Vokol",
                [
                    "Кто-то, возможно вы, хотел использовать этот адрес для другой учётной записи в Vokol.",
                    "Он принадлежит вашей учётной записи и остаётся у неё. Ничего не изменилось.",
                    "Если это были не вы, не обращайте внимания на это письмо.",
                ]
            )
        case (.addressTaken, .belarusian):
            (
                "Гэты адрас належыць вашаму ўліковаму запісу ў Vokol",
                [
                    "Нехта, магчыма вы, хацеў выкарыстаць гэты адрас для іншага ўліковага запісу ў Vokol.",
                    "Ён належыць вашаму ўліковаму запісу і застаецца ў ім. Нічога не змянілася.",
                    "Калі гэта былі не вы, не звяртайце ўвагі на гэты ліст.",
                ]
            )
        case (.emailChanged, .english):
            (
                "The e-mail address of your account at Vokol was changed",
                [
                    "The e-mail address of your account at Vokol was changed: this one does not sign in any more.",
                    "All other devices were signed out.",
                    "If it was not you, somebody else uses your account: tell the support at once.",
                ]
            )
        case (.emailChanged, .russian):
            (
                "Адрес вашей учётной записи в Vokol изменён",
                [
                    "Адрес электронной почты вашей учётной записи в Vokol изменён: с этим адресом больше не войти.",
                    "На всех остальных устройствах выполнен выход.",
                    "Если это были не вы, вашей учётной записью пользуется кто-то другой: сразу сообщите в поддержку.",
                ]
            )
        case (.emailChanged, .belarusian):
            (
                "Адрас вашага ўліковага запісу ў Vokol зменены",
                [
                    "Адрас электроннай пошты вашага ўліковага запісу ў Vokol зменены: з гэтым адрасам больш не ўвайсці.",
                    "На ўсіх астатніх прыладах выкананы выхад.",
                    "Калі гэта былі не вы, вашым уліковым запісам карыстаецца нехта іншы: адразу паведаміце ў падтрымку.",
                ]
            )
        case (.passwordChanged, .english):
            (
                "The password of your account at Vokol was changed",
                [
                    "The password of your account at Vokol was changed. All other devices were signed out.",
                    "If it was not you, somebody else uses your account: tell the support at once.",
                ]
            )
        case (.passwordChanged, .russian):
            (
                "Пароль вашей учётной записи в Vokol изменён",
                [
                    "Пароль вашей учётной записи в Vokol изменён. На всех остальных устройствах выполнен выход.",
                    "Если это были не вы, вашей учётной записью пользуется кто-то другой: сразу сообщите в поддержку.",
                ]
            )
        case (.passwordChanged, .belarusian):
            (
                "Пароль вашага ўліковага запісу ў Vokol зменены",
                [
                    "Пароль вашага ўліковага запісу ў Vokol зменены. На ўсіх астатніх прыладах выкананы выхад.",
                    "Калі гэта былі не вы, вашым уліковым запісам карыстаецца нехта іншы: адразу паведаміце ў падтрымку.",
                ]
            )
        case (.resetCode(let code, let minutes), .english):
            (
                "Your code for Vokol",
                [
                    "Your code: \(code)", "",
                    "It sets a new password for your account and is valid for \(minutes) min.",
                    "Never tell it to anybody. If you did not ask for it, ignore this message: the password stays.",
                ]
            )
        case (.resetCode(let code, let minutes), .russian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)", "",
                    "С ним можно задать новый пароль вашей учётной записи; он действует \(minutes) мин.",
                    "Никому его не сообщайте. Если вы его не запрашивали, не обращайте внимания на это письмо: пароль прежний.",
                ]
            )
        case (.resetCode(let code, let minutes), .belarusian):
            (
                "Ваш код для Vokol",
                [
                    "Ваш код: \(code)", "",
                    "З ім можна задаць новы пароль вашага ўліковага запісу; ён дзейнічае \(minutes) хв.",
                    "Нікому яго не паведамляйце. Калі вы яго не запытвалі, не звяртайце ўвагі на гэты ліст: пароль ранейшы.",
                ]
            )
        case (.resetUnknown, .english):
            (
                "No account at Vokol signs in with this address",
                [
                    "Somebody, perhaps you, asked for a new password at Vokol with this address.",
                    "No account signs in with it: try another address, or your telephone number.",
                    "If it was not you, ignore this message.",
                ]
            )
        case (.resetUnknown, .russian):
            (
                "С этим адресом нет учётной записи в Vokol",
                [
                    "Кто-то, возможно вы, запросил новый пароль в Vokol с этим адресом.",
                    "С ним не входит ни одна учётная запись: попробуйте другой адрес или номер телефона.",
                    "Если это были не вы, не обращайте внимания на это письмо.",
                ]
            )
        case (.resetUnknown, .belarusian):
            (
                "З гэтым адрасам няма ўліковага запісу ў Vokol",
                [
                    "Нехта, магчыма вы, запытаў новы пароль у Vokol з гэтым адрасам.",
                    "З ім не ўваходзіць ніводзін уліковы запіс: паспрабуйце іншы адрас або нумар тэлефона.",
                    "Калі гэта былі не вы, не звяртайце ўвагі на гэты ліст.",
                ]
            )
        }
    }
}
