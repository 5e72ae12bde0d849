import MuseumsContract

/// The words that people use for the categories of museums.
enum CategoryWords {
    /// Returns the words for a category in English, Russian and Belarusian.
    ///
    /// `general` has none, since the word "museum" distinguishes nothing.
    static func words(for category: MuseumCategory) -> [String] {
        switch category {
        case .art: ["art gallery", "искусство художественный галерея", "мастацтва мастацкі галерэя"]
        case .history: ["history", "история исторический", "гісторыя гістарычны"]
        case .archaeology: ["archaeology", "археология", "археалогія"]
        case .science: ["science", "наука", "навука"]
        case .technology: ["technology", "техника", "тэхніка"]
        case .nature: ["nature", "природа", "прырода"]
        case .ethnography: ["ethnography folk", "этнография", "этнаграфія"]
        case .literature: ["literature", "литература", "літаратура"]
        case .music: ["music", "музыка", "музыка"]
        case .theatre: ["theatre", "театр", "тэатр"]
        case .memorial: ["memorial", "мемориал", "мемарыял"]
        case .military: ["military war", "военный война", "ваенны вайна"]
        case .castle: ["castle palace", "замок дворец", "замак палац"]
        case .openAir: ["open air", "под открытым небом", "пад адкрытым небам"]
        case .religion: ["religion", "религия", "рэлігія"]
        case .transport: ["transport", "транспорт", "транспарт"]
        case .children: ["children", "детский", "дзіцячы"]
        case .general: []
        }
    }
}
