/// Derives the forms of a name in texts: Russian and Belarusian cases, adjectives, and words for inhabitants.
///
/// All forms are folded by ``Folding``.
///
/// Only listed endings may follow a stem, so that Лида does not match лидер, nor Мир мировое.
enum NameForms {
    /// The minimum length of a stem that takes all endings.
    ///
    /// Shorter stems take only the endings after a consonant, `а`, `я`, `ь` and `й`, so that Мали does not match малый.
    private static let shortestStem = 4

    /// Returns the word and its cases, or only the word if it is not Cyrillic.
    static func cases(of word: String) -> Set<String> {
        guard let last = cyrillicEnd(of: word) else { return [word] }
        var forms: Set<String> = [word]
        let stem = stem(of: word)
        let isLong = stem.unicodeScalars.count >= shortestStem
        let endings: [String]
        switch last {
        case "а": endings = ["ы", "и", "е", "у", "ой", "ою", "ай", "аю", "ам"] + (hasHiss(stem) ? ["ей", "ею"] : [])
        case "я": endings = ["и", "ю", "е", "ей", "ею", "яй", "яю"]
        case "ь": endings = ["и", "я", "ю", "е", "ем", "ью"]
        case "й": endings = ["я", "ю", "е", "и", "ем"]
        case "о" where isLong: endings = ["а", "у", "е", "ом", "ам"]
        case "е" where isLong: endings = ["а", "я", "у", "ю", "и", "ом", "ем"]
        case "и" where isLong, "ы" where isLong:
            endings = [
                "ов", "ев", "ей", "ау", "яу", "ам", "ям", "ами", "ями", "ах", "ях",
            ]
            // The genitive: Барановичи, Баранович; but Мосты, мост.
            if stem.unicodeScalars.count > shortestStem { forms.insert(stem) }
        // Belarusian: Магілёў, у Магілёве.
        case "у" where isLong: endings = ["ва", "ве", "ву", "вам", "вом"]
        case "о", "е", "и", "ы", "у", "э", "ю": endings = []
        default: endings = ["а", "у", "е", "ы", "и", "ом", "ем", "ам"]
        }
        for ending in endings { forms.insert(stem + ending) }
        forms.formUnion(changedStems(of: word))
        if let adjective = adjectiveStem(of: word) { forms.formUnion(adjectiveEndings.map { adjective + $0 }) }
        return forms
    }

    /// Returns the cases whose stem differs from that of the word: Городок, в Городке; Брэст, у Брэсце; Рыга, у Рызе.
    private static func changedStems(of word: String) -> [String] {
        func without(_ count: Int) -> String { String(word.unicodeScalars.dropLast(count)) }
        guard word.unicodeScalars.count >= shortestStem else { return [] }
        for (ending, forms) in changes where word.hasSuffix(ending) {
            let rest = without(ending.unicodeScalars.count)
            if !rest.isEmpty { return forms.map { rest + $0 } }
        }
        return []
    }

    private static let changes: [(ending: String, forms: [String])] = [
        ("ок", ["ка", "ку", "ке", "ком", "кам"]), ("ак", ["ка", "ку", "кам"]),
        ("рел", ["рла", "рлу", "рле", "рлом"]), ("рол", ["рла", "рле", "рлом"]),
        ("вец", ["вца", "вцу", "вце", "вцом", "уца", "уцу", "уцом", "уцы"]),
        ("ец", ["ца", "цу", "це", "цом", "цем", "цам"]),
        ("ка", ["цы", "це"]), ("га", ["зе"]), ("ха", ["се"]), ("та", ["це"]), ("да", ["дзе"]), ("т", ["це"]),
        ("д", ["дзе"]),
    ]

    /// Returns the adjectives of a word, and the words for inhabitants: минский, минчане, лондонцы.
    ///
    /// Those of short words are listed, since derived ones would match unrelated adjectives (мирской).
    static func derived(from word: String) -> Set<String> {
        guard cyrillicEnd(of: word) != nil else { return [] }
        let adjectives = adjectiveStems(of: word)
        var derived = Set(adjectives.flatMap { stem in inflectedEndings.map { stem + $0 } })
        for adjective in adjectives where adjective.hasSuffix("ск") {
            let stem = adjective.unicodeScalars.dropLast(2)
            // Shorter ones belong to other words: расцём.
            guard stem.count >= shortestStem else { continue }
            derived.formUnion(inhabitantEndings.map { String(stem) + $0 })
        }
        for stem in citizenStems(of: word) { derived.formUnion(citizenEndings.map { stem + $0 }) }
        return derived
    }

    /// Returns the stems of words for inhabitants: минчан(е), витеблян(е), парижан(е), калужан(е).
    private static func citizenStems(of word: String) -> [String] {
        let stem = stem(of: word)
        let isAdjective = ["ск", "цк"].contains { word.hasSuffix($0) }
        let base = isAdjective ? String(word.unicodeScalars.dropLast(2)) : word.hasSuffix("ь") ? word : stem
        guard base.unicodeScalars.count >= 3, isAdjective || stem.unicodeScalars.count >= shortestStem else {
            return []
        }
        let hissing = stem.hasSuffix("г") ? String(stem.unicodeScalars.dropLast()) + "ж" : stem
        return ["чан", "лян", "чук"].map { base + $0 } + (isAdjective ? [] : [stem + "ян"])
            + (hasHiss(hissing) ? [hissing + "ан"] : [])
    }

