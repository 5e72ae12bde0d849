/// Words for things that have a place's name wherever they are.
private enum NamedThings {
    /// Dishes, breeds of dogs, plants, dances, clothes and the like.
    static let english: Set<String> = [
        "bass", "bean", "beans", "bloodhound", "bloodhounds", "boots", "brioche", "brogues", "broil", "broth",
        "bulldog", "bulldogs", "bully", "buns", "cement", "checkers", "cheesecake", "chowder", "clam", "clams", "coat",
        "coats", "collie", "collies", "comma", "cuisine", "curry", "cypress", "daisies", "daisy", "dressing",
        "dumpling", "dumplings", "elm", "elms", "envelope", "envelopes", "falcon", "fern", "ferns", "flu", "folder",
        "folders", "fries", "fudge", "geese", "goodbye", "goose", "goulash", "gravy", "greyhound", "greyhounds",
        "griffon", "griffons", "ham", "hamster", "hamsters", "hat", "hats", "heels", "hound", "hounds", "hypothesis",
        "interpretation", "ivy", "kale", "knotweed", "lantern", "lanterns", "lasagne", "lilies", "lily", "longhair",
        "maple", "maples", "marmalade", "mastiff", "mastiffs", "measles", "meatball", "meatballs", "meatloaf",
        "mixture", "muffin", "muffins", "mule", "mustard", "noodles", "nougat", "omelette", "orchid", "orchids", "oven",
        "ovens", "pancake", "pancakes", "paradox", "pastries", "pastry", "pasty", "patties", "patty", "pepper",
        "peppers", "pesto", "pickle", "pie", "pies", "pointer", "pointers", "poodle", "poodles", "pudding", "puddings",
        "remover", "restaurant", "restaurants", "retriever", "retrievers", "roses", "roulette", "salad", "salads",
        "salami", "sandwich", "sandwiches", "sauce", "sausage", "sausages", "seasoning", "setter", "setters", "shawl",
        "sheepdog", "sheepdogs", "shepherd", "shepherds", "shorthair", "shorthairs", "shorts", "sling", "soap", "soup",
        "spaniel", "spaniels", "spitz", "sponge", "sprouts", "spruce", "standoff", "steak", "steaks", "stew",
        "stroganoff", "syndrome", "takeaway", "takeaways", "tango", "tart", "tarts", "terrier", "terriers", "thistle",
        "thistles", "toast", "toffee", "tuxedo", "vizsla", "vizslas", "waffle", "waffles", "waltz", "wax", "whippet",
        "whippets", "whispers", "wings", "wolfhound", "wolfhounds", "worm",
    ]
    /// The beginnings of such words that follow an adjective.
    static let cyrillic = [
        "абраз", "акцент", "акцэнт", "амлет", "анекдот", "арэх", "аучарк", "бальзам", "барз", "блюд", "борз", "булавк",
        "бульдог", "валенк", "вальс", "вафл", "волкодав", "газон", "гамбит", "гараскоп", "гваздзик", "гвоздик",
        "гиацинт", "гиацынт", "гороскоп", "грамат", "гуляш", "зефир", "икон", "кактус", "капуст", "катлет", "каубас",
        "кекс", "колбас", "котлет", "кресл", "кросворд", "кроссворд", "круасан", "круассан", "крыжаванк", "крыштал",
        "крэсл", "кухн", "лаваш", "лазн", "ландыш", "ласос", "лихтарык", "лосос", "маникюр", "мармелад", "марципан",
        "масаж", "массаж", "моркв", "морков", "нажниц", "ножниц", "овчарк", "омлет", "орех", "пармезан", "пахлав",
        "пельмен", "перник", "печен", "печк", "пираг", "пирог", "пирожн", "пончик", "пряник", "пячк", "рулетк", "салат",
        "сасиск", "сеттер", "синдром", "сосиск", "соус", "спагетти", "спаниел", "спаниэл", "стейк", "сфинкс", "сэтэр",
        "сюит", "танго", "терьер", "торт", "тэрер", "тюльпан", "фиалк", "фонарик", "хамяк", "хаски", "хачапур",
        "хинкал", "хомяк", "хрустал", "хустк", "цюльпан", "чебурек", "шашлык", "шнауцер", "шпильк", "шпиц", "штрудел",
    ]
    /// Such words in full, since their beginnings are also those of other words.
    static let whole: Set<String> = [
        "бане", "бани", "баню", "баня", "борщ", "дог", "дога", "доги", "догу", "йога", "йоги", "йогой", "йогу", "клен",
        "клена", "клену", "нож", "ножа", "ножи", "ножом", "перац", "перец", "перца", "перцу", "платка", "платки",
        "платок", "плов", "плова", "роза", "розу", "розы", "ружа", "ружу", "ружы", "сорам", "сораму", "стенка",
        "стенке", "стенку", "стол", "стола", "столу", "стыд", "стыда", "суп", "супа", "супы", "сценка", "сценке",
        "сценку", "танец", "танца", "танцев", "танцы", "чай",
    ]
    /// Treaties are named after the town in which they were signed.
    static let treaties: Set<String> = [
        "accord", "accords", "agreement", "convention", "conventions", "memorandum", "protocol", "treaty",
    ]
    static let cyrillicTreaties = [
        "дагавор", "договор", "канвенц", "конвенц", "мемарандум", "меморандум", "пагаднен", "пратакол", "протокол",
        "соглашен", "статут", "унии", "унию", "уния",
    ]
    /// Such words in full.
    static let wholeTreaties: Set<String> = [
        "мир", "мира", "мире", "миром", "миру", "пакт", "пакта", "пактом", "пакту",
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
    /// Words for what a person has, after a possessive: Darwin's diary.
    static let personal: Set<String> = [
        "autobiography", "biography", "childhood", "daughter", "diaries", "diary", "funeral", "grave", "husband",
        "letter", "letters", "lyrics", "memoir", "memoirs", "mother", "nephew", "niece", "notebook", "notebooks",
        "songs", "theory", "widow", "wife",
    ]
    /// Words for ships and horses, before a name.
    static let vessels: Set<String> = [
        "barge", "battleship", "carrier", "cruiser", "destroyer", "freighter", "frigate", "gelding", "icebreaker",
        "lifeboat", "liner", "mare", "minesweeper", "racehorse", "stallion", "steamer", "submarine", "tanker",
        "trawler", "warship", "yacht", "авианосец", "авиянасец", "баржа", "конь", "корабль", "карабель", "крейсер",
        "крэйсер", "лайнер", "ледокол", "лядакол", "линкор", "лодка", "лошадь", "паром", "подлодка", "субмарина",
        "танкер", "теплоход", "траулер", "фрегат", "цеплаход", "эсминец", "яхта",
    ]
    /// Words for works of art, after “the”: Chicago the musical.
    static let works: Set<String> = ["band", "ballet", "film", "movie", "musical", "novel", "opera", "series"]
}

extension NameContext {
    /// Returns true for the name of a ship or a horse, and for that of a person who had something: the frigate Minsk,
    /// Darwin's diary.
    ///
    /// - Parameter isNominative: true if the name is not in another case, such as that of an owner or a destination.
    func isBearer(_ place: Range<Int>, isNominative: Bool, home: Home?) -> Bool {
        let name = text[place.lowerBound]
        if isNominative, name.isJoined, !name.isPossessive, let before = word(at: place.lowerBound - 1),
            NamedThings.vessels.contains(before.folded)
        {
            return true
        }
        guard name.isPossessive, place.count == 1, home?.isCountry != true, let after = word(at: place.upperBound)
        else { return false }
        return NamedThings.personal.contains(after.folded)
    }

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
                || mayBeTreaty
                    && (begins(NamedThings.cyrillicTreaties) || NamedThings.wholeTreaties.contains(after.folded))
        }
        if after.followsHyphen || after.isJoined, NamedThings.speech.contains(after.folded) { return true }
        if after.folded == "the", let work = word(at: place.upperBound + 1) {
            return NamedThings.works.contains(work.folded)
        }
        guard after.isJoined else { return false }
        return NamedThings.english.contains(after.folded)
            || mayBeTreaty && after.isCapitalized && NamedThings.treaties.contains(after.folded)
            || name.isCapitalized && after.isCapitalized && !isTitleCase && NamedThings.companies.contains(after.folded)
    }
}
