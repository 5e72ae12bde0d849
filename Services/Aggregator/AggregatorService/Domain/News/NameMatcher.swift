import Values

/// Finds names in texts, in all grammatical cases.
struct NameMatcher: Sendable, Equatable {
    /// The accepted forms of a word of a name.
    private struct Word: Equatable {
        /// The word and, if Cyrillic, its cases.
        var forms: Set<String>
        /// The word itself.
        var nominative = ""
        /// Adjectives and words for inhabitants, which may begin with a lower-case letter.
        var derived: Set<String> = []
        /// A prefix that up to eight more letters may follow.
        var beginning: String?
        var needsCapital: Bool
        /// True for an abbreviation such as US, which in lower case is a different word.
        var isAbbreviation = false

        /// Returns true if the word of a text is an adjective of this one.
        func isAdjective(_ word: NewsWord) -> Bool {
            derived.contains(word.folded) || (beginning != nil && !forms.contains(word.folded))
        }

        func matches(_ word: NewsWord) -> Bool {
            if let beginning, word.folded.hasPrefix(beginning),
                word.folded.unicodeScalars.count - beginning.unicodeScalars.count <= NameMatcher.maximumExtra,
                word.isCapitalized || !needsCapital
            {
                return true
            }
            if forms.contains(word.folded), isAbbreviation ? word.isAllCapitals : word.isCapitalized || !needsCapital {
                return true
            }
            // An adjective may be spelt like a case of the name: в минском метро.
            return derived.contains(word.folded)
        }
    }

    private struct Name: Equatable {
        var words: [Word]
        /// True if the name is also a common word, which begins with a capital letter where a sentence begins.
        var isCommonWord = false

        /// Returns true if the name stands at `start`.
        func matches(_ text: [NewsWord], at start: Int) -> Bool {
            guard start + words.count <= text.count, zip(words, text[start...]).allSatisfy({ $0.matches($1) })
            else { return false }
            let isCommon = isCommonWord || NameMatcher.commonForms.contains(text[start].folded)
            guard isCommon, text[start].beginsSentence, !text[start].isPossessive,
                words[0].forms.contains(text[start].folded)
            else { return true }
            let end = start + words.count
            guard end < text.count else { return false }
            return NameContext.isInstitution(text[end])
                || (NameMatcher.countries.contains(words[0].nominative) && NameContext.isStateVerb(text[end]))
        }

        /// Returns true if the words around the name tell that it belongs to something else.
        func belongsElsewhere(_ place: Range<Int>, in context: NameContext, home: Home?) -> Bool {
            if context.isPerson(place) || context.isTitle(place) || context.isManner(place) || context.isStyle(place) {
                return true
            }
            if context.isNobility(place) || context.isStormOrCar(place) { return true }
            if words[0].isAbbreviation, context.isShouted(place) { return true }
            let isNominative = words.count == 1 && context.text[place.lowerBound].folded == words[0].nominative
            let isAdjective = words[0].isAdjective(context.text[place.lowerBound])
            let isCase = words[0].forms.contains(context.text[place.lowerBound].folded)
            if isAdjective, context.isStreet(place, isCase: isCase) { return true }
            if context.isBearer(place, isNominative: isNominative, home: home) { return true }
            // In a title such as “How to Bath a Dog”, every word has a capital letter.
            if isCommonWord, context.isTitleCase, !context.isSurelyPlace(place) { return true }
            if context.isNamedThing(place, isAdjective: isAdjective, home: home) { return true }
            if NameContext.isHomonym(context.text[place.lowerBound]), !context.isBeforeHumanVerb(place) { return true }
            if !isNominative, words.count == 1, !isAdjective, context.isNominativeGivenName(place) { return true }
            if context.isLanguage(place) || context.isProductOrVenue(place, isNominative: isNominative) { return true }
            return context.isOtherPlace(place, home: home)
        }
    }

    private static let maximumExtra = 8
    /// Names of places that are also common words, folded.
    ///
    /// The Cyrillic ones are the words of spelling dictionaries that are also a name of the tables.
    private static let commonWords: Set<String> = [
        "bar", "bath", "cork", "deal", "hull", "lens", "male", "mobile", "nice", "of", "orange", "reading",
        "sale", "split", "tours", "арол", "багата", "барань", "береза", "березовка", "бурса", "бяроза", "вена", "ветка",
        "вороново", "высокае", "высокое", "гарадок", "глубокое", "глыбокае", "горки", "городок", "искра", "карма",
        "кастры", "корма", "круглае", "круглое", "крупки", "крычау", "мали", "масты", "меры", "мир", "мосты",
        "октябрьский",
        "орел", "панама", "паставы", "перу", "порту", "поставы", "ровно", "роуна", "сплит", "столбцы", "тирана", "того",
        "тога", "турау", "туров", "тырана", "узда", "чад", "чашники", "чэрвень",
    ]
    /// Those among them whose acts tell of a country, or of its capital.
    private static let countries: Set<String> = [
        "багата", "вена", "мали", "панама", "перу", "тирана", "тога", "того", "тырана", "чад",
    ]
    /// Cases of names that are also words of spelling dictionaries: cubes of ice, donkeys, pepper.
    private static let commonForms: Set<String> = [
        "акры", "атланты", "афина", "барда", "бардам", "барде", "бардом", "барду", "бате", "бати", "белена", "белены",
        "бремени", "бременем", "брести", "гавани", "газу", "газы", "горок", "дадому", "дакару", "дакары", "кингстоны",
        "кита", "ките", "киту", "киты", "кице", "клецка", "клецкам", "клецки", "корка", "коркам", "корке", "корки",
        "корку", "кубу", "кубы", "куска", "кускам", "куске", "куски", "куском", "куску", "лили", "львами", "мальце",
        "манили", "мостов", "нагое", "нагою", "осла", "осле", "ослу", "ослы", "панамы", "перце", "самое", "самоу",
        "сани", "саны", "сенна", "сирые", "сувой",
    ]
    private var names: [Name] = []
    /// Phrases whose words name something else.
    private var others: [Name] = []
    /// Words of texts that are about another place of the same name.
    private var namesakes: [Name] = []
    private let home: Home?

