/// The name of an invented lecturer.
struct LecturerName: Sendable {
    var first: String
    /// The patronymic; some lecturers have none.
    var middle: String?
    var last: String

    /// A lecturer with a two-letter last name and no patronymic.
    static let short = LecturerName(first: "Цичэн", middle: nil, last: "Го")

    private init(first: String, middle: String?, last: String) {
        self.first = first
        self.middle = middle
        self.last = last
    }

    init(_ random: inout SeededRandom) {
        let isWoman = random.chance(55)
        let stem = random.pick(Self.stems)
        first = random.pick(isWoman ? Self.women : Self.men)
        let father = random.pick(Self.fathers)
        middle = random.chance(2) ? nil : father + (isWoman ? "на" : "ич")
        last = isWoman && (stem.hasSuffix("ов") || stem.hasSuffix("ев") || stem.hasSuffix("ин")) ? stem + "а" : stem
    }

    /// The id in URLs, as the university forms it: `s-nesterenkov`.
    var slug: String {
        let initial = Self.latin(String(first.prefix(1)))
        return "\(initial)-\(Self.latin(last))"
    }

    /// The last name and initials, such as `Абрамов И. И.`.
    var short: String {
        let initials = [first, middle].compactMap { $0?.first.map { "\($0)." } }
        return ([last] + initials).joined(separator: " ")
    }

    private static func latin(_ text: String) -> String {
        text.lowercased().map { letters[$0] ?? "" }.joined()
    }

    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "i",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
        "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sch", "ы": "y", "э": "e", "ю": "yu", "я": "ya", "ў": "u",
    ]

    private static let women = [
        "Анна", "Вера", "Галина", "Дарья", "Елена", "Жанна", "Зоя", "Ирина", "Кристина", "Людмила", "Мария", "Наталья",
        "Ольга", "Полина", "Светлана", "Татьяна", "Юлия", "Яна",
    ]
    private static let men = [
        "Артём", "Борис", "Виктор", "Геннадий", "Дмитрий", "Евгений", "Захар", "Игорь", "Константин", "Леонид",
        "Михаил", "Николай", "Олег", "Павел", "Роман", "Сергей", "Тимофей", "Юрий", "Ярослав", "Фёдор",
    ]
    private static let fathers = [
        "Александров", "Борисов", "Викторов", "Владимиров", "Дмитриев", "Иванов", "Михайлов", "Николаев", "Олегов",
        "Павлов", "Петров", "Сергеев", "Степанов", "Юрьев",
    ]
    private static let stems = [
        "Абрамов", "Алексеев", "Андросов", "Артюшенко", "Багинский", "Баранов", "Белоус", "Бобков", "Бондаренко",
        "Бурак", "Василевич", "Ващилко", "Виноградов", "Волчек", "Гайдук", "Герасимов", "Глебко", "Голубев", "Гончарик",
        "Гуревич", "Давыдов", "Дашкевич", "Деменковец", "Дорошевич", "Дубовик", "Егоров", "Ермолович", "Жук",
        "Жуковский", "Забродский", "Зайцев", "Зеленко", "Иваницкий", "Игнатович", "Ильин", "Казак", "Калинин",
        "Карпук", "Касперович", "Климов", "Ковалевич", "Козлов", "Колосов", "Корбут", "Кравцов", "Кривоносов",
        "Кузьмин",
        "Кулешов", "Лапко", "Лещинский", "Лисицын", "Лукашевич", "Макаревич", "Мальцев", "Марченко", "Медведев",
        "Мельничук", "Мирончик", "Михалевич", "Мороз", "Мусин", "Назаренко", "Нестерович", "Никитин", "Новик", "Орлов",
        "Осипенко", "Павлюченко", "Панасюк", "Петрович", "Пилипенко", "Поляков", "Прищепа", "Радкевич", "Романюк",
        "Рудницкий", "Русак", "Савицкий", "Самаль", "Сечко", "Сидорович", "Скиба", "Смоляков", "Соколов", "Стасевич",
        "Стригалев", "Тарасюк", "Титов", "Ткаченко", "Трофимов", "Турок", "Усенко", "Федоренко", "Филиппов", "Хмель",
        "Хоменок", "Цветков", "Чайка", "Черняк", "Шаталов", "Шевченко", "Шилин", "Шпак", "Щербаков", "Юрашевич",
        "Юшкевич",
        "Яблонский", "Якимов", "Янчук", "Ярмолик",
    ]
}
