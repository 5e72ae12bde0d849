import Values

/// An invented university in the style of BSUIR: the lessons of a term with groups, lecturers and rooms.
///
/// Each lesson is stored once, so that timetables of groups and lecturers agree. No one is in two places at once.
struct University: Sendable {
    struct Group: Sendable {
        enum Kind: Sendable { case fullTime, partTime, withoutTimetable }

        var id: Int
        /// Six digits.
        var name: String
        var faculty: Faculty
        var speciality: Speciality
        /// The rank; `nil` for some lecturers.
        var course: Int?
        var degree: Int
        var students: Int
        var kind: Kind
        /// Indices in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Lecturer: Sendable {
        var id: Int
        var name: LecturerName
        var slug: String
        var degree: String
        var rank: String?
        var departments: [Department]
        /// Indices in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Room: Sendable {
        var id: Int
        /// The room's name, some with letters after the number: `612а`.
        var number: String
        var building: Int
        var text: String { "\(number)-\(building) к." }
    }

    struct Lesson: Sendable {
        enum Kind: Sendable { case regular, exam, partTime, announcement }

        var kind: Kind
        var subject: TaughtSubject
        /// `ЛК`, `ПЗ`, `ЛР` and so on.
        var type: String
        /// The weekday, 1 (Monday) to 6.
        var weekday: Int
        /// Minutes since midnight.
        var start: Int
        var end: Int
        /// Bit 0 for week 1.
        var weeks: UInt8
        /// 0 for the whole group.
        var subgroup: Int
        /// Indices in ``University/rooms``.
        var room: Int?
        /// Indices in ``University/groups``.
        var groups: [Int]
        /// The index in ``University/lecturers``; `nil` for some.
        var lecturer: Int?
        var firstDate: LocalDate?
        var lastDate: LocalDate?
        /// The date of a single event.
        var date: LocalDate?
        var note: String?
    }

    let term: Term
    /// By name.
    let groups: [Group]
    /// By last name.
    let lecturers: [Lecturer]
    let rooms: [Room]
    let lessons: [Lesson]
    private let groupIndices: [String: Int]
    private let lecturerIndices: [String: Int]

    init(seed: UInt64, term: Term) {
        self.term = term
        let registrar = Registrar(seed: seed)
        var groups = registrar.groups(in: term.academicYear)
        var lecturers = registrar.lecturers()
        rooms = registrar.rooms()
        var planner = TimetablePlanner(
            seed: seed, term: term, groups: groups, lecturers: lecturers, rooms: rooms.count)
        lessons = planner.plan()
        for (index, lesson) in lessons.enumerated() {
            for group in lesson.groups { groups[group].lessons.append(index) }
            if let lecturer = lesson.lecturer { lecturers[lecturer].lessons.append(index) }
        }
        self.groups = groups
        self.lecturers = lecturers
        groupIndices = Dictionary(groups.enumerated().map { ($1.name, $0) }) { first, _ in first }
        lecturerIndices = Dictionary(lecturers.enumerated().map { ($1.slug, $0) }) { first, _ in first }
    }

    func group(_ name: String) -> Group? { groupIndices[name].map { groups[$0] } }
    func lecturer(_ slug: String) -> Lecturer? { lecturerIndices[slug].map { lecturers[$0] } }
}