    private static func hasHiss(_ stem: String) -> Bool { ["ж", "ч", "ш"].contains { stem.hasSuffix($0) } }

    private static let inhabitantEndings = ["ец", "ца", "цу", "цем", "цы", "цев", "цау", "цам", "цами", "цах"]
    private static let citizenEndings = [
        "", "е", "ам", "ами", "ах", "ау", "и", "оу", "ин", "ина", "ину", "ином", "инам", "ка", "ки", "ке", "ку", "кой",
    ]

    /// Returns the words for inhabitants in English, such as Londoners; none for a short word.
    static func englishInhabitants(of word: String) -> [String] {
        guard word.unicodeScalars.count >= shortestEnglish, let last = word.last, last.isASCII,
            !"aeiouyr0123456789".contains(last)
        else { return [] }
        return [word + "er", word + "ers"]
    }

    private static let shortestEnglish = 6

    private static func adjectiveStems(of word: String) -> [String] {
        if let listed = stemsOfShortNames[word] { return listed }
        let stem = stem(of: word)
        guard stem.unicodeScalars.count >= shortestStem else { return [] }
        let isOne = stem.hasSuffix("ск") || stem.hasSuffix("цк")
        if isOne { return [stem] }
        return ["ск", "ьск", "йск", "енск", "инск", "овск", "ауск", "оуск"].map { stem + $0 }
            + changedAdjectives.compactMap { ending, adjective in
                word.hasSuffix(ending)
                    ? String(word.unicodeScalars.dropLast(ending.unicodeScalars.count)) + adjective : nil
            }
    }

    /// The endings of names that differ in their adjectives, with those of the adjectives' stems.
    ///
    /// Германия, германский; Магілёў, магілёўскі; Калуга, калужский; Рэчыца, рэчыцкі; Одесса, одесский.
    private static let changedAdjectives: [(ending: String, adjective: String)] = [
        ("ия", "ск"), ("у", "уск"), ("г", "жск"), ("га", "жск"), ("т", "цк"), ("к", "цк"), ("ц", "цк"), ("ца", "цк"),
        ("цы", "цк"), ("ч", "цк"), ("чи", "цк"), ("чы", "цк"), ("с", "ск"), ("са", "ск"), ("си", "ск"),
        ("авль", "авск"), ("ауль", "ауск"), ("ва", "уск"), ("вка", "вск"), ("ука", "уск"), ("рел", "рловск"),
        ("и", "ийск"),
    ]

    /// Adjectives of towns with short names that belong to no other word: лидский, аршанскі.
    private static let stemsOfShortNames: [String: [String]] = [
        "лида": ["лидск"], "орша": ["оршанск"], "ворша": ["аршанск"], "узда": ["узденск", "уздзенск"],
        "ивье": ["ивьевск"], "иуе": ["иуеуск"], "мосты": ["мостовск"], "ош": ["ошск"], "береза": ["березовск"],
        "бяроза": ["бярозауск"], "масты": ["мастоуск"], "куско": [], "куска": [],
        "ветка": ["ветковск", "веткауск"], "лоеу": ["лоеуск"],
    ]

    private static func cyrillicEnd(of word: String) -> Unicode.Scalar? {
        word.unicodeScalars.last.flatMap { (0x400...0x52F).contains($0.value) ? $0 : nil }
    }

    /// Returns the word without its last letter, if that letter changes between cases.
    private static func stem(of word: String) -> String {
        guard let last = word.unicodeScalars.last, changing.contains(last), word.unicodeScalars.count > 3 else {
            return word
        }
        return String(word.unicodeScalars.dropLast())
    }

    /// Returns the stem of a name that is itself an adjective, such as Глубокое.
    private static func adjectiveStem(of word: String) -> String? {
        let stem = word.unicodeScalars.dropLast(2)
        let ending = String(word.unicodeScalars.suffix(2))
        // Belarusian: венскі.
        if ["ски", "цки"].contains(where: word.hasSuffix) { return String(word.unicodeScalars.dropLast()) }
        let isOne = ["ое", "ая", "ий", "ый", "ые", "ие", "ае"].contains(ending)
        return isOne && stem.count >= 3 ? String(stem) : nil
    }

    private static let changing = Set("аеиоуыэюяйь".unicodeScalars)

    private static let adjectiveEndings: [String] = [
        "ий", "ый", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ого", "его", "ому", "ему", "ом", "ем", "ым", "им", "ую",
        "юю", "ых", "их", "ыми", "ими", "ага", "яга", "аму", "яму", "ай", "яй", "ою", "аю", "ия", "ыя", "ае", "яе",
    ]

    /// Belarusian adjectives may end in a single vowel: мінскі.
    private static let inflectedEndings = adjectiveEndings + ["и"]
}
