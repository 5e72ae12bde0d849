/// Words for things that have a place's name wherever they are.
private enum NamedThings {
    /// Dishes, breeds of dogs, plants, dances, clothes and the like.
    static let english: Set<String> = [
        "bean", "beans", "boots", "bulldog", "bulldogs", "cement", "clam", "clams", "comma", "cuisine", "curry",
        "dressing", "dumplings", "envelope", "envelopes", "fries", "hat", "hats", "hound", "hounds", "lantern",
        "lanterns", "lilies", "lily", "mastiff", "mastiffs", "muffin", "muffins", "mule", "noodles",
        "omelette", "orchid", "orchids", "pancake", "pancakes", "pastries", "pastry", "patties", "patty", "pointer",
        "pointers", "poodle", "poodles", "restaurant", "restaurants", "retriever", "retrievers", "roulette", "salad",
        "salads", "sauce", "sausage", "sausages", "setter", "setters", "shepherd", "shepherds", "shorts",
        "sling", "soup", "spaniel", "spaniels", "sponge", "sprouts", "spruce", "stew", "syndrome", "takeaway",
        "takeaways", "tango", "terrier", "terriers", "toast", "waffle", "waffles", "waltz", "wings", "wolfhound",
        "wolfhounds", "worm",
    ]
    /// The beginnings of such words that follow an adjective.
    static let cyrillic = [
        "амлет", "арэх", "аучарк", "бальзам", "барз", "блюд", "борз", "булавк", "бульдог", "вальс", "вафл",
        "волкодав", "газон", "гараскоп", "гваздзик", "гвоздик", "гороскоп", "зефир", "кактус", "капуст",
        "катлет", "котлет", "кроссворд", "крыжаванк", "кухн", "лихтарык", "маникюр", "масаж", "массаж", "моркв",
        "морков", "овчарк", "омлет", "орех", "пельмен", "пираг", "пирог", "рулетк", "салат", "сеттер",
        "синдром", "соус", "спаниел", "спаниэл", "сэтэр", "танго", "терьер", "торт", "тэрер", "фонарик", "хамяк",
        "хаски", "хомяк", "шашлык", "шпильк",
    ]
    /// Such words in full, since their beginnings are also those of other words.
    static let whole: Set<String> = [
        "борщ", "дог", "дога", "доги", "догу", "йога", "йоги", "йогой", "йогу", "нож", "ножа", "ножи", "ножом",
        "перац", "перец", "перца", "перцу", "плов", "плова", "роза", "розу", "розы", "ружа", "ружу", "ружы", "сорам",
        "сораму", "стенка", "стенке", "стенку", "стол", "стола", "столу", "стыд", "стыда", "суп", "супа", "супы",
        "танец", "танца", "танцев", "танцы", "чай",
    ]
    /// Treaties are named after the town in which they were signed.
    static let treaties: Set<String> = [
        "accord", "accords", "agreement", "convention", "conventions", "memorandum", "protocol", "treaty",
    ]
    static let cyrillicTreaties = [
        "дагавор", "договор", "канвенц", "конвенц", "мемарандум", "меморандум", "пагаднен", "пратакол", "протокол",
        "соглашен", "унии", "унию", "уния",
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
            func begins(_ words: [String]) -> Bool { words.contains(where: after.folded.hasPrefix) }
            // “Бостон-терьер”.
            if after.followsHyphen { return begins(NamedThings.cyrillic) }
            guard isAdjective, after.isJoined else { return false }
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
