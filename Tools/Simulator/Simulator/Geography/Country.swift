/// A country known to the simulator.
struct SimulatedCountry: Sendable {
    /// The ISO 3166-1 code: two capital letters.
    var code: String
    var english: String
    var russian: String
    var belarusian: String

    func name(_ language: NameLanguage) -> String {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }

    /// All countries by code.
    static let all: [String: SimulatedCountry] = {
        var countries: [String: SimulatedCountry] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4 else { continue }
            countries[fields[0]] = SimulatedCountry(
                code: fields[0], english: fields[1], russian: fields[2], belarusian: fields[3])
        }
        return countries
    }()

    private static let table = """
        BY|Belarus|Беларусь|Беларусь
        RU|Russia|Россия|Расія
        UA|Ukraine|Украина|Украіна
        LT|Lithuania|Литва|Літва
        LV|Latvia|Латвия|Латвія
        EE|Estonia|Эстония|Эстонія
        PL|Poland|Польша|Польшча
        FI|Finland|Финляндия|Фінляндыя
        SE|Sweden|Швеция|Швецыя
        NO|Norway|Норвегия|Нарвегія
        DK|Denmark|Дания|Данія
        IS|Iceland|Исландия|Ісландыя
        DE|Germany|Германия|Германія
        AT|Austria|Австрия|Аўстрыя
        CH|Switzerland|Швейцария|Швейцарыя
        CZ|Czechia|Чехия|Чэхія
        SK|Slovakia|Словакия|Славакія
        HU|Hungary|Венгрия|Венгрыя
        RO|Romania|Румыния|Румынія
        BG|Bulgaria|Болгария|Балгарыя
        RS|Serbia|Сербия|Сербія
        GR|Greece|Греция|Грэцыя
        IT|Italy|Италия|Італія
        FR|France|Франция|Францыя
        BE|Belgium|Бельгия|Бельгія
        NL|Netherlands|Нидерланды|Нідэрланды
        GB|United Kingdom|Великобритания|Вялікабрытанія
        IE|Ireland|Ирландия|Ірландыя
        ES|Spain|Испания|Іспанія
        PT|Portugal|Португалия|Партугалія
        TR|Turkey|Турция|Турцыя
        GE|Georgia|Грузия|Грузія
        AM|Armenia|Армения|Арменія
        AZ|Azerbaijan|Азербайджан|Азербайджан
        MD|Moldova|Молдова|Малдова
        KZ|Kazakhstan|Казахстан|Казахстан
        UZ|Uzbekistan|Узбекистан|Узбекістан
        IR|Iran|Иран|Іран
        IL|Israel|Израиль|Ізраіль
        AE|United Arab Emirates|ОАЭ|ААЭ
        EG|Egypt|Египет|Егіпет
        NG|Nigeria|Нигерия|Нігерыя
        KE|Kenya|Кения|Кенія
        ZA|South Africa|ЮАР|ПАР
        IN|India|Индия|Індыя
        CN|China|Китай|Кітай
        JP|Japan|Япония|Японія
        KR|South Korea|Южная Корея|Паўднёвая Карэя
        TH|Thailand|Таиланд|Тайланд
        SG|Singapore|Сингапур|Сінгапур
        ID|Indonesia|Индонезия|Інданезія
        AU|Australia|Австралия|Аўстралія
        NZ|New Zealand|Новая Зеландия|Новая Зеландыя
        US|United States|США|ЗША
        CA|Canada|Канада|Канада
        MX|Mexico|Мексика|Мексіка
        CU|Cuba|Куба|Куба
        CO|Colombia|Колумбия|Калумбія
        PE|Peru|Перу|Перу
        BR|Brazil|Бразилия|Бразілія
        AR|Argentina|Аргентина|Аргенціна
        CL|Chile|Чили|Чылі
        """
}
