public import Contract
import Values

/// The reasons of the errors of passkeys.
extension Auth {
    public static let passkeysOff = ErrorReason(
        .conflict, "passkeys-off",
        UserText(
            "Passkeys cannot be used here. Sign in another way.",
            ru: "Ключи доступа здесь не используются. Войдите другим способом.",
            be: "Ключы доступу тут не выкарыстоўваюцца. Увайдзіце іншым спосабам."))
    public static let passkeyInvalid = ErrorReason(
        .wrongCredentials, "passkey-invalid",
        UserText(
            "The passkey was not accepted. Try again, or sign in another way.",
            ru: "Ключ доступа не принят. Попробуйте снова или войдите другим способом.",
            be: "Ключ доступу не прыняты. Паспрабуйце зноў або ўвайдзіце іншым спосабам."))
    public static let tooManyPasskeys = ErrorReason(
        .conflict, "too-many-passkeys",
        UserText(
            "Your account has the maximum number of passkeys. Remove one first.",
            ru: "У вашего профиля уже наибольшее число ключей доступа. Сначала удалите один из них.",
            be: "У вашага профілю ўжо найбольшая колькасць ключоў доступу. Спачатку выдаліце адзін з іх."))
}
