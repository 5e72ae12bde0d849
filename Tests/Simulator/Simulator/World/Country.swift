/// A country that the simulator knows.
struct Country: Sendable {
    /// ISO 3166-1, two capital letters.
    var code: String
    var english: String
    var russian: String
    var belarusian: String?

    func name(_ language: Language) -> String {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian ?? russian
        }
    }

    /// By code.
    static let all: [String: Country] = {
        var countries: [String: Country] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4 else { continue }
            countries[fields[0]] = Country(
                code: fields[0], english: fields[1], russian: fields[2],
                belarusian: fields[3].isEmpty ? nil : fields[3])
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
        FI|Finland|Финляндия|
        SE|Sweden|Швеция|
        NO|Norway|Норвегия|
        DK|Denmark|Дания|
        IS|Iceland|Исландия|
        DE|Germany|Германия|Германія
        AT|Austria|Австрия|
        CH|Switzerland|Швейцария|
        CZ|Czechia|Чехия|
        SK|Slovakia|Словакия|
        HU|Hungary|Венгрия|
        RO|Romania|Румыния|
        BG|Bulgaria|Болгария|
        RS|Serbia|Сербия|
        GR|Greece|Греция|
        IT|Italy|Италия|
        FR|France|Франция|
        BE|Belgium|Бельгия|
        NL|Netherlands|Нидерланды|
        GB|United Kingdom|Великобритания|
        IE|Ireland|Ирландия|
        ES|Spain|Испания|
        PT|Portugal|Португалия|
        TR|Turkey|Турция|
        GE|Georgia|Грузия|
        AM|Armenia|Армения|
        AZ|Azerbaijan|Азербайджан|
        MD|Moldova|Молдавия|
        KZ|Kazakhstan|Казахстан|
        UZ|Uzbekistan|Узбекистан|
        IR|Iran|Иран|
        IL|Israel|Израиль|
        AE|United Arab Emirates|ОАЭ|
        EG|Egypt|Египет|
        NG|Nigeria|Нигерия|
        KE|Kenya|Кения|
        ZA|South Africa|ЮАР|
        IN|India|Индия|
        CN|China|Китай|
        JP|Japan|Япония|
        KR|South Korea|Южная Корея|
        TH|Thailand|Таиланд|
        SG|Singapore|Сингапур|
        ID|Indonesia|Индонезия|
        AU|Australia|Австралия|
        NZ|New Zealand|Новая Зеландия|
        US|United States|США|
        CA|Canada|Канада|
        MX|Mexico|Мексика|
        CU|Cuba|Куба|
        CO|Colombia|Колумбия|
        PE|Peru|Перу|
        BR|Brazil|Бразилия|
        AR|Argentina|Аргентина|
        CL|Chile|Чили|
        """
}
