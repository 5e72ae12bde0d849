import Values

/// The reasons of errors that any method may have: of the gateway, of connections and of access.
extension ErrorReason {
    // MARK: Calls

    public static let idMissing = ErrorReason(
        .invalidRequest, "id-missing",
        UserText("A call needs an id.", ru: "У запроса должен быть id.", be: "У запыту павінен быць id."))
    public static let idInUse = ErrorReason(
        .invalidRequest, "id-in-use",
        UserText(
            "Another call with this id is still running on this connection.",
            ru: "На этом соединении уже выполняется запрос с таким id.",
            be: "На гэтым злучэнні ўжо выконваецца запыт з такім id."))
    public static let idempotencyKeyMissing = ErrorReason(
        .invalidParams, "idempotency-key-missing",
        UserText(
            "This method needs an idempotency key. Send a new one with each new call, and the same one when you repeat a call.",
            ru: "Этому методу нужен ключ идемпотентности: новый для каждого нового запроса и прежний при повторе.",
            be: "Гэтаму метаду патрэбны ключ ідэмпатэнтнасці: новы для кожнага новага запыту і ранейшы пры паўторы."))
    public static let idempotencyKeyMalformed = ErrorReason(
        .invalidParams, "idempotency-key-malformed",
        UserText(
            "An idempotency key has 1 to 128 printable ASCII characters, without quotation marks or backslashes.",
            ru: "Ключ идемпотентности состоит из 1–128 печатных символов ASCII без кавычек и обратной косой черты.",
            be:
                "Ключ ідэмпатэнтнасці складаецца з 1–128 друкаваных сімвалаў ASCII без двукоссяў і адваротнай касой рысы."
        ))
    public static let contentType = ErrorReason(
        .invalidRequest, "content-type",
        UserText(
            "Content-Type must be application/json.", ru: "Content-Type должен быть application/json.",
            be: "Content-Type павінен быць application/json."))
    public static let bodyNotAllowed = ErrorReason(
        .invalidRequest, "body-not-allowed",
        UserText(
            "GET and DELETE requests must not have a body.", ru: "Запросы GET и DELETE отправляются без тела.",
            be: "Запыты GET і DELETE адпраўляюцца без цела."))
    public static let headerField = ErrorReason(
        .invalidRequest, "header-field",
        UserText(
            "Header fields must be printable ASCII.", ru: "Поля заголовка должны состоять из печатных символов ASCII.",
            be: "Палі загалоўка павінны складацца з друкаваных сімвалаў ASCII."))
    public static let verbNotAllowed = ErrorReason(
        .methodNotFound, "verb-not-allowed",
        UserText(
            "This path does not support this HTTP method. The Allow field lists those that it does.",
            ru: "Этот путь не поддерживает такой метод HTTP. Допустимые методы перечислены в поле Allow.",
            be: "Гэты шлях не падтрымлівае такі метад HTTP. Дапушчальныя метады пералічаны ў полі Allow."))

    // MARK: Access

