import Values

/// Plans the lessons of a term so that no group, lecturer or room is in two places at once.
struct TimetablePlanner {
    typealias Lesson = University.Lesson

    /// The times of lessons in autumn 2026, in minutes since midnight.
    static let bells = [
        (start: 510, end: 595), (start: 605, end: 690), (start: 720, end: 805), (start: 815, end: 900),
        (start: 930, end: 1015), (start: 1025, end: 1110), (start: 1125, end: 1210),
    ]
    private static let days = 6
    private static let everyWeek: UInt8 = 0b1111
    private static let subjectsOfStream = 7

    private let seed: UInt64
    private let term: Term
    private let groups: [University.Group]
    private let roomCount: Int
    /// The indices of lecturers by department.
    private var staff: [[Int]]
    private var lessons: [Lesson] = []
    /// The occupied weeks by slot, which is a day and a lesson time.
    private var busyGroups: [[UInt8]]
    private var busyLecturers: [[UInt8]]
    private var busyRooms: [[UInt8]]

    init(
        seed: UInt64, term: Term, groups: [University.Group], lecturers: [University.Lecturer], rooms: Int
    ) {
        self.seed = seed
        self.term = term
        self.groups = groups
        roomCount = rooms
        staff = Department.all.map { _ in [] }
        for (index, lecturer) in lecturers.enumerated() {
            for department in Department.all.indices
            where lecturer.departments[0].id == Department.all[department].id { staff[department].append(index) }
        }
        let free = [UInt8](repeating: 0, count: Self.days * Self.bells.count)
        // Two rows per group, one for each subgroup.
        busyGroups = Array(repeating: free, count: groups.count * 2)
        busyLecturers = Array(repeating: free, count: lecturers.count)
        busyRooms = Array(repeating: free, count: rooms)
    }

    mutating func plan() -> [Lesson] {
        var streams: [String: [Int]] = [:]
        for (index, group) in groups.enumerated() where group.kind != .withoutTimetable {
            streams[String(group.name.prefix(4)), default: []].append(index)
        }
        for (name, members) in streams.sorted(by: { $0.key < $1.key }) {
            var random = SeededRandom(seed, 20, Int(name) ?? 0, term.start.daysSince1970)
            var departments = Array(Department.all.indices)
            for turn in 0..<Self.subjectsOfStream {
                let department = departments.remove(at: random.below(departments.count))
                let subject = random.pick(Department.all[department].subjects)
                if groups[members[0]].kind == .partTime {
                    planPartTime(subject, members, turn: turn, &random)
                } else {
                    planSubject(subject, members, turn: turn, &random)
                }
            }
        }
        return lessons
    }

    // MARK: Weekly lessons

    private mutating func planSubject(
        _ subject: TaughtSubject, _ members: [Int], turn: Int, _ random: inout SeededRandom
    ) {
        let lecturer = random.pick(staff[subject.department])
        let weeks = random.pick([Self.everyWeek, Self.everyWeek, 0b0101, 0b1010])
        place(.init(subject: subject, type: "ЛК", weeks: weeks, groups: members, lecturer: lecturer), &random)
        let assistant = random.pick(staff[subject.department])
        for group in members {
            if random.chance(60) {
                let weeks = random.pick([Self.everyWeek, 0b0101, 0b1010])
                place(.init(subject: subject, type: "ПЗ", weeks: weeks, groups: [group], lecturer: assistant), &random)
            }
            if turn % 2 == 0 {
                let weeks: UInt8 = random.pick([0b0001, 0b0010, 0b0101, 0b1010])
                // The subgroups alternate.
                let others = Self.rotated(weeks, by: weeks.nonzeroBitCount == 1 ? 2 : 1)
                for (subgroup, weeks) in [(1, weeks), (2, others)] {
                    let lecturer = random.chance(3) ? nil : assistant
                    place(
                        .init(
                            subject: subject, type: "ЛР", weeks: weeks, subgroup: subgroup, groups: [group],
                            lecturer: lecturer), &random)
                }
            }
            if turn < 4 { planExam(subject, group, turn: turn, by: lecturer, &random) }
        }
        if random.chance(10) { announce(subject, members[0], by: lecturer, &random) }
    }

    private static func rotated(_ weeks: UInt8, by count: UInt8) -> UInt8 {
        (weeks << count | weeks >> (4 - count)) & everyWeek
    }

    /// A weekly lesson that has no slot and room yet.
    private struct Course {
        var subject: TaughtSubject
        var type: String
        var weeks: UInt8
        var subgroup = 0
        var groups: [Int]
        var lecturer: Int?
    }

