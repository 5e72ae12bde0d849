public import Values
public import Wire

extension WireError.Reason {
    /// The fault of a line or a body in words, for the developer of the client.
    public var text: UserText {
        guard let (russian, belarusian) = ofJSON ?? ofCall ?? ofMeta else {
            // Only Vokol's own processes send such lines.
            return UserText(all: rawValue)
        }
        return UserText(rawValue, ru: russian, be: belarusian)
    }

    private var ofJSON: (ru: String, be: String)? {
        switch self {
        case .noBytes: ("текст пуст", "тэкст пусты")
        case .tooManyBytes: ("слишком много байтов", "занадта шмат байтаў")
        case .truncated: ("JSON обрывается", "JSON абрываецца")
        case .tooDeep: ("слишком много уровней вложенности", "занадта шмат узроўняў укладанасці")
        case .notUTF8: ("строка не в кодировке UTF-8", "радок не ў кадоўцы UTF-8")
        case .controlCharacter: ("в строке управляющий символ", "у радку кіроўны сімвал")
        case .unendingString: ("строка не закрыта кавычкой", "радок не закрыты двукоссем")
        case .halfSurrogate: ("в \\u только половина суррогатной пары", "у \\u толькі палова суррагатнай пары")
        case .unknownEscape:
            ("неизвестная последовательность после обратной косой черты", "невядомы сімвал пасля адваротнай касой рысы")
        case .shortEscape:
            ("после \\u нужны четыре шестнадцатеричные цифры", "пасля \\u патрэбны чатыры шаснаццатковыя лічбы")
        case .missingComma: ("нет запятой или закрывающей скобки", "няма коскі або закрывальнай дужкі")
        case .missingName: ("нет имени поля", "няма назвы поля")
        case .missingColon: ("нет двоеточия", "няма двукроп’я")
        case .missingDigit: ("в числе не хватает цифры", "у ліку не хапае лічбы")
        case .missingValue: ("нет значения", "няма значэння")
        case .trailingBytes: ("после значения есть лишнее", "пасля значэння ёсць лішняе")
        default: nil
        }
    }

    private var ofCall: (ru: String, be: String)? {
        switch self {
        case .valueNotObject: ("нужен объект", "патрэбны аб’ект")
        case .lineNotObject: ("строка протокола должна быть объектом", "радок пратакола павінен быць аб’ектам")
        case .batch: ("пакеты вызовов не поддерживаются", "пакеты выклікаў не падтрымліваюцца")
        case .unknownMember: ("в вызове неизвестное поле", "у выкліку невядомае поле")
        case .repeatedMember: ("поле вызова повторяется", "поле выкліку паўтараецца")
        case .version: ("jsonrpc должно быть \"2.0\"", "jsonrpc павінна быць \"2.0\"")
        case .idType:
            (
                "id должно быть строкой или целым числом в пределах 2^53",
                "id павінна быць радком або цэлым лікам у межах 2^53"
            )
        case .idLength: ("id должно быть не длиннее 64 байтов", "id павінна быць не даўжэйшае за 64 байты")
        case .idNull: ("id не может быть null", "id не можа быць null")
        case .methodMissing: ("нет поля method", "няма поля method")
        case .methodType: ("method должно быть строкой", "method павінна быць радком")
        case .methodLength: ("method должно занимать от 1 до 64 байтов", "method павінна займаць ад 1 да 64 байтаў")
        case .methodCharacters:
            (
                "method может состоять только из латинских букв, цифр, точек и подчёркиваний",
                "method можа складацца толькі з лацінскіх літар, лічбаў, кропак і падкрэсліванняў"
            )
        case .paramsType: ("params должно быть объектом", "params павінна быць аб’ектам")
        case .requestWithResult:
            ("в вызове не может быть result и error", "у выкліку не можа быць result і error")
        default: nil
        }
    }

    private var ofMeta: (ru: String, be: String)? {
        switch self {
        case .metaType: ("meta должно быть объектом", "meta павінна быць аб’ектам")
        case .unknownMetaMember: ("в meta неизвестное поле", "у meta невядомае поле")
        case .repeatedMetaMember: ("поле в meta повторяется", "поле ў meta паўтараецца")
        case .metaEscape:
            (
                "в строках meta нельзя использовать обратную косую черту",
                "у радках meta нельга ўжываць адваротную касую рысу"
            )
        case .token:
            ("meta.token должно быть строкой от 1 до 4096 байтов", "meta.token павінна быць радком ад 1 да 4096 байтаў")
        case .locale:
            ("meta.locale должно быть строкой от 1 до 35 байтов", "meta.locale павінна быць радком ад 1 да 35 байтаў")
        case .timeout:
            (
                "meta.timeoutMs должно быть целым числом от 1 до 2^53",
                "meta.timeoutMs павінна быць цэлым лікам ад 1 да 2^53"
            )
        case .idempotencyKey:
            (
                "meta.idempotencyKey должно быть строкой из 1–128 печатных символов ASCII",
                "meta.idempotencyKey павінна быць радком з 1–128 друкаваных сімвалаў ASCII"
            )
        case .traceparent:
            (
                "meta.traceparent должно быть строкой от 1 до 256 байтов",
                "meta.traceparent павінна быць радком ад 1 да 256 байтаў"
            )
        default: nil
        }
    }
}
