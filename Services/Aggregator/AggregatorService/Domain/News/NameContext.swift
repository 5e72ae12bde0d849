import Values

/// The country of a place: its code, and its folded name in English.
struct Home: Sendable, Equatable {
    var code: String
    var name: String
    /// True if the place is the country.
    var isCountry = false
}

/// The codes of all countries by their folded names.
private enum KnownCountries {
    static let codes: [String: String] = {
        let letters = (65...90).map { Character(Unicode.Scalar($0)) }
        var codes: [String: String] = [:]
        for code in letters.flatMap({ first in letters.map { String([first, $0]) } }) {
            guard let name = CountryCode(code)?.name else { continue }
            for text in [name.english, name.russian, name.belarusian] { codes[Folding.fold(text)] = code }
        }
        return codes
    }()
}

/// Tells from the words around a name that it belongs to something else than the place.
///
/// The rules are those of gazetteer look-ups: a given name before it makes it a surname, a quotation that holds nothing
/// else makes it the name of a ship or a café, and a region after a comma names another town.
struct NameContext: Sendable {
    let text: [NewsWord]
    /// True if most words begin with a capital letter, which then says nothing about names.
    private let isTitleCase: Bool

    init(_ text: [NewsWord]) {
        self.text = text
        let long = text.filter { $0.folded.unicodeScalars.count > 3 }
        isTitleCase = long.count >= 4 && long.filter(\.isCapitalized).count * 4 > long.count * 3
    }

    /// Returns true if the name at `place` is that of a person, or part of one.
    func isPerson(_ place: Range<Int>) -> Bool {
        guard place.count == 1 else { return false }
        let name = text[place.lowerBound]
        let isSurname = name.isCapitalized && isNamePart(before: place)
        return isSurname || (!isTitleCase && isGivenName(place))
    }

    /// Returns true if a given name or a title stands before a name.
    private func isNamePart(before place: Range<Int>) -> Bool {
        guard let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined else { return false }
        if PersonNames.isGiven(before) || isWithinLongerName(before, place) { return true }
        guard PersonNames.isTitle(before) else { return false }
        // “Доктор Минского университета” is no surname, but “доктор Минский” is.
        let name = text[place.lowerBound]
        let isLatin = name.folded.unicodeScalars.allSatisfy(\.isASCII)
        return isLatin ? before.isCapitalized : Self.surnameEndings.contains { name.folded.hasSuffix($0) }
    }

    /// Returns true if an English name follows another capitalized word within a sentence, as surnames do.
    private func isWithinLongerName(_ before: NewsWord, _ place: Range<Int>) -> Bool {
        let name = text[place.lowerBound]
        let after = word(at: place.upperBound)
        return !isTitleCase && !before.beginsSentence && before.isCapitalized && !before.isAllCapitals
            && !before.isPossessive && !name.isPossessive && name.folded.unicodeScalars.allSatisfy(\.isASCII)
            && before.folded.unicodeScalars.count > 1 && !Self.precursors.contains(before.folded)
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
        return PersonNames.isGivenOrPlace(name) && !isAfterPreposition(place) && !Self.isInstitution(after)
    }

    private func isAfterPreposition(_ place: Range<Int>) -> Bool {
        word(at: place.lowerBound - 1).map { Self.prepositions.contains($0.folded) } ?? false
    }

    /// Returns true if a quotation holds nothing but the name: the café “Paris”, the refrigerator «Минск».
    ///
    /// A club's name is quoted, too, and stands for its town.
    func isTitle(_ place: Range<Int>) -> Bool {
        guard let quotation = text[place.lowerBound].quotation else { return false }
        let isWhole =
            text[place].allSatisfy { $0.quotation == quotation }
            && word(at: place.lowerBound - 1)?.quotation != quotation
            && word(at: place.upperBound)?.quotation != quotation
        return isWhole && !isAfterPreposition(place)
            && !text.contains { word in Self.sports.contains { word.folded.hasPrefix($0) } }
    }

