public import Contract
import Values

/// The reasons of the errors of accounts, sessions and tokens.
extension Auth {
    public static let declarationRequired = ErrorReason(
        .forbidden, "declaration-required",
        UserText(
            "Members of government military structures may not register.",
            ru: "Сотрудники государственных военных структур не могут зарегистрироваться.",
            be: "Супрацоўнікі дзяржаўных ваенных структур не могуць зарэгістравацца."))
    public static let declarationOutdated = ErrorReason(
        .conflict, "declaration-outdated",
        UserText(
            "The text of the declaration has changed. Read the new one and confirm it.",
            ru: "Текст заявления изменился. Прочитайте новый и подтвердите его.",
            be: "Тэкст заявы змяніўся. Прачытайце новы і пацвердзіце яго."),
        details: OutdatedDeclaration.self)
    public static let tooManyRegistrations = ErrorReason(
        .quotaExceeded, "too-many-registrations",
        UserText(
            "There were too many registrations with this e-mail address or from this network. Try again later.",
            ru: "С этим адресом электронной почты или из этой сети было слишком много регистраций. Попробуйте позже.",
            be: "З гэтым адрасам электроннай пошты або з гэтай сеткі было занадта шмат рэгістрацый. Паспрабуйце пазней."
        ))
    /// The meaning of ``tooManyRegistrations`` where somebody who is signed in asks for a code.
    static let tooManyMailCodes = tooManyRegistrations.meaning(
        UserText(
            "Too many codes were requested for this e-mail address or from this network. Try again later.",
            ru: "Для этого адреса электронной почты или из этой сети запрошено слишком много кодов. Попробуйте позже.",
            be: "Для гэтага адраса электроннай пошты або з гэтай сеткі запытана занадта шмат кодаў. Паспрабуйце пазней."
        ))
    public static let registrationExpired = ErrorReason(
        .forbidden, "registration-expired",
        UserText(
            "The confirmation of your phone number has expired. Request a new code.",
            ru: "Срок подтверждения номера телефона истёк. Запросите новый код.",
            be: "Тэрмін пацвярджэння нумара тэлефона скончыўся. Запытайце новы код."))

    public static let codeWrong = ErrorReason(
        .wrongCredentials, "code-wrong",
        UserText(
            "The code is wrong. Check it and try again.",
            ru: "Код неверен. Проверьте его и введите снова.",
            be: "Код няправільны. Праверце яго і ўвядзіце зноў."),
        details: TriesLeft.self)
    public static let codeExpired = ErrorReason(
        .wrongCredentials, "code-expired",
        UserText(
            "The code has expired or has already been used. Request a new one.",
            ru: "Код устарел или уже использован. Запросите новый.",
            be: "Код састарэў або ўжо выкарыстаны. Запытайце новы."))
    public static let countryNotServed = ErrorReason(
        .invalidParams, "country-not-served",
        UserText(
            "Codes are not sent to numbers in this country. Use another number.",
            ru: "На номера этой страны коды не отправляются. Укажите другой номер.",
            be: "На нумары гэтай краіны коды не адпраўляюцца. Укажыце іншы нумар."))
    public static let tooManyCodes = ErrorReason(
        .quotaExceeded, "too-many-codes",
        UserText(
            "Too many codes were requested. Wait before you request another.",
            ru: "Запрошено слишком много кодов. Подождите, прежде чем запрашивать новый.",
            be: "Запытана занадта шмат кодаў. Пачакайце, перш чым запытваць новы."))
    public static let codesPaused = ErrorReason(
        .unavailable, "codes-paused",
        UserText(
            "Codes cannot be sent at the moment. Try again later.",
            ru: "Сейчас коды не отправляются. Попробуйте позже.",
            be: "Цяпер коды не адпраўляюцца. Паспрабуйце пазней."))

