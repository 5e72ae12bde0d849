import Values

/// The country of a place: its code, and its folded name in English.
struct Home: Sendable, Equatable {
    var code: String
    var name: String
    /// True if the place is the country.
    var isCountry = false
}

/// Tells from the words around a name that it belongs to something other than the place.
///
/// The rules are those of gazetteer look-ups: a given name before it makes it a surname, a quotation that holds nothing
/// else makes it the name of a ship or a café, and a region after a comma names another town.
struct NameContext: Sendable {
    let text: [NewsWord]
    /// True if most words begin with a capital letter, which then says nothing about names.
    let isTitleCase: Bool

    init(_ text: [NewsWord]) {
        self.text = text
        let long = text.filter { $0.folded.unicodeScalars.count > 3 }
        isTitleCase = long.count >= 4 && long.filter(\.isCapitalized).count * 4 > long.count * 3
    }

    /// Returns true if the name at `place` is that of a person, or part of one.
    func isPerson(_ place: Range<Int>) -> Bool {
        guard place.count == 1 else { return false }
        let name = text[place.lowerBound]
        if name.isCapitalized, isNamePart(before: place) || isSurname(name) { return true }
        if name.isCapitalized, isSurnameByAgreement(place) { return true }
        return isActor(place) || isLoneAdjective(place) || (!isTitleCase && isGivenName(place))
    }

    /// Returns true for an adjective at the beginning without a noun, which is a surname: “Пинский: мы готовы”.
    private func isLoneAdjective(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard name.beginsSentence, Self.surnameEndings.contains(where: name.folded.hasSuffix),
            let after = word(at: place.upperBound)
        else { return false }
        // “Минский «Матч»” names a club.
        let isClub = after.quotation != nil && !after.beginsSentence
        return !after.isJoined && !after.followsHyphen && !after.followsComma && !isClub
    }

    /// Returns true for a surname that a people's name begins: Поляков, Шведова, Литовченко.
    ///
    /// The genitive plural has the same form as some surnames, and begins with a capital letter where a sentence does.
    private func isSurname(_ name: NewsWord) -> Bool {
        // The genitive of Барановичи follows another word.
        if name.beginsSentence, name.folded.hasSuffix("вич") { return true }
        func ends(_ endings: [String]) -> Bool { endings.contains { name.folded.hasSuffix($0) } }
        guard NameContext.peoples.contains(where: name.folded.hasPrefix) else { return false }
        if ends(Self.endingsOfSurnames) { return true }
        return ends(["ов", "ев", "чук"]) && !name.beginsSentence && !name.isAllCapitals && !isTitleCase
    }

    /// Returns true if an adjective is followed by a verb of people's actions: Слуцкий вернулся.
    private func isActor(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard name.isCapitalized, !name.isAllCapitals, Self.surnameEndings.contains(where: name.folded.hasSuffix),
            let after = word(at: place.upperBound), after.isJoined, !after.isCapitalized
        else { return false }
        return ["лся", "лась", "уся"].contains { after.folded.hasSuffix($0) } || after.folded == "не"
            || isBeforeHumanVerb(place)
    }

    /// Returns true if a verb of people's actions follows.
    func isBeforeHumanVerb(_ place: Range<Int>) -> Bool {
        word(at: place.upperBound).map { after in Self.humanVerbs.contains { after.folded.hasPrefix($0) } } ?? false
    }

    /// Returns true for a word for a woman that is also a dance, a tool or an illness: венгерка, болгарка, испанка.
    static func isHomonym(_ word: NewsWord) -> Bool { homonyms.contains { word.folded.hasPrefix($0) } }