    /// Returns true if an adjective is part of the name of a street or a station, in whatever town that is.
    func isStreet(_ place: Range<Int>) -> Bool {
        guard let after = word(at: place.upperBound) else { return false }
        let isStreet = Self.streets.contains { after.folded.hasPrefix($0) }
        let isStation = text[place.lowerBound].isCapitalized && Self.stations.contains { after.folded.hasPrefix($0) }
        return isStreet || isStation
    }

    /// Returns true for a word such as “airport”, before which stands the name of a place.
    static func isInstitution(_ word: NewsWord) -> Bool { institutions.contains { word.folded.hasPrefix($0) } }

    /// Returns true for an adverb such as “по-киевски”: in the manner of a place.
    func isManner(_ place: Range<Int>) -> Bool {
        guard text[place.lowerBound].followsHyphen, let before = word(at: place.lowerBound - 1) else { return false }
        return before.folded == "по" || before.folded == "па"
    }

    /// Returns true if the name is the beginning or the end of a longer one: New London, Paris, Texas.
    ///
    /// - Parameter home: the country of the place, whose regions do not make it another one.
    func isOtherPlace(_ place: Range<Int>, home: Home?) -> Bool {
        if let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined, !before.beginsSentence,
            before.isCapitalized, !isTitleCase, Self.renewals.contains(before.folded)
        {
            return true
        }
        if let before = word(at: place.lowerBound - 1), text[place.lowerBound].isJoined,
            Self.villages.contains(where: { before.folded.hasPrefix($0) })
                || before.folded == "of" && word(at: place.lowerBound - 2)?.folded == "village"
        {
            return true
        }
        return isPartOfLongerName(place, home: home) || isCompound(place) || isInOtherRegion(place, home: home)
    }

    /// Returns true if a region after a comma tells that a town is another one: Paris, Texas.
    private func isInOtherRegion(_ place: Range<Int>, home: Home?) -> Bool {
        var index = place.upperBound
        // Further words of the name: Panama City Beach, Florida.
        while let next = word(at: index), next.isJoined, next.isCapitalized, index < place.upperBound + 2 { index += 1 }
        guard let next = word(at: index), next.followsComma else { return false }
        if Self.kinds.contains(next.folded) { index += 1 }
        return [2, 1].contains { count in
            guard index + count <= text.count, text[index].isCapitalized else { return false }
            let name = text[index..<index + count].map(\.folded).joined(separator: " ")
            if name == home?.name { return false }
            if let code = Self.regions[name] { return code != home?.code }
            // “Georgia, Russia, Turkey” is a list, but “Lagos, Portugal, …” is a town.
            guard home?.isCountry != true, let code = KnownCountries.codes[name] else { return false }
            let end = word(at: index + count)
            return code != home?.code && (end == nil || end?.followsComma == true)
        }
    }

    /// Returns true if a longer known name covers this one: Papua New Guinea, British Columbia.
    private func isPartOfLongerName(_ place: Range<Int>, home: Home?) -> Bool {
        for start in max(0, place.lowerBound - 2)...place.lowerBound {
            for end in place.upperBound...min(text.count, place.upperBound + 2) where end - start > place.count {
                guard end - start <= 3, text[start].isCapitalized, text[end - 1].isCapitalized else { continue }
                let name = text[start..<end].map(\.folded).joined(separator: " ")
                if let code = Self.regions[name] ?? KnownCountries.codes[name], code != home?.code { return true }
            }
        }
        return false
    }

    /// Returns true for the first part of a town's double name: Минск-Мазовецкий, Китай-город.
    private func isCompound(_ place: Range<Int>) -> Bool {
        guard let after = word(at: place.upperBound), after.followsHyphen else { return false }
        let isAdjective = after.isCapitalized && Self.adjectiveMarks.contains { after.folded.contains($0) }
        return isAdjective || Self.towns.contains { after.folded.hasPrefix($0) }
    }

