public import Values

/// The error of a call; one registry serves the line protocol, HTTP and the documentation.
///
/// An open struct rather than an enum, so that today's client can decode a code added tomorrow.
public struct ErrorCode: Hashable, Sendable {
    /// The condition under which the same call can be sent again.
    public enum Retry: String, Hashable, Sendable {
        /// Never: the call itself is at fault.
        case never
        /// After signing in.
        case afterSignIn
        /// After the `retryAfterMs` that the answer carries.
        case afterDelay
        /// Only if the method is idempotent or the call carried an idempotency key.
        case ifIdempotent
        /// At once, on another connection.
        case elsewhere
    }

    /// The number on the line protocol (JSON-RPC `error.code`).
    public let number: Int
    /// The stable name, which ends ``typeURI``.
    public let name: String
    /// The corresponding HTTP status.
    public let httpStatus: Int
    /// The condition under which the call can be repeated.
    public let retry: Retry
    /// The fixed title; never the cause.
    public let title: UserText
    /// The English title.
    public var message: String { title.english }

    init(_ number: Int, _ name: String, http httpStatus: Int, retry: Retry, _ title: UserText) {
        self.number = number
        self.name = name
        self.httpStatus = httpStatus
        self.retry = retry
        self.title = title
    }

    public static func == (left: ErrorCode, right: ErrorCode) -> Bool { left.number == right.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ErrorCode {
    public static let parseError = ErrorCode(
        -32700, "parse-error", http: 400, retry: .never,
        UserText("The text is not valid JSON", ru: "Это не JSON или в нём ошибка", be: "Гэта не JSON або ў ім памылка"))
    public static let invalidRequest = ErrorCode(
        -32600, "invalid-request", http: 400, retry: .never,
        UserText("The request is not a valid call", ru: "Запрос составлен неверно", be: "Запыт складзены няправільна"))
    public static let methodNotFound = ErrorCode(
        -32601, "method-not-found", http: 404, retry: .never,
        UserText("There is no such method", ru: "Такого метода нет", be: "Такога метаду няма"))
    public static let invalidParams = ErrorCode(
        -32602, "invalid-params", http: 422, retry: .never,
        UserText("The parameters are not valid", ru: "Проверьте введённые данные", be: "Праверце ўведзеныя даныя"))
    public static let `internal` = ErrorCode(
        -32603, "internal", http: 500, retry: .never,
        UserText(
            "Something went wrong on our side", ru: "Произошла ошибка на нашей стороне",
            be: "Адбылася памылка з нашага боку"))
    public static let unauthenticated = ErrorCode(
        -32001, "unauthenticated", http: 401, retry: .afterSignIn,
        UserText("Sign in first", ru: "Сначала войдите", be: "Спачатку ўвайдзіце"))
    /// A password or code is wrong; unlike `unauthenticated`, it says nothing about the access token.
    public static let wrongCredentials = ErrorCode(
        -32002, "wrong-credentials", http: 403, retry: .never,
        UserText("Wrong password or code", ru: "Неверный пароль или код", be: "Няправільны пароль або код"))
    public static let forbidden = ErrorCode(
        -32003, "forbidden", http: 403, retry: .never,
        UserText("This is not allowed", ru: "Это не разрешено", be: "Гэта не дазволена"))
    public static let notFound = ErrorCode(
        -32004, "not-found", http: 404, retry: .never,
        UserText("Nothing was found", ru: "Ничего не найдено", be: "Нічога не знойдзена"))
    public static let quotaExceeded = ErrorCode(
        -32005, "quota-exceeded", http: 429, retry: .afterDelay,
        UserText("Too many requests", ru: "Слишком много запросов", be: "Занадта шмат запытаў"))
    public static let conflict = ErrorCode(
        -32006, "conflict", http: 409, retry: .never,
        UserText("The call conflicts with the current state", ru: "Это сейчас невозможно", be: "Гэта цяпер немагчыма"))
    public static let tooLarge = ErrorCode(
        -32007, "too-large", http: 413, retry: .never,
        UserText("The request is too large", ru: "Запрос слишком велик", be: "Запыт занадта вялікі"))
    public static let deadlineExceeded = ErrorCode(
        -32008, "deadline-exceeded", http: 504, retry: .ifIdempotent,
        UserText("The call did not finish in time", ru: "Ответ не пришёл вовремя", be: "Адказ не прыйшоў своечасова"))
    public static let unavailable = ErrorCode(
        -32009, "unavailable", http: 503, retry: .afterDelay,
        UserText(
            "The service is not available right now", ru: "Сервис сейчас недоступен", be: "Сэрвіс цяпер недаступны"))
    public static let overloaded = ErrorCode(
        -32010, "overloaded", http: 503, retry: .afterDelay,
        UserText("The server is overloaded", ru: "Сервер перегружен", be: "Сервер перагружаны"))
    public static let badUpstream = ErrorCode(
        -32011, "bad-upstream", http: 502, retry: .never,
        UserText(
            "An upstream service returned an invalid response", ru: "Сторонний сервис вернул некорректный ответ",
            be: "Старонні сэрвіс вярнуў некарэктны адказ"))
    public static let draining = ErrorCode(
        -32012, "draining", http: 503, retry: .elsewhere,
        UserText(
            "This server is shutting down; reconnect", ru: "Этот сервер завершает работу, подключитесь снова",
            be: "Гэты сервер завяршае працу, падключыцеся зноў"))
    public static let idempotencyMismatch = ErrorCode(
        -32013, "idempotency-mismatch", http: 422, retry: .never,
        UserText(
            "The idempotency key was used for another call",
            ru: "Ключ идемпотентности уже использован для другого запроса",
            be: "Ключ ідэмпатэнтнасці ўжо выкарыстаны для іншага запыту"))
    public static let cancelled = ErrorCode(
        -32800, "cancelled", http: 499, retry: .never,
        UserText("The call was cancelled", ru: "Запрос отменён", be: "Запыт скасаваны"))

    /// All codes, in the order of the documentation.
    public static let all: [ErrorCode] = [
        parseError, invalidRequest, methodNotFound, invalidParams, `internal`, unauthenticated, wrongCredentials,
        forbidden,
        notFound,
        quotaExceeded, conflict, tooLarge, deadlineExceeded, unavailable, overloaded, badUpstream, draining,
        idempotencyMismatch, cancelled,
    ]

    /// Looks up the code with a number; `nil` if the registry does not contain it.
    public init?(number: Int) {
        guard let known = ErrorCode.all.first(where: { $0.number == number }) else { return nil }
        self = known
    }

    /// The type as a URI reference (RFC 9457), such as `/problems/quota-exceeded`.
    ///
    /// Sent as `data.type` on lines and as `type` over HTTP. The gateway answers a GET of it with a short description
    /// of the error.
    public var typeURI: String { "/problems/\(name)" }

    /// True if a client can send the same call again later without changing it.
    ///
    /// False for ``Retry/afterSignIn``: signing in needs a person, and the repeated call carries a different token. A
    /// wrong password stays wrong however often it is sent.
    ///
    /// If ``canLeaveOutcomeUnknown`` is true, an individual error may still not be retryable.
    public var isRetryable: Bool { retry != .never && retry != .afterSignIn }

    /// The description of `isRetryable` in the documents.
    static let retryableText =
        "True if the same call can be sent again later, unchanged; false also if the call may have taken effect and "
        + "must not be repeated blindly"

    /// True if some errors of this code do not say whether the call took effect; such an error is not retryable if the
    /// call must not be repeated.
    package var canLeaveOutcomeUnknown: Bool { self == .unavailable || self == .deadlineExceeded }
}
