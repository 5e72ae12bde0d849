import Contract
import Values

/// Writes timetables in the formats of several years.
struct TimetableDocument {
    let university: University
    let changes: TimetableChanges
    let today: LocalDate

    private static let weekdays = [
        "Понедельник", "Вторник", "Среда", "Четверг", "Пятница", "Суббота", "Воскресенье",
    ]

    /// Returns the timetable of a group.
    ///
    /// - Parameter row: the group's entry in the catalogue.
    func timetable(of group: University.Group, row: JSONNode) -> JSONNode {
        let lessons = lessons(group.lessons)
        guard group.kind != .partTime else {
            return document(
                .init(group: row, hasDates: false, isPartTime: true, showsLecturers: true), weekly: [], dated: lessons)
        }
        let published = university.term.showsExams(on: today) ? lessons.filter { $0.kind == .exam } : []
        return document(
            .init(group: row, isPartTime: false, showsLecturers: true),
            weekly: lessons.filter { $0.kind != .exam } + published, dated: published)
    }

    func timetable(of lecturer: University.Lecturer) -> JSONNode {
        let lessons = lessons(lecturer.lessons)
        let isPublished = university.term.showsExams(on: today)
        let shown = lessons.filter { $0.kind != .exam || isPublished }
        return document(
            .init(lecturer: row(lecturer), showsLecturers: false), weekly: shown,
            dated: shown.filter { $0.kind == .exam })
    }

    /// Returns the lessons with all changes applied.
    private func lessons(_ indices: [Int]) -> [University.Lesson] {
        let moved = Set(
            changes.moved.compactMap { name in
                university.group(name)?.lessons.filter { university.lessons[$0].kind == .regular }
                    .min { order(university.lessons[$0]) < order(university.lessons[$1]) }
            })
        return indices.map { index in
            var lesson = university.lessons[index]
            guard moved.contains(index) else { return lesson }
            lesson.weekday = lesson.weekday % 6 + 1
            lesson.room = lesson.room.map { ($0 + 1) % university.rooms.count }
            lesson.firstDate = university.term.first(
                weekday: lesson.weekday, weeks: lesson.weeks, from: university.term.start)
            lesson.lastDate = university.term.last(weekday: lesson.weekday, weeks: lesson.weeks)
            lesson.note = "перенесено"
            return lesson
        }.sorted { order($0) < order($1) }
    }

    private func order(_ lesson: University.Lesson) -> Int {
        (lesson.date?.daysSince1970 ?? 0) * 100_000 + lesson.weekday * 10_000 + lesson.start * 4 + lesson.subgroup
    }

    // MARK: The whole

    /// The head of a timetable: the group or lecturer it belongs to, with the members that depend on its kind.
    private struct Head {
        var group = JSONNode.null
        var lecturer = JSONNode.null
        var hasDates = true
        var isPartTime: Bool?
        var showsLecturers: Bool
    }

    private func document(
        _ head: Head, weekly: [University.Lesson], dated: [University.Lesson]
    ) -> JSONNode {
        let term = university.term
        func date(_ date: LocalDate, if isShown: Bool = true) -> JSONNode {
            isShown ? .string(date.dotted) : .null
        }
        var days: [(String, JSONNode)] = []
        for weekday in 1...7 {
            let ofDay = weekly.filter { $0.weekday == weekday }
            guard !ofDay.isEmpty else { continue }
            days.append((Self.weekdays[weekday - 1], .array(ofDay.map { row($0, head.showsLecturers) })))
        }
        // A day without lessons is omitted; if all days are, the member is null.
        let schedules: JSONNode = days.isEmpty ? .null : .object(days)
        var members: [(String, JSONNode)] = [
            ("startDate", date(term.start, if: head.hasDates)), ("endDate", date(term.end, if: head.hasDates)),
            ("startExamsDate", date(term.examsStart)), ("endExamsDate", date(term.examsEnd)),
            ("employeeDto", head.lecturer), ("studentGroupDto", head.group),
        ]
        let isSession = today >= term.examsStart
        switch changes.shape {
        case .of2022:
            members.append(("schedules", schedules))
        case .of2024:
            members += [
                ("schedules", isSession ? .null : schedules), ("previousSchedules", isSession ? schedules : .null),
                ("currentTerm", isSession ? .null : .string(term.name)),
                ("previousTerm", isSession ? .string(term.name) : .null),
            ]
        case .of2026, .withSeconds:
            members += [
                ("schedules", schedules), ("nextSchedules", .null), ("currentTerm", .string(term.name)),
                ("nextTerm", .null),
            ]
        }
        members.append(("exams", .array(dated.map { row($0, head.showsLecturers) })))
        if changes.shape != .of2022 { members.append(("currentPeriod", .optional(term.period(on: today)))) }
        if changes.shape == .of2026 || changes.shape == .withSeconds {
            members.append(("isZaochOrDist", head.isPartTime.map { .bool($0) } ?? .null))
        }
        return .object(members)
    }

