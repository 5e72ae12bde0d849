public import Contract
public import Values

extension Auth {
    /// The value of a rule; its form depends on the rule's kind.
    public struct RuleValue: TextValue {
        public let text: String
        public init(unchecked text: String) { self.text = text }
        public static let maximumLength = 254
        public static let exampleText = "mil.by"
        public static let fieldName: UserText? = UserText("Value", ru: "Значение", be: "Значэнне")
        public static func normalized(_ text: String) -> String { text.trimmed }
    }

    /// A reason that an administrator gives.
    public struct RuleNote: TextValue {
        public let text: String
        public init(unchecked text: String) { self.text = text }
        public static let maximumLength = 500
        public static let exampleText = "Reserved for military institutions"
        public static let fieldName: UserText? = UserText("Reason", ru: "Причина", be: "Прычына")
        public static let controls = ControlCharacters.lineFeeds
        public static func normalized(_ text: String) -> String { text.trimmed }
    }

    /// The text of an appeal.
    public struct AppealText: TextValue {
        public let text: String
        public init(unchecked text: String) { self.text = text }
        public static let minimumLength = 10
        public static let maximumLength = 2_000
        public static let exampleText = "I work in the museum, not in the army."
        public static let fieldName: UserText? = UserText("Your appeal", ru: "Ваше обращение", be: "Ваш зварот")
        public static let controls = ControlCharacters.lineFeeds
        public static func normalized(_ text: String) -> String { text.trimmed }
    }
}

/// The reasons of the errors of rules on who may have an account.
extension Auth {
    public static let accessRefused = ErrorReason(
        .forbidden, "access-refused",
        UserText(
            "Under the rules on members of government military structures, this address, number or network may not have an account. If this is a mistake, you can appeal.",
            ru:
                "По правилам о сотрудниках государственных военных структур профиль с этим адресом, номером или из этой сети недоступен. Если это ошибка, вы можете подать обращение.",
            be:
                "Паводле правіл пра супрацоўнікаў дзяржаўных ваенных структур профіль з гэтым адрасам, нумарам або з гэтай сеткі недаступны. Калі гэта памылка, вы можаце падаць зварот."
        ))
    public static let tooManyAppeals = ErrorReason(
        .quotaExceeded, "too-many-appeals",
        UserText(
            "There were too many appeals for this address or number, or from this network. Try again later.",
            ru: "Для этого адреса или номера либо из этой сети было слишком много обращений. Попробуйте позже.",
            be: "Для гэтага адраса або нумара ці з гэтай сеткі было занадта шмат зваротаў. Паспрабуйце пазней."))
    public static let tooManyRules = ErrorReason(
        .conflict, "too-many-rules",
        UserText(
            "The maximum number of rules is reached. Remove some first.",
            ru: "Достигнуто наибольшее число правил. Сначала удалите ненужные.",
            be: "Дасягнута найбольшая колькасць правілаў. Спачатку выдаліце непатрэбныя."))
    public static let ruleUnknown = ErrorReason(
        .notFound, "rule-unknown",
        UserText("There is no such rule.", ru: "Такого правила нет.", be: "Такога правіла няма."))
    public static let reviewUnknown = ErrorReason(
        .notFound, "review-unknown",
        UserText("There is no such review.", ru: "Такой проверки нет.", be: "Такой праверкі няма."))
    public static let reviewDecided = ErrorReason(
        .conflict, "review-decided",
        UserText(
            "Somebody else has already decided on this.", ru: "Решение по этому случаю уже принято.",
            be: "Рашэнне па гэтым выпадку ўжо прынята."))
}