    /// Returns true for a man's surname that is an adjective in an oblique case: хор Турецкого выступит.
    ///
    /// It begins with a capital letter within a sentence, and the next word does not agree with it.
    private func isSurnameByAgreement(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard !name.beginsSentence, !name.isAllCapitals, !isTitleCase,
            let oblique = Self.obliqueCases.first(where: { $0.adjectives.contains(where: name.folded.hasSuffix) })
        else { return false }
        guard let after = word(at: place.upperBound), after.isJoined else { return false }
        return !after.isCapitalized && !Self.indeclinables.contains(after.folded)
            && !oblique.nouns.contains(where: after.folded.hasSuffix)
    }

    /// Returns true if a title of nobility stands before “of” and an English name: the Duke of Wellington.
    func isNobility(_ place: Range<Int>) -> Bool {
        guard word(at: place.lowerBound - 1)?.folded == "of", let title = word(at: place.lowerBound - 2) else {
            return false
        }
        return title.isCapitalized && Self.nobility.contains(title.folded)
    }

    /// Returns true if a storm or a maker of cars stands before an English name: Hurricane Florence, Kia Rio.
    func isStormOrCar(_ place: Range<Int>) -> Bool {
        guard let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined, before.isCapitalized else {
            return false
        }
        return Self.stormsAndCars.contains(before.folded) && !before.isPossessive
    }

    /// Returns true if a given name or a title stands before a name.
    private func isNamePart(before place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard let before = word(at: place.lowerBound - 1) else { return false }
        let isInitial = before.isAllCapitals && before.folded.unicodeScalars.count == 1 && name.beginsSentence
        if isInitial, !name.isJoined, before.folded != "г" { return true }
        guard name.isJoined else { return false }
        if PersonNames.isGiven(before), !isGenitive(after: before, place) { return true }
        if isWithinLongerName(before, place) { return true }
        if PersonNames.isKin(before), PersonNames.isGivenOrPlace(name) { return true }
        let isSurname = Self.surnameEndings.contains(where: name.folded.hasSuffix)
        // “Міра Лідская” is nobody of Лида, although Мира is also a case of Мир.
        if isSurname, before.isCapitalized, PersonNames.isGivenOrPlace(before) { return true }
        guard PersonNames.isTitle(before) else { return false }
        // “Доктор Минского университета” is no surname, but “доктор Минский” is.
        let isLatin = name.folded.unicodeScalars.allSatisfy(\.isASCII)
        return isLatin ? before.isCapitalized : isSurname || Self.endingsOfMen.contains(where: name.folded.hasSuffix)
    }

