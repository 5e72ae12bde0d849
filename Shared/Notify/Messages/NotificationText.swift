public import Contracts

/// What Vokol says to people by message, in their language.
public enum NotificationText: Sendable {
    /// The code that proves an e-mail address, and for how many minutes it can be used.
    case emailCode(code: String, minutes: Int)
    /// Somebody asked for an account with an e-mail address that has one.
    case accountExists

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
        }
    }
}