    public static let credentialsWrong = ErrorReason(
        .wrongCredentials, "credentials-wrong",
        UserText(
            "The e-mail address or the password is wrong.",
            ru: "Неверный адрес электронной почты или пароль.",
            be: "Няправільны адрас электроннай пошты або пароль."),
        details: TriesLeft.self)
    public static let tooManyAttempts = ErrorReason(
        .quotaExceeded, "too-many-attempts",
        UserText(
            "Too many attempts have failed. Wait before you try again.",
            ru: "Слишком много неудачных попыток. Подождите, прежде чем пробовать снова.",
            be: "Занадта шмат няўдалых спроб. Пачакайце, перш чым спрабаваць зноў."))
    public static let sessionEnded = ErrorReason.sessionEnded
    public static let signInAgain = ErrorReason(
        .forbidden, "sign-in-again",
        UserText(
            "This is possible only within ten minutes of signing in. Sign in again.",
            ru: "Это можно сделать только в течение десяти минут после входа. Войдите снова.",
            be: "Гэта можна зрабіць толькі на працягу дзесяці хвілін пасля ўваходу. Увайдзіце зноў."))
    public static let phoneTaken = ErrorReason(
        .conflict, "phone-taken",
        UserText(
            "Another account uses this phone number. Give a different one.",
            ru: "Этот номер уже используется для входа в другой профиль. Укажите другой.",
            be: "Гэты нумар ужо выкарыстоўваецца для ўваходу ў іншы профіль. Укажыце іншы."))

    public static let passwordCommon = ErrorReason(
        .invalidParams, "password-common",
        UserText(
            "The password is too easy to guess. Choose another.",
            ru: "Этот пароль слишком легко угадать. Выберите другой.",
            be: "Гэты пароль занадта лёгка адгадаць. Выберыце іншы."))
    public static let passwordWrong = ErrorReason(
        .wrongCredentials, "password-wrong",
        UserText(
            "The current password is wrong.",
            ru: "Текущий пароль неверен.",
            be: "Цяперашні пароль няправільны."),
        details: TriesLeft.self)
    public static let passwordUnset = ErrorReason(
        .conflict, "password-unset",
        UserText(
            "Your account has no password, because you sign in by phone. Add an e-mail address first.",
            ru:
                "У вашего профиля нет пароля: вы входите по номеру телефона. Сначала добавьте адрес электронной почты.",
            be:
                "У вашага профілю няма пароля: вы ўваходзіце па нумары тэлефона. Спачатку дадайце адрас электроннай пошты."
        ))
    public static let tooManyResets = ErrorReason(
        .quotaExceeded, "too-many-resets",
        UserText(
            "Too many codes were requested for this e-mail address or from this network. Try again later.",
            ru: "Для этого адреса электронной почты или из этой сети запрошено слишком много кодов. Попробуйте позже.",
            be: "Для гэтага адраса электроннай пошты або з гэтай сеткі запытана занадта шмат кодаў. Паспрабуйце пазней."
        ))
    public static let hashingBusy = ErrorReason(
        .overloaded, "hashing-busy",
        UserText(
            "Too many people are signing in at the moment. Try again in a few seconds.",
            ru: "Сейчас входит слишком много людей. Повторите попытку через несколько секунд.",
            be: "Цяпер уваходзіць занадта шмат людзей. Паўтарыце спробу праз некалькі секунд."))

    public static let accountUnknown = ErrorReason(
        .notFound, "account-unknown",
        UserText(
            "There is no such account.",
            ru: "Такого профиля нет.",
            be: "Такога профілю няма."))
    public static let ownRole = ErrorReason(
        .conflict, "own-role",
        UserText(
            "Administrators cannot revoke their own role: there might be nobody left to restore it.",
            ru: "Администратор не может отозвать собственную роль: вернуть её может оказаться некому.",
            be: "Адміністратар не можа адклікаць уласную ролю: магчыма, вярнуць яе не будзе каму."))
}

extension Auth {
    /// The details of `declaration-outdated`.
    public struct OutdatedDeclaration: Codable, Sendable, Equatable {
        /// The version to show and to send; auth.declaration returns its text.
        public var currentVersion: DeclarationVersion
    }

    /// The details of `credentials-wrong`, `password-wrong` and `code-wrong`.
    public struct TriesLeft: Codable, Sendable, Equatable {
        /// The number of tries left: for a password, before the next delay; for a code, before it becomes invalid.
        ///
        /// An address without an account gets the same numbers.
        public var triesLeft: Int
    }
}
