/// A fault in a value that a client sent: a stable rule, its limits, and words for people.
public struct ValueFault: Error, Hashable, Sendable {
    /// The value of a limit.
    public enum Limit: Hashable, Sendable {
        case number(Double)
        case text(String)
        case texts([String])
    }

    /// The stable identifier of the violated rule, such as `too-short`.
    public let rule: String
    /// The limits of the rule by name, such as `min`, in a fixed order.
    public let limits: [(name: String, value: Limit)]
    /// Words for people: in English a predicate (“must not be empty”), else what follows the field's name and a colon.
    public let words: UserText

    public init(_ rule: String, limits: [(name: String, value: Limit)] = [], _ words: UserText) {
        self.rule = rule
        self.limits = limits
        self.words = words
    }

    public static func == (left: ValueFault, right: ValueFault) -> Bool {
        left.rule == right.rule && left.words == right.words
            && left.limits.elementsEqual(right.limits) { $0.name == $1.name && $0.value == $1.value }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rule)
        hasher.combine(words)
    }

    /// True for a fault of the member itself, whose name tells a developer what is wrong.
    public var isAboutName: Bool { self == .unknownMember || self == .repeated }

    /// The fault as a sentence about the parameters as a whole.
    public var sentenceAboutRequest: UserText { sentence(about: UserText("The request", ru: "Запрос", be: "Запыт")) }

    /// The fault as a sentence that stands beside a field without a name for people.
    public var sentenceBesideField: UserText {
        let words = words.capitalized
        return UserText("This field \(self.words.english)", ru: words.russian, be: words.belarusian)
    }

    /// Returns the fault as a sentence about a field with a name.
    public func sentence(about field: UserText) -> UserText {
        UserText(
            "\(field.english) \(words.english)", ru: "\(field.russian): \(words.russian)",
            be: "\(field.belarusian): \(words.belarusian)")
    }
}

// MARK: Rules of every value

extension ValueFault {
    /// A JSON type, as schemas name it.
    public enum JSONType: String, Sendable {
        case string, integer, number, boolean, object, array
    }

    public static let required = ValueFault(
        "required", UserText("is required", ru: "обязательное поле", be: "абавязковае поле"))
    /// An optional member is `null`; absent is the only way to give no value.
    public static let null = ValueFault(
        "not-null",
        UserText(
            "must not be null; leave it out instead", ru: "null недопустим — просто не указывайте это поле",
            be: "null недапушчальны — проста не ўказвайце гэта поле"))
    public static let unknownMember = ValueFault(
        "unknown-member", UserText("is not a known member", ru: "такого поля нет", be: "такога поля няма"))
    public static let repeated = ValueFault(
        "repeated", UserText("must be given once", ru: "укажите только один раз", be: "укажыце толькі адзін раз"))
    /// A fault that no other rule describes.
    public static let invalid = ValueFault(
        "invalid", UserText("is not valid", ru: "недопустимое значение", be: "недапушчальнае значэнне"))

    /// The text of a call cannot be read.
    ///
    /// - Parameters:
    ///   - reason: the reason, for the developer of the client.
    ///   - byte: the offset of the fault; `nil` if it has none.
    public static func malformed(_ reason: UserText, byte: Int? = nil) -> ValueFault {
        let (english, other) = (byte.map { " (byte \($0))" } ?? "", byte.map { " (байт \($0))" } ?? "")
        return ValueFault(
            "malformed", limits: byte.map { [("byte", .number(Double($0)))] } ?? [],
            UserText(
                "is malformed: \(reason.english)\(english)", ru: "ошибка в записи — \(reason.russian)\(other)",
                be: "памылка ў запісе — \(reason.belarusian)\(other)"))
    }

    /// The value has another type.
    public static func type(_ type: JSONType) -> ValueFault {
        let words =
            switch type {
            case .string: UserText("must be a string", ru: "нужна строка", be: "патрэбны радок")
            case .integer: UserText("must be an integer", ru: "нужно целое число", be: "патрэбны цэлы лік")
            case .number: UserText("must be a number", ru: "нужно число", be: "патрэбны лік")
            case .boolean:
                UserText("must be true or false", ru: "нужно true или false", be: "патрэбна true або false")
            case .object: UserText("must be an object", ru: "нужен объект", be: "патрэбны аб’ект")
            case .array: UserText("must be an array", ru: "нужен массив", be: "патрэбны масіў")
            }
        return ValueFault("type", limits: [("type", .text(type.rawValue))], words)
    }

    /// The value is none of a closed list.
    public static func unknownValue(allowed: [String]) -> ValueFault {
        let list = allowed.joined(separator: ", ")
        return ValueFault(
            "unknown-value", limits: [("values", .texts(allowed))],
            UserText(
                "must be one of: \(list)", ru: "допустимые значения: \(list)", be: "дапушчальныя значэнні: \(list)"))
    }

