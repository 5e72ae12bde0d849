/// Words for things that have a place's name wherever they are.
private enum NamedThings {
    /// Dishes, breeds of dogs, dances, clothes and the like.
    static let english: Set<String> = [
        "bean", "beans", "boots", "bulldog", "bulldogs", "cement", "cuisine", "curry", "dressing", "dumplings",
        "envelope", "envelopes", "fries", "hat", "hats", "hound", "hounds", "lantern", "lanterns", "mastiff",
        "mastiffs", "muffin", "muffins", "mule", "noodles", "omelette", "pancake", "pancakes", "pastries", "pastry",
        "pointer", "pointers", "poodle", "poodles", "restaurant", "restaurants", "retriever", "retrievers", "roulette",
        "salad", "salads", "sauce", "sausage", "sausages", "setter", "setters", "shepherd", "shepherds", "shorts",
        "sling", "soup", "spaniel", "spaniels", "sprouts", "stew", "syndrome", "takeaway", "takeaways", "tango",
        "terrier", "terriers", "toast", "waffle", "waffles", "waltz", "wings", "wolfhound", "wolfhounds",
    ]
    /// The beginnings of such words that follow an adjective.
    static let cyrillic = [
        "амлет", "аучарк", "бальзам", "барз", "блюд", "борз", "бульдог", "вальс", "вафл", "волкодав", "зефир",
        "катлет", "котлет", "кухн", "лихтарык", "овчарк", "омлет", "пельмен", "пираг", "пирог", "рулетк", "салат",
        "сеттер", "синдром", "соус", "спаниел", "спаниэл", "сэтэр", "танго", "терьер", "торт", "тэрер", "фонарик",
        "хаски", "шашлык",
    ]
    /// Such words in full, since their beginnings are also those of other words.
    static let whole: Set<String> = [
        "борщ", "дог", "дога", "доги", "догу", "плов", "плова", "стол", "стола", "столу", "суп",
        "супа", "супы", "танец", "танца", "танцев", "танцы", "чай",
    ]
    /// Treaties are named after the town in which they were signed.
    static let treaties: Set<String> = [
        "accord", "accords", "agreement", "convention", "conventions", "memorandum", "protocol", "treaty",
    ]
    static let cyrillicTreaties = [
        "дагавор", "договор", "канвенц", "конвенц", "мемарандум", "меморандум", "пагаднен", "пратакол", "протокол",
        "соглашен",
    ]
    /// Words for a language, and for its use.
    static let speech: Set<String> = [
        "accent", "dictionary", "grammar", "language", "lesson", "lessons", "speaker", "speakers", "speaking",
        "subtitles", "translation", "translations",
    ]
    /// Words that end the name of a company: Bath Technologies.
    static let companies: Set<String> = [
        "clinic", "holdings", "inc", "instruments", "ltd", "solutions", "systems", "technologies",
    ]
    /// Words for works of art, after “the”: Chicago the musical.
    static let works: Set<String> = ["band", "film", "movie", "musical", "novel", "opera", "series"]
}

extension NameContext {
    /// Returns true if the name is part of that of a thing: Wellington boots, киевский торт, Paris Agreement.
    ///
    /// Treaties of countries are news of them; only a town's name may stand for a treaty.
    func isNamedThing(_ place: Range<Int>, isAdjective: Bool, home: Home?) -> Bool {
        let name = text[place.lowerBound]
        guard let after = word(at: place.upperBound), !name.isPossessive else { return false }
        let mayBeTreaty = home?.isCountry != true
        guard name.folded.unicodeScalars.allSatisfy(\.isASCII) else {
            guard isAdjective, after.isJoined else { return false }
            func begins(_ words: [String]) -> Bool { words.contains(where: after.folded.hasPrefix) }
            return NamedThings.whole.contains(after.folded) || begins(NamedThings.cyrillic)
                || mayBeTreaty && begins(NamedThings.cyrillicTreaties)
        }
        if after.followsHyphen || after.isJoined, NamedThings.speech.contains(after.folded) { return true }
        guard after.isJoined else { return false }
        if after.folded == "the", let work = word(at: place.upperBound + 1) {
            return NamedThings.works.contains(work.folded)
        }
        return NamedThings.english.contains(after.folded)
            || mayBeTreaty && after.isCapitalized && NamedThings.treaties.contains(after.folded)
            || name.isCapitalized && after.isCapitalized && !isTitleCase && NamedThings.companies.contains(after.folded)
    }
}
