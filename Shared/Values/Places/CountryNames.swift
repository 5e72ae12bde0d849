/// The names of countries, as text in the program: a lookup allocates nothing but its result.
enum CountryNames {
    /// Returns the names of a country; `nil` for a code that the table does not contain.
    static func names(of code: CountryCode) -> UserText? {
        table.withUTF8Buffer { text in
            guard let line = line(of: code, in: text) else { return nil }
            let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 4 else { return nil }
            return UserText(fields[1], ru: fields[2], be: fields[3].isEmpty ? fields[2] : fields[3])
        }
    }

    /// Finds a country's line by bisection, since lines are sorted by code.
    private static func line(of code: CountryCode, in text: UnsafeBufferPointer<UInt8>) -> Slice<
        UnsafeBufferPointer<UInt8>
    >? {
        let newline = UInt8(ascii: "\n")
        var rest = text[...]
        while !rest.isEmpty {
            let middle = rest.startIndex + rest.count / 2
            let start = rest[..<middle].lastIndex(of: newline).map { $0 + 1 } ?? rest.startIndex
            let end = rest[start...].firstIndex(of: newline) ?? rest.endIndex
            let key = rest[start..<end].prefix(2)
            if key.elementsEqual(code.text.utf8) { return rest[start..<end] }
            rest =
                key.lexicographicallyPrecedes(code.text.utf8) ? rest[end...].dropFirst() : rest[..<start].dropLast()
        }
        return nil
    }