    /// The number lies outside its range.
    public static func range(_ minimum: some CustomStringConvertible, _ maximum: some CustomStringConvertible)
        -> ValueFault
    {
        let (low, high) = (Self.plain(minimum), Self.plain(maximum))
        return ValueFault(
            "range", limits: [("min", .number(Double(low) ?? 0)), ("max", .number(Double(high) ?? 0))],
            UserText(
                "must be from \(low) to \(high)", ru: "допустимо от \(low) до \(high)",
                be: "дапушчальна ад \(low) да \(high)"))
    }

    /// The number is no multiple of a step.
    public static func step(_ step: Int) -> ValueFault {
        ValueFault(
            "step", limits: [("step", .number(Double(step)))],
            UserText(
                "must be a multiple of \(step)", ru: "нужно число, кратное \(step)", be: "патрэбны лік, кратны \(step)")
        )
    }

    /// The list has too many items.
    public static func tooMany(maximum: Int) -> ValueFault {
        ValueFault(
            "too-many", limits: [("max", .number(Double(maximum)))],
            UserText(
                "must have at most \(maximum) \(maximum == 1 ? "item" : "items")",
                ru: "можно не больше \(Self.russianItems.counting(maximum))",
                be: "можна не больш за \(Self.belarusianItems.counting(maximum))"))
    }

    /// Two items of the list are the same.
    public static let unique = ValueFault(
        "unique",
        UserText(
            "must not repeat an item", ru: "элементы не должны повторяться", be: "элементы не павінны паўтарацца"))

    private static let russianItems = CountedNoun(one: "элемента", few: "элементов", many: "элементов")
    private static let belarusianItems = CountedNoun(one: "элемент", few: "элементы", many: "элементаў")

    /// Returns a whole number without a fraction: `90`, not `90.0`.
    private static func plain(_ number: some CustomStringConvertible) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

// MARK: Rules of texts

extension ValueFault {
    /// The text has too few characters.
    public static func tooShort(minimum: Int) -> ValueFault {
        let words =
            minimum == 1
            ? UserText("must not be empty", ru: "заполните это поле", be: "запоўніце гэта поле")
            : UserText(
                "must have at least \(minimum) characters",
                ru: "нужно не меньше \(Self.russianCharacters.counting(minimum))",
                be: "патрэбна не менш за \(Self.belarusianCharacters.counting(minimum))")
        return ValueFault("too-short", limits: [("min", .number(Double(minimum)))], words)
    }

    /// The text has too many characters.
    public static func tooLong(maximum: Int) -> ValueFault {
        ValueFault(
            "too-long", limits: [("max", .number(Double(maximum)))],
            UserText(
                "must have at most \(maximum) \(maximum == 1 ? "character" : "characters")",
                ru: "можно не больше \(Self.russianCharacters.counting(maximum))",
                be: "можна не больш за \(Self.belarusianCharacters.counting(maximum))"))
    }

    public static let controlCharacters = ValueFault(
        "control-characters",
        UserText(
            "must not contain control characters", ru: "уберите управляющие символы", be: "прыбярыце кіроўныя сімвалы"))
    public static let controlCharactersButLineFeeds = ValueFault(
        "control-characters",
        UserText(
            "must not contain control characters other than line feeds",
            ru: "уберите управляющие символы, кроме переводов строки",
            be: "прыбярыце кіроўныя сімвалы, акрамя пераводаў радка"))
    public static let nulCharacter = ValueFault(
        "control-characters",
        UserText("must not contain a NUL character", ru: "уберите символ NUL", be: "прыбярыце сімвал NUL"))
    public static let invisibleCharacters = ValueFault(
        "invisible-characters",
        UserText(
            "must contain visible characters only", ru: "уберите невидимые символы", be: "прыбярыце нябачныя сімвалы"))

    /// The text does not have its format.
    ///
    /// - Parameter name: the format's stable name, such as `email`.
    public static func format(_ name: String, _ words: UserText) -> ValueFault {
        ValueFault("format", limits: [("format", .text(name))], words)
    }

