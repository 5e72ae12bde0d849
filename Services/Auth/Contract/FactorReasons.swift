public import Contract
import Values

/// The reasons of the errors of second factors.
extension Auth {
    public static let secondFactorRequired = ErrorReason(
        .wrongCredentials, "second-factor-required",
        UserText(
            "Enter the code from your authenticator app to sign in.",
            ru: "Чтобы войти, введите код из приложения-аутентификатора.",
            be: "Каб увайсці, увядзіце код з праграмы-аўтэнтыфікатара."),
        details: SignInChallenge.self)
    public static let signInExpired = ErrorReason(
        .wrongCredentials, "sign-in-expired",
        UserText(
            "The sign-in has expired or was completed before. Sign in again.",
            ru: "Время на вход истекло, или он уже выполнен. Начните вход заново.",
            be: "Час на ўваход скончыўся, або ён ужо выкананы. Пачніце ўваход нанова."))
    /// The meaning of `code-wrong` for codes of an authenticator app.
    static let factorCodeWrong = codeWrong.meaning(
        UserText(
            "The code is wrong, or was used before. Enter the next one.",
            ru: "Код неверен или уже использован. Введите следующий.",
            be: "Код няправільны або ўжо выкарыстаны. Увядзіце наступны."))
    public static let authenticatorSet = ErrorReason(
        .conflict, "authenticator-set",
        UserText(
            "Your account already has an authenticator app. Remove it before you set up another.",
            ru: "У вашего профиля уже есть приложение-аутентификатор. Удалите его, прежде чем настраивать другое.",
            be: "У вашага профілю ўжо ёсць праграма-аўтэнтыфікатар. Выдаліце яе, перш чым наладжваць іншую."))
    public static let authenticatorUnset = ErrorReason(
        .conflict, "authenticator-unset",
        UserText(
            "Your account has no authenticator app. Set it up first.",
            ru: "У вашего профиля нет приложения-аутентификатора. Сначала настройте его.",
            be: "У вашага профілю няма праграмы-аўтэнтыфікатара. Спачатку наладзьце яе."))
}