    /// Lines sorted by code: code, English, Russian and Belarusian name (empty: as in Russian).
    private static let table: StaticString = """
        AD|Andorra|Андорра|Андора
        AE|United Arab Emirates|Объединённые Арабские Эмираты|Аб’яднаныя Арабскія Эміраты
        AF|Afghanistan|Афганистан|Афганістан
        AG|Antigua and Barbuda|Антигуа и Барбуда|Антыгуа і Барбуда
        AL|Albania|Албания|Албанія
        AM|Armenia|Армения|Арменія
        AO|Angola|Ангола|
        AR|Argentina|Аргентина|Аргенціна
        AT|Austria|Австрия|Аўстрыя
        AU|Australia|Австралия|Аўстралія
        AZ|Azerbaijan|Азербайджан|
        BA|Bosnia and Herzegovina|Босния и Герцеговина|Боснія і Герцагавіна
        BB|Barbados|Барбадос|Барбадас
        BD|Bangladesh|Бангладеш|Бангладэш
        BE|Belgium|Бельгия|Бельгія
        BF|Burkina Faso|Буркина-Фасо|Буркіна-Фасо
        BG|Bulgaria|Болгария|Балгарыя
        BH|Bahrain|Бахрейн|Бахрэйн
        BI|Burundi|Бурунди|Бурундзі
        BJ|Benin|Бенин|Бенін
        BN|Brunei|Бруней|
        BO|Bolivia|Боливия|Балівія
        BR|Brazil|Бразилия|Бразілія
        BS|Bahamas|Багамские Острова|Багамскія Астравы
        BT|Bhutan|Бутан|
        BW|Botswana|Ботсвана|Батсвана
        BY|Belarus|Беларусь|
        BZ|Belize|Белиз|Беліз
        CA|Canada|Канада|
        CD|DR Congo|Демократическая Республика Конго|Дэмакратычная Рэспубліка Конга
        CF|Central African Republic|Центральноафриканская Республика|Цэнтральнаафрыканская Рэспубліка
        CG|Congo|Республика Конго|Рэспубліка Конга
        CH|Switzerland|Швейцария|Швейцарыя
        CI|Ivory Coast|Кот-д’Ивуар|Кот-д’Івуар
        CL|Chile|Чили|Чылі
        CM|Cameroon|Камерун|
        CN|China|Китай|Кітай
        CO|Colombia|Колумбия|Калумбія
        CR|Costa Rica|Коста-Рика|Коста-Рыка
        CU|Cuba|Куба|
        CV|Cape Verde|Кабо-Верде|Каба-Вердэ
        CY|Cyprus|Кипр|Кіпр
        CZ|Czechia|Чехия|Чэхія
        DE|Germany|Германия|Германія
        DJ|Djibouti|Джибути|Джыбуці
        DK|Denmark|Дания|Данія
        DM|Dominica|Доминика|Дамініка
        DO|Dominican Republic|Доминиканская Республика|Дамініканская Рэспубліка
        DZ|Algeria|Алжир|Алжыр
        EC|Ecuador|Эквадор|
        EE|Estonia|Эстония|Эстонія
        EG|Egypt|Египет|Егіпет
        ER|Eritrea|Эритрея|Эрытрэя
        ES|Spain|Испания|Іспанія
        ET|Ethiopia|Эфиопия|Эфіопія
        FI|Finland|Финляндия|Фінляндыя
        FJ|Fiji|Фиджи|Фіджы
        FM|Micronesia|Микронезия|Мікранезія
        FR|France|Франция|Францыя
        GA|Gabon|Габон|
        GB|United Kingdom|Великобритания|Вялікабрытанія
        GD|Grenada|Гренада|Грэнада
        GE|Georgia|Грузия|Грузія
        GH|Ghana|Гана|
        GM|Gambia|Гамбия|Гамбія
        GN|Guinea|Гвинея|Гвінея
        GQ|Equatorial Guinea|Экваториальная Гвинея|Экватарыяльная Гвінея
        GR|Greece|Греция|Грэцыя
        GT|Guatemala|Гватемала|Гватэмала
        GW|Guinea-Bissau|Гвинея-Бисау|Гвінея-Бісау
        GY|Guyana|Гайана|Гаяна
        HK|Hong Kong|Гонконг|Ганконг
        HN|Honduras|Гондурас|Гандурас
        HR|Croatia|Хорватия|Харватыя
        HT|Haiti|Гаити|Гаіці
        HU|Hungary|Венгрия|Венгрыя
        ID|Indonesia|Индонезия|Інданезія
        IE|Ireland|Ирландия|Ірландыя
        IL|Israel|Израиль|Ізраіль
        IN|India|Индия|Індыя
        IQ|Iraq|Ирак|Ірак
        IR|Iran|Иран|Іран
        IS|Iceland|Исландия|Ісландыя
        IT|Italy|Италия|Італія
        JM|Jamaica|Ямайка|
        JO|Jordan|Иордания|Іарданія
        JP|Japan|Япония|Японія
        KE|Kenya|Кения|Кенія
        KG|Kyrgyzstan|Кыргызстан|
        KH|Cambodia|Камбоджа|
        KI|Kiribati|Кирибати|Кірыбаці
        KM|Comoros|Коморские Острова|Каморскія Астравы
        KN|Saint Kitts and Nevis|Сент-Китс и Невис|Сент-Кітс і Невіс
        KP|North Korea|Северная Корея|Паўночная Карэя
        KR|South Korea|Южная Корея|Паўднёвая Карэя
        KW|Kuwait|Кувейт|
        KZ|Kazakhstan|Казахстан|
        LA|Laos|Лаос|
        LB|Lebanon|Ливан|Ліван
        LC|Saint Lucia|Сент-Люсия|Сент-Люсія
        LI|Liechtenstein|Лихтенштейн|Ліхтэнштэйн
        LK|Sri Lanka|Шри-Ланка|Шры-Ланка
        LR|Liberia|Либерия|Ліберыя
        LS|Lesotho|Лесото|Лесота
        LT|Lithuania|Литва|Літва
        LU|Luxembourg|Люксембург|
        LV|Latvia|Латвия|Латвія
        LY|Libya|Ливия|Лівія
        MA|Morocco|Марокко|Марока
        MC|Monaco|Монако|Манака
        MD|Moldova|Молдова|Малдова
        ME|Montenegro|Черногория|Чарнагорыя
        MG|Madagascar|Мадагаскар|
        MH|Marshall Islands|Маршалловы Острова|Маршалавы Астравы
        MK|North Macedonia|Северная Македония|Паўночная Македонія
        ML|Mali|Мали|Малі
        MM|Myanmar|Мьянма|М’янма
        MN|Mongolia|Монголия|Манголія
        MR|Mauritania|Мавритания|Маўрытанія
        MT|Malta|Мальта|
        MU|Mauritius|Маврикий|Маўрыкій
        MV|Maldives|Мальдивы|Мальдывы
        MW|Malawi|Малави|Малаві
        MX|Mexico|Мексика|Мексіка
        MY|Malaysia|Малайзия|Малайзія
        MZ|Mozambique|Мозамбик|Мазамбік
        NA|Namibia|Намибия|Намібія
        NE|Niger|Нигер|Нігер
        NG|Nigeria|Нигерия|Нігерыя
        NI|Nicaragua|Никарагуа|Нікарагуа
        NL|Netherlands|Нидерланды|Нідэрланды
        NO|Norway|Норвегия|Нарвегія
        NP|Nepal|Непал|
        NR|Nauru|Науру|
        NZ|New Zealand|Новая Зеландия|Новая Зеландыя
        OM|Oman|Оман|Аман
        PA|Panama|Панама|
        PE|Peru|Перу|
        PG|Papua New Guinea|Папуа — Новая Гвинея|Папуа — Новая Гвінея
        PH|Philippines|Филиппины|Філіпіны
        PK|Pakistan|Пакистан|Пакістан
        PL|Poland|Польша|Польшча
        PR|Puerto Rico|Пуэрто-Рико|Пуэрта-Рыка
        PS|Palestine|Палестина|Палесціна
        PT|Portugal|Португалия|Партугалія
        PW|Palau|Палау|
        PY|Paraguay|Парагвай|
        QA|Qatar|Катар|
        RO|Romania|Румыния|Румынія
        RS|Serbia|Сербия|Сербія
        RU|Russia|Россия|Расія
        RW|Rwanda|Руанда|
        SA|Saudi Arabia|Саудовская Аравия|Саудаўская Аравія
        SB|Solomon Islands|Соломоновы Острова|Саламонавы Астравы
        SC|Seychelles|Сейшельские Острова|Сейшэльскія Астравы
        SD|Sudan|Судан|
        SE|Sweden|Швеция|Швецыя
        SG|Singapore|Сингапур|Сінгапур
        SI|Slovenia|Словения|Славенія
        SK|Slovakia|Словакия|Славакія
        SL|Sierra Leone|Сьерра-Леоне|Сьера-Леонэ
        SM|San Marino|Сан-Марино|Сан-Марына
        SN|Senegal|Сенегал|
        SO|Somalia|Сомали|Самалі
        SR|Suriname|Суринам|Сурынам
        SS|South Sudan|Южный Судан|Паўднёвы Судан
        ST|São Tomé and Príncipe|Сан-Томе и Принсипи|Сан-Тамэ і Прынсіпі
        SV|El Salvador|Сальвадор|
        SY|Syria|Сирия|Сірыя
        SZ|Eswatini|Эсватини|Эсваціні
        TD|Chad|Чад|
        TG|Togo|Того|Тога
        TH|Thailand|Таиланд|Тайланд
        TJ|Tajikistan|Таджикистан|Таджыкістан
        TL|East Timor|Восточный Тимор|Усходні Тымор
        TM|Turkmenistan|Туркменистан|Туркменістан
        TN|Tunisia|Тунис|Туніс
        TO|Tonga|Тонга|
        TR|Turkey|Турция|Турцыя
        TT|Trinidad and Tobago|Тринидад и Тобаго|Трынідад і Табага
        TV|Tuvalu|Тувалу|
        TW|Taiwan|Тайвань|
        TZ|Tanzania|Танзания|Танзанія
        UA|Ukraine|Украина|Украіна
        UG|Uganda|Уганда|
        US|United States|США|ЗША
        UY|Uruguay|Уругвай|
        UZ|Uzbekistan|Узбекистан|Узбекістан
        VA|Vatican City|Ватикан|Ватыкан
        VC|Saint Vincent and the Grenadines|Сент-Винсент и Гренадины|Сент-Вінсент і Грэнадзіны
        VE|Venezuela|Венесуэла|Венесуэла
        VN|Vietnam|Вьетнам|В’етнам
        VU|Vanuatu|Вануату|
        WS|Samoa|Самоа|
        XK|Kosovo|Косово|Косава
        YE|Yemen|Йемен|Емен
        ZA|South Africa|Южно-Африканская Республика|Паўднёва-Афрыканская Рэспубліка
        ZM|Zambia|Замбия|Замбія
        ZW|Zimbabwe|Зимбабве|Зімбабвэ
        """
}

extension CountryCode {
    /// The country's name; `nil` for a code that no country of the table has.
    public var name: UserText? { CountryNames.names(of: self) }
}