    private static let russianCharacters = CountedNoun(one: "символа", few: "символов", many: "символов")
    private static let belarusianCharacters = CountedNoun(one: "сімвал", few: "сімвалы", many: "сімвалаў")
}

// MARK: Formats that several services use

extension ValueFault {
    public static let email = format(
        "email",
        UserText(
            "must be an e-mail address, such as ada@example.org",
            ru: "нужен адрес электронной почты, например ada@example.org",
            be: "патрэбны адрас электроннай пошты, напрыклад ada@example.org"))
    public static let phone = format(
        "phone",
        UserText(
            "must be a phone number, such as +375 29 123-45-67",
            ru: "нужен номер телефона, например +375 29 123-45-67",
            be: "патрэбны нумар тэлефона, напрыклад +375 29 123-45-67"))
    public static let date = format(
        "date",
        UserText(
            "must be a date that exists, such as 2026-11-23", ru: "нужна существующая дата, например 2026-11-23",
            be: "патрэбна дата, якая існуе, напрыклад 2026-11-23"))
    public static let instant = format(
        "date-time",
        UserText(
            "must be a date and time with an offset from UTC, such as 2026-11-23T09:30:00Z",
            ru: "нужны дата и время со смещением от UTC, например 2026-11-23T09:30:00Z",
            be: "патрэбны дата і час са зрушэннем ад UTC, напрыклад 2026-11-23T09:30:00Z"))
    public static let timeOfDay = format(
        "time",
        UserText("must be a time such as 09:30", ru: "нужно время, например 09:30", be: "патрэбны час, напрыклад 09:30")
    )
    public static let timeZone = format(
        "time-zone",
        UserText(
            "must be the name of a time zone, such as Europe/Minsk",
            ru: "нужно название часового пояса, например Europe/Minsk",
            be: "патрэбна назва часавога пояса, напрыклад Europe/Minsk"))
    public static let countryCode = format(
        "country-code",
        UserText(
            "must be a two-letter country code, such as BY", ru: "нужен двухбуквенный код страны, например BY",
            be: "патрэбны двухлітарны код краіны, напрыклад BY"))
    public static let currencyCode = format(
        "currency-code",
        UserText(
            "must be a currency code, such as BYN", ru: "нужен код валюты, например BYN",
            be: "патрэбны код валюты, напрыклад BYN"))
    public static let uuid = format("uuid", UserText("must be a UUID", ru: "нужен UUID", be: "патрэбны UUID"))
    public static let digits = format(
        "digits", UserText("must contain digits only", ru: "нужны только цифры", be: "патрэбны толькі лічбы"))
    public static let slug = format(
        "slug",
        UserText(
            "must contain lower-case Latin letters, digits and hyphens only",
            ru: "нужны только строчные латинские буквы, цифры и дефисы",
            be: "патрэбны толькі малыя лацінскія літары, лічбы і злучкі"))
    public static let base64URL = format(
        "base64url",
        UserText(
            "must be base64url without padding", ru: "нужна строка base64url без дополнения",
            be: "патрэбны радок base64url без дапаўнення"))
    public static let location = format(
        "location",
        UserText(
            #"must be an object such as {"latitude":53.9,"longitude":27.56}"#,
            ru: #"нужен объект, например {"latitude":53.9,"longitude":27.56}"#,
            be: #"патрэбны аб’ект, напрыклад {"latitude":53.9,"longitude":27.56}"#))
    public static let cursor = format(
        "cursor",
        UserText(
            "must be a cursor of this list", ru: "нужен курсор этого же списка", be: "патрэбны курсор гэтага ж спіса"))
}

// MARK: Rules that relate members

extension ValueFault {
    /// The member must not be given together with another.
    public static func exclusive(with other: String) -> ValueFault {
        ValueFault(
            "exclusive", limits: [("members", .texts([other]))],
            UserText(
                "must not be given together with \(other)", ru: "нельзя указывать вместе с \(other)",
                be: "нельга ўказваць разам з \(other)"))
    }

    /// The member has a meaning only together with another.
    public static func together(with other: String) -> ValueFault {
        ValueFault(
            "together", limits: [("members", .texts([other]))],
            UserText(
                "must be given together with \(other)", ru: "укажите вместе с \(other)", be: "укажыце разам з \(other)")
        )
    }

    /// One of several groups of members must be given.
    public static func either(_ groups: [[String]]) -> ValueFault {
        func text(and: String, or: String) -> String {
            groups.map { members in
                let last = members.suffix(2).joined(separator: " \(and) ")
                return (members.dropLast(2) + [last]).joined(separator: ", ")
            }.joined(separator: " \(or) ")
        }
        return ValueFault(
            "either", limits: [("members", .texts(groups.flatMap { $0 }))],
            UserText(
                "must contain either \(text(and: "and", or: "or"))", ru: "укажите \(text(and: "и", or: "или"))",
                be: "укажыце \(text(and: "і", or: "або"))"))
    }

    /// The time is not after that of another member.
    public static func after(_ other: String) -> ValueFault {
        ValueFault(
            "after", limits: [("members", .texts([other]))],
            UserText(
                "must be after \(other)", ru: "должно быть позже, чем \(other)", be: "павінна быць пазней за \(other)"))
    }

    public static let future = ValueFault(
        "future", UserText("must be in the future", ru: "нужно время в будущем", be: "патрэбны час у будучыні"))
}

extension DecodingError {
    /// Creates the error of an `init(from:)` that finds a fault in the value.
    public init(_ fault: ValueFault, at path: [any CodingKey]) {
        self = .dataCorrupted(
            Context(codingPath: path, debugDescription: fault.words.english, underlyingError: fault))
    }
}
