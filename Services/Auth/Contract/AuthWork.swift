public import Contract
public import Values

extension Auth {
    public static let workRequired = ErrorReason(
        .forbidden, "work-required",
        UserText(
            "Many codes are being requested at the moment. Request yours again in a moment, or update the app.",
            ru: "Сейчас запрашивают слишком много кодов. Запросите код ещё раз чуть позже или обновите приложение.",
            be: "Цяпер запытваюць занадта шмат кодаў. Запытайце код яшчэ раз крыху пазней або абнавіце праграму."),
        details: RequiredWork.self)

    /// The details of `work-required`: the challenge to solve before the same call is made again.
    public struct RequiredWork: Codable, Sendable, Equatable {
        /// The challenge; for one call to this recipient, and for five minutes.
        public var challenge: WorkChallenge
        /// The number of leading zero bits that the SHA-256 of challenge and solution must have.
        public var bits: Int
    }

    /// The solution of a challenge: a proof that the caller has computed for a while.
    public struct Work: Codable, Sendable, Equatable {
        /// The challenge from the details of `work-required`.
        public var challenge: WorkChallenge
        /// A number that solves it.
        ///
        /// The SHA-256 of the challenge's text, followed by this number in decimal digits, begins with as many zero
        /// bits as `work-required` asked for.
        public var solution: WorkSolution
    }
}

/// A challenge for a proof of work; opaque to clients.
public struct WorkChallenge: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 64
    public static let isOpaque = true
    public static let exampleText = "EABqxV2Aq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ"
    public static let fieldName: UserText? = UserText("Challenge", ru: "Задача", be: "Задача")
}

/// A number that solves a challenge.
public struct WorkSolution: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 0...999_999_999_999_999
    public static let exampleValue = 81_231
    public static let fieldName: UserText? = UserText("Solution", ru: "Решение", be: "Рашэнне")
}