    /// Returns true if a word that is also a man's name does not agree with the next one: Роман Минского театра.
    private func isGenitive(after given: NewsWord, _ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound].folded
        return PersonNames.isMansNominative(given.folded)
            && Self.obliqueCases.contains { $0.adjectives.contains(where: name.hasSuffix) }
    }

    /// Returns true if an English name follows another capitalized word within a sentence, as surnames do.
    private func isWithinLongerName(_ before: NewsWord, _ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        let after = word(at: place.upperBound)
        return !isTitleCase && !before.beginsSentence && before.isCapitalized && !before.isAllCapitals
            && !before.isPossessive && !name.isPossessive && name.folded.unicodeScalars.allSatisfy(\.isASCII)
            && before.folded.unicodeScalars.count > 1 && !Self.isPrecursor(before)
            && !(after.map { $0.isJoined && Self.isInstitution($0) } ?? false)
    }

    /// Returns true if a name that is also a given name stands before a surname.
    private func isGivenName(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard name.isCapitalized, !name.isPossessive, let after = word(at: place.upperBound), after.isJoined,
            after.isCapitalized, !after.isAllCapitals
        else { return false }
        // A surname at the beginning: “Гомельский Аркадий, виолончелист”.
        if name.beginsSentence, PersonNames.isGiven(after) { return true }
        return (PersonNames.isGivenOrPlace(name) || PersonNames.isGiven(name)) && !isAfterPreposition(place)
            && !Self.isInstitution(after)
    }

    /// Returns true for the name of a language: “in Spanish”, “learn French”.
    func isLanguage(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard place.count == 1, Self.languages.contains(name.folded), !name.isPossessive,
            let before = word(at: place.lowerBound - 1), name.isJoined
        else { return false }
        if Self.studies.contains(before.folded) { return true }
        guard before.folded == "in", let after = word(at: place.upperBound) else { return before.folded == "in" }
        return !after.isJoined || Self.particles.contains(after.folded)
    }

    /// Returns true if a word for a product or an establishment precedes a nominative: ресторан Прага, Hotel Paris.
    func isProductOrVenue(_ place: Range<Int>, isNominative: Bool) -> Bool {
        guard let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined, isNominative else {
            return false
        }
        return Self.productWords.contains(before.folded)
            || (before.isCapitalized && Self.venueWords.contains(before.folded))
    }

    /// Returns true for a given name in the nominative that a place has in another case: “Милана, три года”.
    func isNominativeGivenName(_ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        guard name.beginsSentence, name.folded.hasSuffix("а"), let after = word(at: place.upperBound) else {
            return false
        }
        return after.followsComma && !after.isCapitalized
    }

    /// Returns true for the verb of a country's act, which stands after its name.
    static func isStateVerb(_ word: NewsWord) -> Bool {
        word.isJoined && !word.isCapitalized && stateVerbs.contains { word.folded.hasPrefix($0) }
    }

    /// Returns true for a word with a capital letter that stands beside the name of a place: a day, a direction.
    static func isPrecursor(_ word: NewsWord) -> Bool { precursors.contains(word.folded) }

    /// Returns true for a possessive, and for a name after a preposition or before a word such as “airport”.
    func isSurelyPlace(_ place: Range<Int>) -> Bool {
        text[place.upperBound - 1].isPossessive || isAfterPreposition(place)
            || word(at: place.upperBound).map(Self.isInstitution) ?? false
    }

    func isAfterPreposition(_ place: Range<Int>) -> Bool {
        word(at: place.lowerBound - 1).map { Self.prepositions.contains($0.folded) } ?? false
    }

    /// Returns true if a quotation holds nothing but the name, or follows a word for a work of art.
    ///
    /// The café “Paris”, the refrigerator «Минск», the film “Midnight in Paris”. A club's name is
    /// quoted, too, and stands for its town.
    func isTitle(_ place: Range<Int>) -> Bool {
        guard let quotation = text[place.lowerBound].quotation else { return false }
        if let first = text.firstIndex(where: { $0.quotation == quotation }), let work = word(at: first - 1),
            Self.works.contains(where: work.folded.hasPrefix)
        {
            return true
        }
        let isWhole =
            text[place].allSatisfy { $0.quotation == quotation }
            && word(at: place.lowerBound - 1)?.quotation != quotation
            && word(at: place.upperBound)?.quotation != quotation
        return isWhole && !isAfterPreposition(place)
            && !text.contains { word in Self.sports.contains { word.folded.hasPrefix($0) } }
    }

    /// Returns true if an adjective is part of the name of a street or a station, in whatever town that is.
    ///
    /// - Parameter isCase: true if the adjective may as well be a case of the name: под Минском.
    func isStreet(_ place: Range<Int>, isCase: Bool) -> Bool {
        let name = text[place.lowerBound]
        // Neither inhabitants nor streets of the town: минчане, минские улицы.
        let isPlural = ["ие", "их", "ими", "ия"].contains(where: name.folded.hasSuffix)
        guard !isPlural, ["ск", "цк"].contains(where: { name.folded.contains($0) }) else { return false }
        if name.isCapitalized, let before = word(at: place.lowerBound - 1) {
            let isMetro = before.folded == "метро" && name.folded.hasSuffix("ая")
            let isStreet = Self.streets.contains(where: before.folded.hasPrefix)
            if isStreet || isMetro || Self.streetAbbreviations.contains(before.folded) { return true }
        }
        let isProper = name.isCapitalized && !name.beginsSentence && !name.isAllCapitals && !isTitleCase
        guard let after = word(at: place.upperBound) else { return isProper && !isCase && isAfterPreposition(place) }
        // “На Варшавской упало дерево”: without a noun, the adjective is the name of a street itself.
        if isProper, !isCase, after.isJoined, !after.isCapitalized, Self.prepositions.contains(after.folded) {
            return true
        }
        let isStreet = (Self.streets + (isProper ? Self.markets : [])).contains { after.folded.hasPrefix($0) }
        let isStation = name.isCapitalized && Self.stations.contains { after.folded.hasPrefix($0) }
        return isStreet || isStation
    }

    /// Returns true for a word such as “airport”, before which stands the name of a place.
    static func isInstitution(_ word: NewsWord) -> Bool {
        shortInstitutions.contains(word.folded) || institutions.contains { word.folded.hasPrefix($0) }
    }

    /// Returns true for an adverb such as “по-киевски”: in the manner of a place.
    func isManner(_ place: Range<Int>) -> Bool {
        guard text[place.lowerBound].followsHyphen, let before = word(at: place.lowerBound - 1) else { return false }
        return before.folded == "по" || before.folded == "па"
    }

    /// Returns true before “-style”: Kiev-style chicken.
    func isStyle(_ place: Range<Int>) -> Bool {
        word(at: place.upperBound).map { $0.followsHyphen && $0.folded == "style" } ?? false
    }

    /// Returns true if an abbreviation stands beside a shouted word: “TELL US”.
    func isShouted(_ place: Range<Int>) -> Bool {
        [place.lowerBound - 1, place.upperBound].compactMap(word).contains { word in
            word.isAllCapitals && word.folded.unicodeScalars.count > 2
                && word.folded.unicodeScalars.allSatisfy(\.isASCII)
        }
    }

    /// Returns a word, or `nil` beyond the ends of the text.
    func word(at index: Int) -> NewsWord? { text.indices.contains(index) ? text[index] : nil }

    private struct ObliqueCase {
        var adjectives: [String]
        /// The endings of nouns and adjectives that agree with them.
        var nouns: [String]
    }

    /// The cases in which the ending of a man's adjective tells that of its noun.
    private static let obliqueCases = [
        ObliqueCase(adjectives: ["ского", "цкого", "скага", "цкага"], nouns: ["а", "я", "ого", "его", "ага", "яга"]),
        ObliqueCase(adjectives: ["скому", "цкому", "скаму", "цкаму"], nouns: ["у", "ю"]),
    ]
    /// Words that agree with any adjective, those between two adjectives, and the beginning of “р-н”.
    private static let indeclinables: Set<String> = [
        "депо", "дэпо", "и", "или", "кино", "метро", "р", "радио", "ралли", "такси", "турне", "шоссе",
    ]
    private static let nobility: Set<String> = [
        "baron", "baroness", "count", "countess", "duchess", "duke", "earl", "marquess", "prince", "princess",
    ]
    /// Words before a name that is that of a storm or of a car.
    private static let stormsAndCars: Set<String> = [
        "chevrolet", "chrysler", "cyclone", "dacia", "ferrari", "fiat", "ford", "gmc", "honda", "hurricane", "hyundai",
        "kia", "lancia", "maserati", "nissan", "opel", "renault", "seat", "skoda", "subaru", "toyota", "typhoon",
        "vauxhall", "volkswagen", "vw",
    ]
    /// The endings of surnames that are adjectives, in the nominative.
    private static let surnameEndings = ["ский", "цкий", "ски", "цки", "ская", "цкая"]
    /// The endings of men's surnames in the nominative, some of which are also names of towns: Борисов.
    private static let endingsOfMen = ["ов", "ев", "ин", "ын", "ау", "еу", "оу"]
    /// Words with a capital letter before a place's name: parts of towns, clubs, days and months.
    private static let precursors: Set<String> = [
        "greater", "downtown", "central", "inner", "outer", "upper", "lower", "old", "mid", "north", "south", "east",
        "west", "northern", "southern", "eastern", "western", "occupied", "real", "inter", "dynamo", "dinamo", "bayern",
        "sporting", "atletico", "racing", "lokomotiv", "spartak", "red", "bull", "monday", "tuesday", "wednesday",
        "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july",
        "august", "september", "october", "november", "december", "in", "from", "of", "for", "and", "the", "modern",
        "communist", "soviet", "nazi", "roman", "great", "united", "super", "team", "miss", "radio",
    ]
    private static let prepositions: Set<String> = [
        "in", "from", "near", "в", "во", "из", "на", "пад", "под", "у", "з",
    ]
    /// The beginnings of words that follow a place's name and no given name.
    private static let institutions = [
        "airlines", "airport", "airshow", "airways", "army", "bank", "city", "council", "court", "defen", "derby",
        "exchange", "expo", "fashion", "festival", "film", "games", "grand", "harbo", "high", "hospital",
        "international", "magic", "marathon", "masters", "mayor", "metro", "museum", "national", "olympic", "opera",
        "paralympic", "parliament", "police", "premier", "president", "prime", "region", "river", "saint", "senate",
        "station", "stock", "supreme", "tower", "town", "county", "united", "university", "valley", "zoo",
    ]
    /// Such words that surnames begin with: Stanway.
    private static let shortInstitutions: Set<String> = ["fc", "st"]
    /// The beginnings of words for works of art.
    private static let works = [
        "album", "book", "film", "movie", "musical", "novel", "song", "альбом", "апавядан", "аповесц", "балет",
        "камеды", "картин", "карцин", "книг", "комеди", "мультфильм", "мюзикл", "опера", "опере", "оперу", "оперы",
        "паэм", "песн", "повест", "поэм", "пьес", "раман", "рассказ", "роман", "сериал", "серыял", "спектакл",
        "стихотворен", "фильм",
    ]
    private static let sports = [
        "фк", "хк", "бк", "футбол", "футбал", "хокке", "хаке", "баскетбол", "баскетбал", "матч", "клуб", "гол",
        "чемпион", "чэмпиян", "обыгра", "абыгра", "победил", "перамог", "проигра", "прайгра", "уступил", "саступи",
        "турнир", "полуфинал", "пауфинал", "финал", "дерби", "дэрби", "форвард", "вратар", "тренер", "трэнер",
        "club", "football", "match",
    ]
    private static let streets = [
        "шоссе", "шаш", "улиц", "вулиц", "проспект", "праспект", "праспекц", "переулок", "переулк", "завулак", "завулк",
    ]
    private static let streetAbbreviations: Set<String> = ["вул", "наб", "пер", "пл", "пр", "ул", "ш"]
    private static let stations = [
        "вакзал", "вокзал", "набережн", "набярэжн", "застава", "заставе", "заставу", "заставы", "бульвар",
    ]
    /// Words for a market of goods, which has a name, or of shares and labour.
    private static let markets = ["рынок", "рынк", "рынак"]
    private static let endingsOfSurnames = ["ова", "ову", "овой", "ева", "еву", "евой", "енко", "енка", "ович", "евич"]
    /// The beginnings of peoples' names from which surnames are made.
    private static let peoples = [
        "поляк", "швед", "турк", "литв", "литов", "казах", "узбек", "грек", "хорват", "серб", "татар", "болгар",
        "румын", "китае", "испан", "француз", "немц", "чехо", "чэха", "монгол", "грузин", "норвеж", "пинчук", "минчук",
        "албан", "армян", "белорус", "беларус", "венгер", "латыш", "молдав",
    ]
    /// The beginnings of verbs of which people are the subject.
    private static let humanVerbs = [
        "заяви", "заяу", "сказа", "назва", "рассказ", "расказ", "победи", "перамаг", "перамог", "выигра", "выйгра",
        "покину", "пакину", "возглави", "узначал", "прокомментир", "пракаменц", "отреагир", "объясни", "призна",
        "прызна", "забил", "забиу", "ушел", "пришел", "написа", "написау", "сыгра", "считает", "личыць", "женил",
        "умер", "памер", "хочет", "хоча", "может", "будет", "стал", "стау", "родил", "получил", "атрымау", "попал",
        "трапиу", "вышла", "выйшла", "завоева", "заваява", "обыгра", "абыгра", "нарадзи",
    ]
    /// The stems of words for women that also mean things.
    private static let homonyms = [
        "американк", "амерыканк", "балгарк", "болгарк", "венгерк", "голландк", "испанк", "польк", "финк", "чешк",
        "шотландк",
    ]
    /// The beginnings of verbs of which countries are the subject.
    private static let stateVerbs = [
        "абвинав", "абвяс", "абмеж", "абра", "абыгр", "адкры", "адмов", "адправ", "арест", "арышт", "атрым", "будет",
        "будзе", "будуе", "введ", "ввел", "ввод", "возглав", "выигр", "выйгр", "выйшл", "вышл", "готов", "депорт",
        "ждет", "забаран", "заклик", "закры", "закуп", "запра", "запре", "запуск", "запусти", "заяв", "зниз", "избра",
        "назнач", "направ", "обвин", "объяв", "обыгр", "ограни", "остал", "отказ", "откры", "отмен", "отправ",
        "павыс", "павялич", "падпис", "падтрым", "перамаг", "перамог", "плани", "плану", "побед", "повыс", "поддерж",
        "подпис", "получ", "построи", "праводз", "прагалас", "прадоу", "празднует", "прайгр", "прекра", "прибав",
        "пригла", "призва", "прим", "принима", "приня", "приостан", "провел", "провод", "проголос", "продл", "проигр",
        "прызнач", "прыма", "прыме", "прыня", "ратифи", "ратыфи", "рыхту", "святкуе", "скарац", "скасав", "скасоув",
        "сниз", "сократ", "сообщ", "спын", "строит", "увед", "увелич", "увод", "увял", "узмацн", "узначал", "усил",
        "чакае", "эваку", "экспорт",
    ]
    private static let languages: Set<String> = [
        "arabic", "chinese", "czech", "danish", "dutch", "finnish", "french", "german", "greek", "hindi", "irish",
        "italian", "japanese", "korean", "polish", "portuguese", "russian", "spanish", "swedish", "turkish",
        "ukrainian", "welsh",
    ]
    /// Words before the name of a language.
    private static let studies: Set<String> = [
        "fluent", "learn", "learned", "learning", "learns", "speak", "speaking", "speaks", "spoke", "studying", "teach",
        "teaches", "teaching",
    ]
    /// Words that follow the name of a language, but no adjective.
    private static let particles: Set<String> = [
        "and", "as", "at", "but", "by", "for", "from", "in", "is", "on", "or", "than", "to", "while", "with",
    ]
    /// Words for products and establishments, after which a nominative means no place.
    private static let productWords: Set<String> = [
        "кафе", "кавярня", "ресторан", "рэстаран", "паб", "бар", "отель", "гатэль", "гостиница", "гасцинница",
        "кинотеатр", "кинатэатр", "стадион", "стадыен", "торт", "салат", "холодильник", "халадзильник", "мотоцикл",
        "матацыкл", "коктейль", "кактэйль", "конфеты", "цукерки", "санаторий", "санаторый", "станция", "станцыя",
        "песня", "фильм", "роман", "группа", "гурт", "теплоход", "крейсер", "авианосец", "яблоко", "духи", "часы",
    ]
    /// English words for establishments, which begin with a capital letter in a name.
    private static let venueWords: Set<String> = [
        "bar", "cafe", "cinema", "hms", "hotel", "restaurant", "ss", "uss", "chateau", "villa",
    ]
}