    public static let twoTokens = ErrorReason(
        .invalidRequest, "two-tokens",
        UserText(
            "The token must be sent either in Authorization or in meta.token, not in both.",
            ru: "Токен нужно передать либо в Authorization, либо в meta.token, но не дважды.",
            be: "Токен трэба перадаць або ў Authorization, або ў meta.token, але не двойчы."))
    /// `two-tokens` of the methods that read the session's cookie.
    public static let twoRefreshTokens = twoTokens.meaning(
        UserText(
            "The refresh token must be sent either in the body or in the cookie, not in both.",
            ru: "Токен обновления нужно передать либо в теле запроса, либо в cookie, но не дважды.",
            be: "Токен абнаўлення трэба перадаць або ў целе запыту, або ў cookie, але не двойчы."))
    public static let foreignOrigin = ErrorReason(
        .forbidden, "foreign-origin",
        UserText(
            "Only pages of this site may use the session's cookie.",
            ru: "Использовать cookie сеанса могут только страницы этого сайта.",
            be: "Выкарыстоўваць cookie сеанса могуць толькі старонкі гэтага сайта."))
    public static let tokenMalformed = ErrorReason(
        .unauthenticated, "token-malformed",
        UserText("The access token is malformed.", ru: "Токен доступа повреждён.", be: "Токен доступу пашкоджаны."))
    public static let tokenKeyUnknown = ErrorReason(
        .unauthenticated, "token-key-unknown",
        UserText(
            "The access token is signed with an unknown key. Refresh it.",
            ru: "Токен доступа подписан неизвестным ключом. Обновите его.",
            be: "Токен доступу падпісаны невядомым ключом. Абнавіце яго."))
    public static let tokenSignatureWrong = ErrorReason(
        .unauthenticated, "token-signature-wrong",
        UserText(
            "The signature of the access token is wrong.", ru: "Подпись токена доступа неверна.",
            be: "Подпіс токена доступу няправільны."))
    public static let tokenExpired = ErrorReason(
        .unauthenticated, "token-expired",
        UserText(
            "The access token has expired. Refresh it.", ru: "Срок действия токена доступа истёк. Обновите его.",
            be: "Тэрмін дзеяння токена доступу скончыўся. Абнавіце яго."))
    public static let tokenNotYetValid = ErrorReason(
        .unauthenticated, "token-not-yet-valid",
        UserText(
            "The access token is not valid yet.", ru: "Токен доступа ещё не действует.",
            be: "Токен доступу яшчэ не дзейнічае."))
    public static let tokenNotForUs = ErrorReason(
        .unauthenticated, "token-not-for-us",
        UserText(
            "The access token was issued for another system.", ru: "Токен доступа выдан для другой системы.",
            be: "Токен доступу выдадзены для іншай сістэмы."))
    public static let sessionEnded = ErrorReason(
        .unauthenticated, "session-ended",
        UserText(
            "The session has ended. Sign in again.", ru: "Сеанс завершён. Войдите снова.",
            be: "Сеанс завершаны. Увайдзіце зноў."))
    // MARK: Load

    public static let addressGuard = ErrorReason(
        .quotaExceeded, "address",
        UserText(
            "Too many requests came from this network. Wait a moment.",
            ru: "Из этой сети пришло слишком много запросов. Подождите немного.",
            be: "З гэтай сеткі прыйшло занадта шмат запытаў. Пачакайце крыху."))
    public static let tooManyInFlight = ErrorReason(
        .overloaded, "too-many-in-flight",
        UserText(
            "Too many of your calls are running at once. Wait for one to finish.",
            ru: "Одновременно выполняется слишком много ваших запросов. Дождитесь завершения одного из них.",
            be: "Адначасова выконваецца занадта шмат вашых запытаў. Дачакайцеся завяршэння аднаго з іх."))
    public static let tooManyConnections = ErrorReason(
        .overloaded, "too-many-connections",
        UserText(
            "There are too many connections. Try again later.", ru: "Слишком много соединений. Попробуйте позже.",
            be: "Занадта шмат злучэнняў. Паспрабуйце пазней."))
    public static let noReplica = ErrorReason(
        .unavailable, "no-replica",
        UserText(
            "The service is not running at the moment. Try again in a few seconds.",
            ru: "Сервис сейчас не запущен. Повторите попытку через несколько секунд.",
            be: "Сэрвіс цяпер не запушчаны. Паўтарыце спробу праз некалькі секунд."))
    public static let connectionLost = ErrorReason(
        .unavailable, "connection-lost",
        UserText(
            "The connection to the service was lost. Check whether the call took effect before you repeat it.",
            ru: "Связь с сервисом прервалась. Прежде чем повторять запрос, проверьте, не выполнен ли он.",
            be: "Сувязь з сэрвісам перарвалася. Перш чым паўтараць запыт, праверце, ці не выкананы ён."))
    public static let shuttingDown = ErrorReason(
        .unavailable, "shutting-down",
        UserText(
            "The service is shutting down. Check whether the call took effect before you repeat it.",
            ru: "Сервис завершает работу. Прежде чем повторять запрос, проверьте, не выполнен ли он.",
            be: "Сэрвіс завяршае працу. Перш чым паўтараць запыт, праверце, ці не выкананы ён."))
    public static let notIntroduced = ErrorReason(
        .forbidden, "not-introduced",
        UserText(
            "Only processes of Vokol may make calls on behalf of a user.",
            ru: "Отправлять запросы от имени пользователя могут только процессы Vokol.",
            be: "Адпраўляць запыты ад імя карыстальніка могуць толькі працэсы Vokol."))
}
