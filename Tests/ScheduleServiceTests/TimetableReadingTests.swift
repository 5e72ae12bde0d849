import ScheduleContract
import Testing
import Upstream
import Values
import Wire

@testable import ScheduleService

@Suite struct TimetableReadingTests {
    private func plan(_ json: String) throws -> StudyPlan {
        let timetable = try JSONCoding.decode(BSUIRTimetable.self, from: Array(json.utf8), unknownMembers: .ignored)
        return try timetable.plan()
    }

    private func entry(_ members: String..., day: String = "Понедельник") throws -> Entry {
        let plan = try plan(Samples.timetable("\"schedules\":\(Samples.days((day, [Samples.lesson(members)])))"))
        return try #require(plan.entries.first)
    }

    @Test func `A lesson becomes an entry with all its members and without e-mail addresses`() throws {
        let entry = try entry("\"numSubgroup\":2", "\"note\":\" 27.05 начало в 16:00\"")
        #expect(entry.kind == .lesson)
        #expect(entry.subject == "МЗИ" && entry.subjectName == "Методы защиты информации")
        #expect(entry.type == .lecture && entry.typeName == "ЛК")
        #expect(entry.weekday == 1 && entry.weeks.numbers == [1, 3])
        #expect(entry.start == 13 * 60 + 35 && entry.end == 15 * 60)
        #expect(entry.from?.description == "2026-09-07" && entry.to?.description == "2026-12-26")
        #expect(entry.subgroup == 2 && entry.rooms == ["407-5 к."])
        #expect(entry.note == "27.05 начало в 16:00")
        #expect(
            entry.lecturers == [Schedule.LecturerName(name: "Герчик А.", slug: LecturerSlug(unchecked: "a-gerchik"))])
        #expect(entry.groups.map(\.text) == ["353501"])
        #expect(!String(decoding: try JSONCoding.encode(entry), as: UTF8.self).contains("@"))
    }

    @Test(arguments: [
        ("13:35", 815), ("13:35:00", 815), ("8:30", 510), ("08:30:59", 510), ("00:01", 1), ("24:00", 1440),
    ])
    func `Times are read with and without seconds and leading zeros`(_ text: String, _ minute: Int) {
        #expect(BSUIRText.minute(text) == minute)
    }

    @Test(arguments: ["", "9", "25:00", "9:5", "12:60", "ab:cd", "1:2:3:4", "-1:00"])
    func `Invalid times and dates are refused`(_ text: String) {
        #expect(BSUIRText.minute(text) == nil)
        #expect(BSUIRText.date(text) == nil)
    }

    @Test func `Dates are read with dots and as ISO 8601, and impossible days are refused`() {
        #expect(BSUIRText.date("05.09.2026")?.description == "2026-09-05")
        #expect(BSUIRText.date("5.9.2026")?.description == "2026-09-05")
        #expect(BSUIRText.date("2026-09-05")?.description == "2026-09-05")
        #expect(BSUIRText.date("2026-09-05T10:00:00")?.description == "2026-09-05")
        #expect(BSUIRText.date("31.02.2026") == nil)
    }

    @Test(arguments: [
        ("ЛК", LessonType.lecture), ("Лк", .lecture), ("УЛк", .lecture), ("ПЗ", .practical), ("УПз", .practical),
        ("ЛР", .laboratory), ("УЛР", .laboratory), ("Экзамен", .exam), ("Консультация", .consultation),
        ("Зачет", .credit), ("Зачёт", .credit), ("Дифф. зачет", .gradedCredit), ("Канд. экзамен", .candidateExam),
        ("Семинар", .other), ("У", .other),
    ])
    func `Types are read in any case, part-time ones begin with У and unknown ones stay as written`(
        _ name: String, _ type: LessonType
    ) throws {
        #expect(BSUIRText.type(name) == type)
        #expect(try entry("\"lessonTypeAbbrev\":\"\(name)\"").typeName == name)
    }

    @Test func `Weeks are read from a list, a number, 0 for all of them, or nothing`() throws {
        for (json, weeks) in [
            ("[2,4]", [2, 4]), ("3", [3]), ("0", [1, 2, 3, 4]), ("[0]", [1, 2, 3, 4]), ("null", [1, 2, 3, 4]),
            ("[1,9]", [1]), ("\"2\"", [2]),
            ("[\"1\",\" 3 \"]", [1, 3]), ("[1.0,2]", [1, 2]), ("2.0", [2]), ("\"1,3\"", [1, 3]),
            ("[\"0\"]", [1, 2, 3, 4]),
        ] {
            let entry = try entry("\"weekNumber\":\(json)")
            #expect(entry.weeks.numbers == weeks && !entry.isUnplaced, "\(json)")
        }
    }

    @Test(arguments: [
        "[]", "[5]", "5", "{\"a\":1}", "[{}]", "[null]", "true", "\"odd\"", "\"1-3\"", "1.5", "[0,5]", "\"\"",
    ])
    func `An entry with unreadable weeks takes place on no day`(_ json: String) throws {
        let entry = try entry("\"weekNumber\":\(json)")
        #expect(entry.isUnplaced && entry.weeks.isEmpty)
        for day in 0..<28 {
            let date = try #require(LocalDate("2026-09-07")).advanced(byDays: day)
            #expect(!entry.takesPlace(on: date, week: AcademicWeek(of: date).number))
        }
    }

    @Test func `Long texts are cut between characters`() throws {
        let long = String(repeating: "я", count: 1_999) + "👩‍👩‍👧‍👦" + String(repeating: "x", count: 5_000)
        let entry = try entry("\"note\":\"\(long)\"", "\"auditories\":[\"\(long)\"]")
        #expect(entry.note == String(repeating: "я", count: 1_999))
        #expect(entry.rooms == [String(repeating: "я", count: 1_999)])
        #expect(try self.entry("\"note\":\"\(String(repeating: "x", count: 4_000))\"").note?.count == 4_000)
    }

    @Test func `A timetable with too many lessons is refused`() throws {
        func timetable(_ count: Int) -> String {
            let lesson = "{\"subject\":\"x\",\"startLessonTime\":\"09:00\",\"endLessonTime\":\"10:00\"}"
            return Samples.timetable(
                "\"schedules\":\(Samples.days(("Среда", Array(repeating: lesson, count: count))))")
        }
        #expect(try plan(timetable(BSUIRTimetable.rowLimit)).entries.count == 1)
        #expect(throws: BSUIRTimetable.Fault.self) { try plan(timetable(BSUIRTimetable.rowLimit + 1)) }
    }

    @Test func `A member that is missing, null or of another type affects only itself`() throws {
        for name in [
            "subject", "subjectFullName", "lessonTypeAbbrev", "startLessonTime", "endLessonTime", "weekNumber",
            "numSubgroup", "auditories", "startLessonDate", "endLessonDate", "note", "studentGroups", "employees",
            "announcement", "split", "dateLesson",
        ] {
            for value in ["null", "{}", "[[]]", "true", "-7.5"] where !(name == "announcement" && value == "true") {
                let odd = Samples.lesson(["\"\(name)\":\(value)"])
                let days = Samples.days(("Понедельник", [odd]), ("Вторник", [Samples.lesson()]))
                let entries = try plan(Samples.timetable("\"schedules\":\(days)")).entries
                #expect(entries.map(\.kind) == [.lesson, .lesson], "\(name): \(value)")
                #expect(entries.map(\.weekday) == [1, 2])
            }
        }
        let bare = try plan("{\"schedules\":{\"Среда\":[{}, null, 5, \(Samples.lesson())]}}")
        #expect(bare.entries.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.announcement, .lesson])
    }

    @Test func `An entry with an unreadable date takes place on no day`() throws {
        for member in [
            "\"dateLesson\":\"31.02.2026\"", "\"startLessonDate\":\"soon\"", "\"endLessonDate\":\"99.99.9999\"",
        ] {
            let entry = try entry(member)
            #expect(entry.isUnplaced, "\(member)")
            let monday = try #require(LocalDate("2026-09-07"))
            #expect(!entry.takesPlace(on: monday, week: 1) && !entry.isOutOfRange(on: monday, week: 1))
            #expect(entry.isInactive(on: monday))
        }
        #expect(try entry(day: "Каникулы").isUnplaced)
    }

    @Test func `A lesson without bounds gets the term's`() throws {
        let entry = try entry("\"startLessonDate\":null", "\"endLessonDate\":null")
        #expect(entry.from?.description == "2026-09-01" && entry.to?.description == "2026-12-28")
    }

    @Test func `During exams the previous timetable is shown and labelled as such`() throws {
        let days = Samples.days(("Вторник", [Samples.lesson()]))
        let session = try plan(
            Samples.timetable("\"previousSchedules\":\(days)", "\"previousTerm\":\"Весенний\"", "\"currentTerm\":null"))
        #expect(session.term == .previous && session.termName == "Весенний" && session.entries.count == 1)
        let empty = try plan(Samples.timetable("\"schedules\":{}", "\"previousSchedules\":\(days)"))
        #expect(empty.term == .previous)
        let both = try plan(
            Samples.timetable(
                "\"schedules\":\(days)", "\"previousSchedules\":\(Samples.days(("Среда", [Samples.lesson()])))"))
        #expect(both.term == .current && both.entries.map(\.weekday) == [2])
        for odd in ["[]", "\"no\"", "{\"Среда\":null,\"Вторник\":{\"x\":1},\"Пятница\":\"?\"}"] {
            let plan = try plan(Samples.timetable("\"schedules\":\(days)", "\"previousSchedules\":\(odd)"))
            #expect(plan.term == .current && plan.entries.count == 1, "\(odd)")
        }
    }

    @Test func `A term shown during the exams after it keeps its name`() throws {
        let days = Samples.days(("Вторник", [Samples.lesson()]))
        func name(_ term: String, _ period: String, _ previous: String = "\"previousTerm\":null") throws -> String? {
            try plan(Samples.timetable("\"schedules\":\(days)", term, period, previous)).termName
        }
        let spring = "\"previousTerm\":\"Весенний\""
        #expect(try name("\"currentTerm\":null", "\"currentPeriod\":\"Сессия\"", spring) == "Весенний")
        #expect(try name("\"currentTerm\":null", "\"currentPeriod\":\"Сессия\"") == "Сессия")
        #expect(try name("\"currentTerm\":null", "\"currentPeriod\":\"Летний\"", spring) == "Летний")
        #expect(try name("\"currentTerm\":\"Осенний\"", "\"currentPeriod\":\"Сессия\"", spring) == "Осенний")
    }

    @Test func `Lessons of the next term are separate and take place only from their own first day`() throws {
        let soon = Samples.lesson(["\"startLessonDate\":\"08.02.2027\"", "\"endLessonDate\":null"])
        let undated = Samples.lesson(["\"startLessonDate\":null", "\"subject\":\"Y\""])
        let plan = try plan(
            Samples.timetable(
                "\"schedules\":\(Samples.days(("Понедельник", [Samples.lesson()])))",
                "\"nextSchedules\":\(Samples.days(("Понедельник", [soon, undated])))", "\"nextTerm\":\"Весенний\""))
        #expect(plan.entries.count == 1 && plan.nextEntries.count == 2)
        #expect(plan.nextEntries.map(\.isUnplaced).filter { $0 }.count == 1)
        let alone = try self.plan(
            Samples.timetable("\"nextSchedules\":\(Samples.days(("Понедельник", [soon])))", "\"nextTerm\":\"Весенний\"")
        )
        #expect(alone.term == .next && alone.termName == "Весенний" && alone.nextEntries.isEmpty)
    }

    @Test func `An entry under its weekday and among the exams counts once, another group or time twice`() throws {
        let exam = ["\"lessonTypeAbbrev\":\"Экзамен\"", "\"dateLesson\":\"04.01.2027\"", "\"weekNumber\":[3]"]
        let again = Samples.lesson(exam + ["\"auditories\":[\"moved\"]"])
        let later = Samples.lesson(exam + ["\"startLessonTime\":\"16:00\""])
        let plan = try plan(
            Samples.timetable(
                "\"schedules\":\(Samples.days(("Понедельник", [Samples.lesson(exam)])))",
                "\"exams\":[\(again),\(again),\(later)]"))
        #expect(plan.entries.count == 2)
        #expect(plan.entries.allSatisfy { $0.kind == .exam && $0.date?.description == "2027-01-04" && $0.weekday == 1 })
        #expect(plan.entries.first?.rooms == ["moved"])
    }

    @Test func `Two rooms at one time for a language are two entries`() throws {
        let dated = ["\"dateLesson\":\"04.01.2027\"", "\"lessonTypeAbbrev\":\"Экзамен\""]
        let rooms = ["\"a\"", "\"b\""].map { Samples.lesson(dated + ["\"auditories\":[\($0)]"]) }
        #expect(try plan(Samples.timetable("\"exams\":[\(rooms.joined(separator: ","))]")).entries.count == 2)
    }

    @Test func `A part-time group's lessons among the exams are lessons`() throws {
        let types = ["УЛк", "ЛР", "Экзамен", "Зачет", "Семинар"]
        let rows = types.enumerated().map {
            Samples.lesson(["\"lessonTypeAbbrev\":\"\($1)\"", "\"dateLesson\":\"0\($0 + 1).06.2026\""])
        }
        let exams = "\"exams\":[\(rows.joined(separator: ","))]"
        let result = try plan(Samples.timetable(exams, "\"isZaochOrDist\":true", "\"startDate\":null"))
        #expect(result.isPartTime)
        #expect(result.entries.map(\.kind) == [.lesson, .lesson, .exam, .exam, .lesson])
        // Earlier shapes had no such member; missing dates implied it.
        let seen = try plan(Samples.timetable(exams, "\"isZaochOrDist\":null", "\"startDate\":null"))
        #expect(seen.isPartTime)
        let fullTime = try plan(Samples.timetable(exams))
        #expect(fullTime.entries.map(\.kind) == [.lesson, .lesson, .exam, .exam, .exam])
    }

    @Test func `A message to the group is an announcement`() throws {
        let entry = try entry(
            "\"announcement\":true", "\"subject\":null", "\"subjectFullName\":null", "\"lessonTypeAbbrev\":null",
            "\"weekNumber\":null", "\"note\":\"собрание\"", "\"startLessonTime\":\"00:00\"",
            "\"endLessonTime\":\"00:01\"")
        #expect(entry.kind == .announcement && entry.note == "собрание" && entry.weeks == .all)
    }

    @Test(arguments: [
        "{}", "{\"title\":\"Internal Server Error\",\"status\":500}",
        "{\"schedules\":{\"Среда\":null},\"exams\":null}",
        "{\"schedules\":{\"Среда\":[{\"subject\":7,\"startLessonTime\":{}},{\"subject\":null}]}}",
        "{\"schedules\":{\"Среда\":[{\"subject\":\"X\",\"weekNumber\":[1]}]}}",
        "{\"studentGroupDto\":{\"name\":null,\"id\":null},\"schedules\":null}",
        "{\"employeeDto\":{\"urlId\":7},\"schedules\":null}",
    ])
    func `A broken timetable or one of another shape is refused with any status`(_ json: String) throws {
        #expect(throws: BSUIRTimetable.Fault.self) { try plan(json) }
    }

    @Test func `A timetable without lessons is empty in each of its forms`() throws {
        for schedules in ["null", "{}", "{\"Среда\":[],\"Четверг\":[]}"] {
            #expect(try plan(Samples.timetable("\"schedules\":\(schedules)", "\"exams\":null")).isEmpty)
        }
    }

    @Test func `A list is not a timetable`() {
        #expect(throws: JSONDecodingFailure.self) { try plan("[]") }
    }

    @Test func `Lists lose only their unreadable rows`() throws {
        func rows<Row: Decodable>(_ json: String, _ type: Row.Type) throws -> [Row] {
            try JSONCoding.decode([LenientElement<Row>].self, from: Array(json.utf8), unknownMembers: .ignored)
                .compactMap(\.value)
        }
        let groups = try rows(Samples.groups, BSUIRGroup.self).map(\.group)
        #expect(groups.map(\.number.text) == ["353501", "050541", "314351"])
        #expect(groups.map(\.course) == [4, nil, nil])
        let lecturers = try rows(Samples.employees, BSUIREmployee.self).map(\.lecturer)
        #expect(lecturers.map(\.shortName) == ["Нестеренков С. Н.", "Го Ц."])
        #expect(lecturers.map(\.degree) == ["к.т.н.", nil])
        let rooms = try rows(Samples.rooms, BSUIRRoom.self).map(\.room)
        #expect(rooms.map(\.name) == ["303-3 к.", "507а-4 к."])
        #expect(rooms.map(\.capacity) == [nil, 30])
    }
}