    /// Places a lesson in the first slot in which all participants are free, if there is one.
    private mutating func place(_ course: Course, _ random: inout SeededRandom) {
        let (weeks, groups, lecturer) = (course.weeks, course.groups, course.lecturer)
        let firstDay = random.below(Self.days)
        let firstRoom = random.below(roomCount)
        let rows = groups.flatMap { group in
            course.subgroup == 0 ? [group * 2, group * 2 + 1] : [group * 2 + course.subgroup - 1]
        }
        for bell in Self.bells.indices {
            for turn in 0..<Self.days {
                let day = (firstDay + turn) % Self.days
                let slot = day * Self.bells.count + bell
                guard rows.allSatisfy({ busyGroups[$0][slot] & weeks == 0 }),
                    lecturer.map({ busyLecturers[$0][slot] & weeks == 0 }) ?? true,
                    let room = freeRoom(from: firstRoom, slot: slot, weeks: weeks)
                else { continue }
                for row in rows { busyGroups[row][slot] |= weeks }
                if let lecturer { busyLecturers[lecturer][slot] |= weeks }
                busyRooms[room][slot] |= weeks
                let isLate = random.chance(4)
                let from = isLate ? term.start.advanced(byDays: 28) : term.start
                lessons.append(
                    Lesson(
                        kind: .regular, subject: course.subject, type: course.type, weekday: day + 1,
                        start: Self.bells[bell].start, end: Self.bells[bell].end, weeks: weeks,
                        subgroup: course.subgroup, room: room, groups: groups, lecturer: lecturer,
                        firstDate: term.first(weekday: day + 1, weeks: weeks, from: from),
                        lastDate: term.last(weekday: day + 1, weeks: weeks),
                        note: isLate ? " с 5-й недели семестра" : random.chance(2) ? "дистанционно" : nil))
                return
            }
        }
    }

    private func freeRoom(from first: Int, slot: Int, weeks: UInt8) -> Int? {
        for turn in 0..<roomCount {
            let room = (first + turn) % roomCount
            if busyRooms[room][slot] & weeks == 0 { return room }
        }
        return nil
    }

    // MARK: What takes place once

    private mutating func planExam(
        _ subject: TaughtSubject, _ group: Int, turn: Int, by lecturer: Int, _ random: inout SeededRandom
    ) {
        var date = term.examsStart.advanced(byDays: 3 + turn * 5 + group % 3)
        if date.weekday == 7 { date = date.advanced(byDays: 1) }
        if date.month == 1, date.day == 1 { date = date.advanced(byDays: 1) }
        let room = random.below(roomCount)
        addDated(.exam, subject, "Экзамен", .init(date: date, start: 540, end: 780, room: room), [group], by: lecturer)
        var eve = date.advanced(byDays: -1)
        if eve.weekday == 7 { eve = eve.advanced(byDays: -1) }
        addDated(
            .exam, subject, "Консультация", .init(date: eve, start: 840, end: 900, room: room), [group], by: lecturer)
    }

    /// Plans the lessons of part-time groups, all within two weeks of the term.
    private mutating func planPartTime(
        _ subject: TaughtSubject, _ members: [Int], turn: Int, _ random: inout SeededRandom
    ) {
        let lecturer = random.pick(staff[subject.department])
        for (index, type) in ["УЛк", "УЛк", "УПз", "УЛР", "Экзамен"].enumerated() {
            var date = term.start.advanced(byDays: 35 + index * 3 + turn % 4)
            if date.weekday == 7 { date = date.advanced(byDays: 1) }
            let bell = Self.bells[(turn + index) % Self.bells.count]
            let place = Appointment(date: date, start: bell.start, end: bell.end, room: random.below(roomCount))
            addDated(.partTime, subject, type, place, members, by: lecturer)
        }
    }

    private mutating func announce(
        _ subject: TaughtSubject, _ group: Int, by lecturer: Int, _ random: inout SeededRandom
    ) {
        let date = term.start.advanced(byDays: 7 + random.below(80))
        lessons.append(
            Lesson(
                kind: .announcement, subject: subject, type: "", weekday: min(6, date.weekday), start: 0, end: 1,
                weeks: 0, subgroup: 0, room: nil, groups: [group], lecturer: lecturer,
                date: date.weekday == 7 ? date.advanced(byDays: -1) : date,
                note: "Консультация по курсовому проекту (\(subject.abbreviation)) переносится"))
    }

    /// The time and room of a single lesson, in minutes since midnight.
    private struct Appointment {
        var date: LocalDate
        var start: Int
        var end: Int
        var room: Int
    }

    private mutating func addDated(
        _ kind: Lesson.Kind, _ subject: TaughtSubject, _ type: String, _ place: Appointment, _ groups: [Int],
        by lecturer: Int
    ) {
        // Six parameters, because each differs between calls; the other members of a lesson do not.
        lessons.append(
            Lesson(
                kind: kind, subject: subject, type: type, weekday: place.date.weekday, start: place.start,
                end: place.end, weeks: 1 << UInt8(Term.week(of: place.date) - 1), subgroup: 0, room: place.room,
                groups: groups, lecturer: lecturer, date: place.date))
    }
}
