import ScheduleContract
import Values

/// Parses the university's notation of days, times and types.
enum BSUIRText {
    /// Parses `dd.MM.yyyy`, with or without leading zeros, and `yyyy-MM-dd` with or without a time.
    ///
    /// Returns `nil` for any other text and for days that do not exist.
    static func date(_ text: String) -> LocalDate? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3 {
            guard let day = number(parts[0], digits: 1...2), let month = number(parts[1], digits: 1...2),
                let year = number(parts[2], digits: 4...4)
            else { return nil }
            return LocalDate(year: year, month: month, day: day)
        }
        let day = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return LocalDate(String(day))
    }

    /// Parses `H:mm`, `HH:mm` and `HH:mm:ss` as minutes after midnight, up to 24:00; returns `nil` for any other text.
    static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
            let minute = number(parts[1], digits: 2...2), minute < 60
        else { return nil }
        if parts.count == 3 {
            let whole = parts[2].split(separator: ".", maxSplits: 1).first ?? ""
            guard let second = number(whole, digits: 2...2), second < 60 else { return nil }
        }
        let total = hour * 60 + minute
        return total <= 1440 ? total : nil
    }

    /// Returns the number of a weekday, 1 for Monday, or `nil` for any other text.
    static func weekday(_ name: String) -> Int? { weekdays[name.trimmed.lowercased()] }

    /// Returns the type that an abbreviation stands for; those of part-time students begin with `У` (установочная).
    static func type(_ name: String) -> LessonType {
        var word = String(name.trimmed.lowercased().map { $0 == "ё" ? "е" : $0 })
        if word.hasPrefix("у"), teaching[String(word.dropFirst())] != nil { word.removeFirst() }
        if let type = teaching[word] { return type }
        if word.hasPrefix("конс") { return .consultation }
        if word.hasPrefix("канд") { return .candidateExam }
        if word.hasPrefix("диф") { return .gradedCredit }
        if word.hasPrefix("экз") { return .exam }
        return word.hasPrefix("зач") ? .credit : .other
    }

    /// Returns the last name and initials, such as `Нестеренков С. Н.`, or `nil` without a last name.
    static func shortName(last: String?, first: String?, middle: String?) -> String? {
        guard let last else { return nil }
        let initials = [first, middle].compactMap { $0?.first.map { "\($0)." } }
        return ([last] + initials).joined(separator: " ")
    }

    private static let weekdays = [
        "понедельник": 1, "вторник": 2, "среда": 3, "четверг": 4, "пятница": 5, "суббота": 6, "воскресенье": 7,
    ]

    private static let teaching: [String: LessonType] = ["лк": .lecture, "пз": .practical, "лр": .laboratory]

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
