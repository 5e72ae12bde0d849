import ScheduleContract
import Values

/// The names of lesson types, as users read them.
enum LessonTypeNames {
    /// Returns a type's name; `nil` for a type without one, whose lessons show the university's text.
    static func name(of type: LessonType) -> UserText? { names[type] }

    private static let names: [LessonType: UserText] = [
        .lecture: UserText("Lecture", ru: "Лекция", be: "Лекцыя"),
        .practical: UserText("Practical class", ru: "Практическое занятие", be: "Практычны занятак"),
        .laboratory: UserText("Laboratory class", ru: "Лабораторная работа", be: "Лабараторная работа"),
        .exam: UserText("Exam", ru: "Экзамен", be: "Экзамен"),
        .consultation: UserText("Consultation", ru: "Консультация", be: "Кансультацыя"),
        .credit: UserText("Credit test", ru: "Зачёт", be: "Залік"),
        .gradedCredit: UserText("Graded credit test", ru: "Дифференцированный зачёт", be: "Дыферэнцыраваны залік"),
        .candidateExam: UserText("Candidate exam", ru: "Кандидатский экзамен", be: "Кандыдацкі экзамен"),
    ]
}
