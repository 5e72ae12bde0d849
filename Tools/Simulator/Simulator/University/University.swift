import Values

/// An invented university in the style of BSUIR: the lessons of a term with groups, lecturers and rooms.
///
/// Each lesson is stored once, so that the timetables of groups and lecturers agree. Nobody is in two places at once.
struct University: Sendable {
    struct Group: Sendable {
        enum Kind: Sendable { case fullTime, partTime, withoutTimetable }

        var id: Int
        /// The name: six digits.
        var name: String
        var faculty: Faculty
        var speciality: Speciality
        /// The year of study; `nil` for some groups.
        var course: Int?
        var degree: Int
        var students: Int
        var kind: Kind
        /// The indices of the lessons in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Lecturer: Sendable {
        var id: Int
        var name: LecturerName
        var slug: String
        var degree: String
        var rank: String?
        var departments: [Department]
        /// The indices of the lessons in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Room: Sendable {
        var id: Int
        /// The room's name, in some cases with a letter after the number: `612а`.
        var number: String
        var building: Int
        var text: String { "\(number)-\(building) к." }
    }

    struct Lesson: Sendable {
        enum Kind: Sendable { case regular, exam, partTime, announcement }

        var kind: Kind
        var subject: TaughtSubject
        /// The type in Russian: `ЛК`, `ПЗ`, `ЛР` and so on.
        var type: String
        /// The weekday, from 1 for Monday to 6 for Saturday.
        var weekday: Int
        /// The start, in minutes since midnight.
        var start: Int
        var end: Int
        /// The weeks as bits: bit 0 for week 1.
        var weeks: UInt8
        /// The subgroup; 0 for the whole group.
        var subgroup: Int
        /// The index in ``University/rooms``, if there is a room.
        var room: Int?
        /// The indices in ``University/groups``.
        var groups: [Int]
        /// The index in ``University/lecturers``; some lessons have no lecturer.
        var lecturer: Int?
        var firstDate: LocalDate?
        var lastDate: LocalDate?
        /// The date of a lesson that takes place once.
        var date: LocalDate?
        var note: String?
    }

    let term: Term
    /// All groups, by name.
    let groups: [Group]
    /// All lecturers, by last name.
    let lecturers: [Lecturer]
    let rooms: [Room]
    let lessons: [Lesson]
    private let groupIndices: [String: Int]
    private let lecturerIndices: [String: Int]

    init(seed: UInt64, term: Term) {
        self.term = term
        let generator = UniversityGenerator(seed: seed)
        var groups = generator.groups(in: term.academicYear)
        var lecturers = generator.lecturers()
        rooms = generator.rooms()
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
