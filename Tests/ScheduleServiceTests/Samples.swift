import Foundation
import Testing

@testable import ScheduleService

/// Small payloads in the university's shapes.
enum Samples {
    /// Makes a lesson with the given members, and the others as the university fills them.
    static func lesson(_ members: [String] = []) -> String {
        let standard = [
            "\"subject\":\"МЗИ\"", "\"subjectFullName\":\"Методы защиты информации\"", "\"lessonTypeAbbrev\":\"ЛК\"",
            "\"startLessonTime\":\"13:35\"", "\"endLessonTime\":\"15:00\"", "\"weekNumber\":[1,3]",
            "\"numSubgroup\":0", "\"auditories\":[\"407-5 к.\"]", "\"startLessonDate\":\"07.09.2026\"",
            "\"endLessonDate\":\"26.12.2026\"", "\"dateLesson\":null", "\"note\":null", "\"announcement\":false",
            "\"split\":false", "\"studentGroups\":[{\"name\":\"353501\",\"numberOfStudents\":32}]",
            """
            "employees":[{"id":1,"urlId":"a-gerchik","firstName":"Анна","middleName":null,"lastName":"Герчик",\
            "email":"somebody@example.invalid"}]
            """,
        ]
        let given = Set(members.map { $0.prefix { $0 != ":" } })
        return "{\((standard.filter { !given.contains($0.prefix { $0 != ":" }) } + members).joined(separator: ","))}"
    }

    /// Makes a timetable with the given members, for a group, in the autumn of 2026.
    static func timetable(_ members: String...) -> String {
        let standard = [
            "\"startDate\":\"01.09.2026\"", "\"endDate\":\"28.12.2026\"", "\"startExamsDate\":\"29.12.2026\"",
            "\"endExamsDate\":\"25.01.2027\"", "\"studentGroupDto\":{\"name\":\"353501\",\"id\":24066}",
            "\"employeeDto\":null", "\"schedules\":null", "\"exams\":[]", "\"currentTerm\":\"Осенний\"",
            "\"isZaochOrDist\":false",
        ]
        let given = Set(members.map { $0.prefix { $0 != ":" } })
        return "{\((standard.filter { !given.contains($0.prefix { $0 != ":" }) } + members).joined(separator: ","))}"
    }

    /// Makes an object with the lessons of each day.
    static func days(_ days: (String, [String])...) -> String {
        "{\(days.map { "\"\($0)\":[\($1.joined(separator: ","))]" }.joined(separator: ","))}"
    }

    static let groups = """
        [{"name":"353501","facultyAbbrev":"ФКСиС","specialityName":"Информатика и технологии программирования",\
        "specialityAbbrev":"ИиТП","course":4,"id":24066},
        {"name":"050541","facultyAbbrev":"ФКСиС","specialityAbbrev":"ВМСиС","course":null},
        {"name":"314351","facultyAbbrev":"ФКП","specialityAbbrev":"ИСиТ"},
        null, 17, {"facultyAbbrev":"no number"}]
        """

    static let employees = """
        [{"firstName":"Сергей","lastName":"Нестеренков","middleName":"Николаевич","degree":"к.т.н.","rank":"доцент",\
        "academicDepartment":["Каф.ПОИТ"],"id":501822,"urlId":"s-nesterenkov","fio":"Нестеренков С. Н. (доцент)",\
        "email":"somebody@example.invalid"},
        {"firstName":"Цичэн","lastName":"Го","middleName":null,"degree":"","rank":null,"urlId":"ts-go","fio":"Го Ц."}]
        """

    static let rooms = """
        [{"id":214,"name":"303","note":"","capacity":null,"auditoryType":{"name":"лабораторные занятия"},\
        "buildingNumber":{"id":3,"name":"3 к."},"department":{"abbrev":"Каф.ИИС"}},
        {"id":240,"name":"507а","note":null,"capacity":30,"auditoryType":null,"buildingNumber":{"name":"4 к."},\
        "department":null}]
        """

    /// Reads a captured payload, which may exist beside the project; returns `nil` if it does not.
    static func captured(_ name: String) -> Data? {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../shared/fixtures/upstreams/bsuir")
        guard let data = try? Data(contentsOf: directory.appending(path: name).standardized) else {
            print("skipped: no captured payloads beside the project (\(name))")
            return nil
        }
        return data
    }
}