    // MARK: Rows

    private func row(_ lesson: University.Lesson, _ showsLecturers: Bool) -> JSONNode {
        let isAnnouncement = lesson.kind == .announcement
        let weeks = (0..<4).filter { lesson.weeks >> UInt8($0) & 1 == 1 }.map { JSONNode.integer($0 + 1) }
        let lecturers: JSONNode =
            showsLecturers ? .array(lesson.lecturer.map { [employee(university.lecturers[$0])] } ?? []) : .null
        return [
            "auditories": .array(lesson.room.map { [.string(university.rooms[$0].text)] } ?? []),
            "endLessonTime": time(lesson.end),
            "lessonTypeAbbrev": isAnnouncement ? .null : .string(lesson.type),
            "note": .optional(lesson.note), "numSubgroup": .integer(lesson.subgroup),
            "startLessonTime": time(lesson.start),
            "studentGroups": .array(lesson.groups.map { self.group(university.groups[$0]) }),
            "subject": isAnnouncement ? .null : .string(lesson.subject.abbreviation),
            "subjectFullName": isAnnouncement ? .null : .string(lesson.subject.name),
            "weekNumber": isAnnouncement ? .null : .array(weeks), "employees": lecturers,
            "dateLesson": .optional(lesson.date?.dotted),
            "startLessonDate": .optional(lesson.firstDate?.dotted),
            "endLessonDate": .optional(lesson.lastDate?.dotted), "announcement": .bool(isAnnouncement),
            "split": false,
        ]
    }

    private func time(_ minutes: Int) -> JSONNode {
        let text = "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        return .string(changes.shape == .withSeconds ? text + ":00" : text)
    }

    private func group(_ group: University.Group) -> JSONNode {
        [
            "specialityName": .string(group.speciality.name), "specialityCode": .string(group.speciality.code),
            "numberOfStudents": .integer(group.students), "name": .string(group.name),
            "educationDegree": .integer(group.degree),
        ]
    }

    /// Returns a lecturer as a member of a lesson.
    private func employee(_ lecturer: University.Lecturer) -> JSONNode {
        row(lecturer).setting("chief", false)
    }

    private func row(_ lecturer: University.Lecturer) -> JSONNode {
        [
            "id": .integer(lecturer.id), "firstName": .string(lecturer.name.first),
            "middleName": .optional(lecturer.name.middle), "lastName": .string(lecturer.name.last),
            "photoLink": .string("https://iis.bsuir.by/api/v1/employees/photo/\(lecturer.id)"),
            "degree": .string(lecturer.degree == "" ? "" : "кандидат технических наук"),
            "degreeAbbrev": .string(lecturer.degree), "rank": .optional(lecturer.rank),
            "email": .string("\(lecturer.slug)@example.invalid"), "urlId": .string(lecturer.slug),
            "calendarId": .string("\(lecturer.id)@calendar.example"), "jobPositions": .null,
        ]
    }
}
