import MuseumsContract
import Values

/// The names of museums' subjects, as users read them.
enum CategoryNames {
    /// Returns a subject's name; one without a name of its own is called like `general`.
    static func name(of category: MuseumCategory) -> UserText { names[category] ?? general }

    private static let general = UserText("Various subjects", ru: "Разные темы", be: "Розныя тэмы")

    private static let names: [MuseumCategory: UserText] = [
        .art: UserText("Art", ru: "Искусство", be: "Мастацтва"),
        .history: UserText("History", ru: "История", be: "Гісторыя"),
        .archaeology: UserText("Archaeology", ru: "Археология", be: "Археалогія"),
        .science: UserText("Science", ru: "Наука", be: "Навука"),
        .technology: UserText("Technology", ru: "Техника", be: "Тэхніка"),
        .nature: UserText("Nature", ru: "Природа", be: "Прырода"),
        .ethnography: UserText("Ethnography", ru: "Этнография", be: "Этнаграфія"),
        .literature: UserText("Literature", ru: "Литература", be: "Літаратура"),
        .music: UserText("Music", ru: "Музыка", be: "Музыка"),
        .theatre: UserText("Theatre", ru: "Театр", be: "Тэатр"),
        .memorial: UserText("Memorial museums", ru: "Мемориальные музеи", be: "Мемарыяльныя музеі"),
        .military: UserText("Military history", ru: "Военная история", be: "Ваенная гісторыя"),
        .castle: UserText("Castles and palaces", ru: "Замки и дворцы", be: "Замкі і палацы"),
        .openAir: UserText("Open-air museums", ru: "Музеи под открытым небом", be: "Музеі пад адкрытым небам"),
        .religion: UserText("Religion", ru: "Религия", be: "Рэлігія"),
        .transport: UserText("Transport", ru: "Транспорт", be: "Транспарт"),
        .children: UserText("For children", ru: "Для детей", be: "Для дзяцей"),
        .general: general,
    ]
}
