public import Values

/// A student group's number, such as 353501; may begin with zeros.
public struct GroupNumber: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 5
    public static let maximumLength = 7
    public static let pattern: String? = "^[0-9]{5,7}$"
    public static let exampleText = "353501"
    public static let fieldName: UserText? = UserText("Group number", ru: "Номер группы", be: "Нумар групы")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? nil : .digits
    }
}

/// A lecturer's identifier, as returned by schedule.lecturers, such as s-nesterenkov.
public struct LecturerSlug: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 64
    public static let pattern: String? = "^[a-z0-9]+(-[a-z0-9]+)*$"
    public static let exampleText = "s-nesterenkov"
    public static let fieldName: UserText? = UserText("Lecturer", ru: "Преподаватель", be: "Выкладчык")
    public static func normalized(_ text: String) -> String { text.trimmed }
    public static func fault(in text: String) -> ValueFault? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
        }
        return isPlain
            ? nil
            : .format(
                "lecturer",
                UserText(
                    "must contain lower-case Latin letters and digits, in parts separated by single hyphens",
                    ru: "нужны строчные латинские буквы и цифры, между частями один дефис",
                    be: "патрэбны малыя лацінскія літары і лічбы, паміж часткамі адзін злучок"))
    }
}

/// A subgroup, 1 to 9; lessons of the whole group belong to every subgroup.
public struct Subgroup: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...9
    public static let exampleValue = 1
}

/// A subgroup: 1 to 9, or 0 for the whole group.
public struct SubgroupChoice: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 0...9
    public static let exampleValue = 1
}

/// A room's number and building, as lessons and schedule.rooms name it, such as 502-2 к.
public struct RoomName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "514-5 к."
    public static let fieldName: UserText? = UserText("Room", ru: "Аудитория", be: "Аўдыторыя")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A building, as schedule.rooms names it, such as 5 к.
public struct BuildingName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 60
    public static let exampleText = "5 к."
    public static let fieldName: UserText? = UserText("Building", ru: "Корпус", be: "Корпус")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A week of the four-week timetable cycle: 1 to 4.
public struct StudyWeek: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...4
    public static let exampleValue = 2
}

/// Maximum number of entries on a page: 1 to 1000; 50 by default.
public struct CatalogueLimit: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...1000
    public static let exampleValue = 50
    /// The page size when the caller sets no limit.
    public static let standard = CatalogueLimit(unchecked: 50)
}

/// Maximum number of lessons: 1 to 50; 5 by default.
public struct LessonLimit: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...50
    public static let exampleValue = 5
    /// The number of lessons when the caller sets no limit.
    public static let standard = LessonLimit(unchecked: 5)
}

/// The kind of a timetable entry.
public enum LessonKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A lecture, a practical or a laboratory class.
    case lesson
    /// An exam, a credit test, or a consultation before either.
    case exam
    /// A message to the group, with a note and no subject.
    case announcement
}

/// The type of a lesson or an exam.
public enum LessonType: String, CaseIterable, Codable, Hashable, Sendable {
    case lecture, practical, laboratory, exam, consultation, credit
    case gradedCredit = "graded-credit"
    case candidateExam = "candidate-exam"
    /// A type that the API does not know; `typeName` is the university's text.
    case other
}

/// The term of a timetable.
public enum TimetableTerm: String, CaseIterable, Codable, Hashable, Sendable {
    /// The term in progress.
    case current
    /// The timetable of the previous term, shown during exams, when the university withdraws the current one.
    case previous
    /// The term that comes next.
    case next
}