    /// Returns true if an abbreviation stands beside a shouted word: “TELL US”.
    func isShouted(_ place: Range<Int>) -> Bool {
        [place.lowerBound - 1, place.upperBound].compactMap(word).contains { word in
            word.isAllCapitals && word.folded.unicodeScalars.count > 2
                && word.folded.unicodeScalars.allSatisfy(\.isASCII)
        }
    }

    private func word(at index: Int) -> NewsWord? { text.indices.contains(index) ? text[index] : nil }

    /// The endings of surnames that are adjectives, in the nominative.
    private static let surnameEndings = ["ский", "цкий", "ски", "цки", "ская", "цкая"]
    /// Words with a capital letter before a place's name: parts of towns, clubs, days and months.
    private static let precursors: Set<String> = [
        "greater", "downtown", "central", "inner", "outer", "upper", "lower", "old", "mid", "north", "south", "east",
        "west", "northern", "southern", "eastern", "western", "occupied", "real", "inter", "dynamo", "dinamo", "bayern",
        "sporting", "atletico", "racing", "lokomotiv", "spartak", "red", "bull", "monday", "tuesday", "wednesday",
        "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july",
        "august", "september", "october", "november", "december", "in", "from", "of", "for", "and", "the", "modern",
        "communist", "soviet", "nazi", "roman", "great", "united", "super", "team", "miss", "radio",
    ]
    private static let adjectiveMarks = ["ски", "ска", "ске", "ску", "ском", "цки", "цка", "цком"]
    private static let towns = ["город", "горад"]
    /// Words for regions, between a comma and a region's name.
    private static let kinds: Set<String> = ["провинция", "правинцыя", "штат"]
    private static let prepositions: Set<String> = ["in", "from", "near", "в", "во", "из", "пад", "под", "у", "з"]
    /// The beginnings of words that follow a place's name and no given name.
    private static let institutions = [
        "airport", "airshow", "city", "council", "court", "derby", "hospital", "mayor", "station", "town", "county",
        "exchange", "expo", "fashion", "fc", "festival", "film", "games",
        "harbo",
        "international", "magic", "marathon", "masters", "metro", "museum", "national", "olympic", "opera",
        "paralympic",
        "police", "region", "river", "saint", "st", "stock", "tower", "united", "university", "valley", "zoo",
    ]
    private static let sports = [
        "фк", "хк", "бк", "футбол", "футбал", "хокке", "хаке", "баскетбол", "баскетбал", "матч", "клуб", "гол",
        "чемпион",
        "чэмпиян", "club", "football", "match",
    ]
    private static let streets = [
        "шоссе", "шаш", "улиц", "вулиц", "проспект", "праспект", "переулок", "переулк", "завулак", "завулк",
    ]
    private static let stations = [
        "вокзал", "набережн", "набярэжн", "коммун", "камун", "застав", "рынок", "рынк", "бульвар",
    ]
    /// The beginnings of words that make a name that of a village.
    private static let villages = [
        "деревн", "деревен", "вёск", "веск", "вёсц", "весц", "хутор", "хутар", "агрогород", "аграгарад",
    ]
    private static let renewals: Set<String> = ["new", "новый", "новая", "новое", "нью", "новы"]

    /// The states and provinces that are named after a comma to tell towns apart, with the codes of their countries.
    private static let regions: [String: String] = [
        "US": """
        alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois
        indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri
        montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma
        oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia
        washington state,west virginia,wisconsin,wyoming,флорида,фларыда,техас,тэхас,огайо,джорджия
        """,
        "CA": """
        alberta,british columbia,manitoba,new brunswick,newfoundland,nova scotia,ontario,quebec,saskatchewan
        онтарио,антарыо
        """,
        "AU": "queensland,new south wales,tasmania,south australia,western australia",
    ].reduce(into: [:]) { regions, country in
        for name in country.value.split(whereSeparator: { $0 == "," || $0.isNewline }) {
            regions[String(name)] = country.key
        }
    }
}
