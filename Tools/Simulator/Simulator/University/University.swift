import AuthContract
import Values

/// A university that never was, with the customs of BSUIR: who teaches what to whom, when and where in a term.
///
/// A lesson stands once, so that the timetables of its groups and of its lecturer agree. Nobody is in two places at once.
struct University: Sendable {
    struct Group: Sendable {
        enum Kind: Sendable { case fullTime, partTime, withoutTimetable }

        var id: Int
        /// Six digits.
        var name: String
        var faculty: Faculty
        var speciality: Speciality
        /// Unknown of some.
        var course: Int?
        var degree: Int
        var students: Int
        var kind: Kind
        /// Indices in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Lecturer: Sendable {
        var id: Int
        var name: PersonName
        var slug: String
        var degree: String
        var rank: String?
        var departments: [Department]
        /// Indices in ``University/lessons``.
        var lessons: [Int] = []
    }

    struct Room: Sendable {
        var id: Int
        /// With letters behind the number for some: `612а`.
        var number: String
        var building: Int
        var text: String { "\(number)-\(building) к." }
    }

    struct Lesson: Sendable {
        enum Kind: Sendable { case regular, exam, partTime, announcement }

        var kind: Kind
        var subject: Subject
        /// `ЛК`, `ПЗ`, `ЛР` and so on.
        var type: String
        /// 1 for Monday to 6.
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
        /// Index in ``University/lecturers``; unknown of some.
        var lecturer: Int?
        var firstDate: LocalDate?
        var lastDate: LocalDate?
        /// Of what takes place once.
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