    /// Parses names as people write them.
    ///
    /// Cyrillic names also match in their cases (Минск, Минске), as adjectives (минский) and as the inhabitants
    /// (минчане). A name with a trailing `*` is a prefix; written in lower case, it matches lower-case words too.
    ///
    /// - Parameters:
    ///   - others: phrases that contain a name and mean something else, such as New Mexico.
    ///   - namesakes: words that tell that a text is about another place of the same name.
    ///   - home: the country of the place.
    init(_ names: [String], others: [String] = [], namesakes: [String] = [], home: Home? = nil) {
        self.home = home
        self.namesakes = namesakes.compactMap { Self.name($0, isAsWritten: true) }
        self.names = names.compactMap { Self.name($0) } + names.compactMap(Self.adjective)
        self.others = others.compactMap { Self.name($0, isAsWritten: true) }
    }

    /// - Parameter isAsWritten: true if words that are written in lower case match so.
    private static func name(_ name: String, isAsWritten: Bool = false) -> Name? {
        let isOpen = name.hasSuffix("*")
        let words = NewsWord.words(of: name)
        guard !words.isEmpty else { return nil }
        return Name(
            words: words.enumerated().map { [hasCapital = words.contains(where: \.isCapitalized)] index, word in
                // Inner words may be particles such as “de” and “на”.
                let isOuter = index == 0 || index == words.count - 1
                let needsCapital = isOuter && (word.isCapitalized || !(isOpen || isAsWritten || hasCapital))
                if isOpen, index == words.count - 1 {
                    return Word(forms: [], beginning: word.folded, needsCapital: needsCapital)
                }
                let isAbbreviation = word.isAllCapitals && (2...4).contains(word.folded.unicodeScalars.count)
                guard !isAbbreviation else {
                    return Word(forms: [word.folded], needsCapital: needsCapital, isAbbreviation: true)
                }
                var forms = NameForms.cases(of: word.folded)
                if index == words.count - 1 { forms.formUnion(NameForms.englishInhabitants(of: word.folded)) }
                return Word(
                    forms: forms, nominative: word.folded,
                    derived: words.count == 1 && !isAsWritten ? NameForms.derived(from: word.folded) : [],
                    needsCapital: needsCapital)
            }, isCommonWord: commonWords.contains(Folding.fold(name)))
    }

    /// Returns the adjectives of a name with hyphens, which end as those of its last word: нью-йоркский.
    private static func adjective(_ name: String) -> Name? {
        guard name.contains("-"), !name.hasSuffix("*") else { return nil }
        let words = Folding.words(of: name)
        guard let last = words.last else { return nil }
        let derived = NameForms.derived(from: last)
        guard words.count > 1, !derived.isEmpty else { return nil }
        return Name(
            words: words.dropLast().map { Word(forms: [$0], needsCapital: false) }
                + [Word(forms: [], derived: derived, needsCapital: false)])
    }

    /// Returns true if the words of a text contain one of the names.
    func matches(_ text: [NewsWord]) -> Bool {
        let isAboutNamesake = text.indices.contains { start in namesakes.contains { $0.matches(text, at: start) } }
        if isAboutNamesake { return false }
        let context = NameContext(text)
        return text.indices.contains { start in
            let found = names.filter { $0.matches(text, at: start) }
            guard let name = found.max(by: { $0.words.count < $1.words.count }) else { return false }
            let place = start..<start + name.words.count
            return !standsForSomethingElse(place, in: text)
                && !name.belongsElsewhere(place, in: context, home: home)
        }
    }

    private func standsForSomethingElse(_ place: Range<Int>, in text: [NewsWord]) -> Bool {
        // Coffee, but not “американо-китайские переговоры”.
        let isCompound = place.upperBound < text.count && text[place.upperBound].followsHyphen
        if isCompound, text[place.upperBound - 1].folded.hasSuffix("о") { return false }
        return others.contains { other in
            (max(0, place.lowerBound - other.words.count + 1)..<place.upperBound).contains { start in
                other.matches(text, at: start)
            }
        }
    }
}
