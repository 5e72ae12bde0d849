/// The timetable of BSUIR, the Belarusian State University of Informatics and Radioelectronics.
public enum Schedule {
    /// Where an answer's facts come from, and how old they are: members that every answer has.
    public struct Origin: Sendable, Equatable {
        public var fetchedAt: Instant
        public var stale: Bool
        public var provider: String
        public var attribution: String
        public var source: AnswerSource?

        public init(
            fetchedAt: Instant, stale: Bool, provider: String, attribution: String, source: AnswerSource? = nil
        ) {
            self.fetchedAt = fetchedAt
            self.stale = stale
            self.provider = provider
            self.attribution = attribution
            self.source = source
        }

        static let memberSummaries = [
            "fetchedAt": "When the university's server gave it",
            "stale": "Whether it is older than it should be, because nothing newer was to be had",
            "provider": "Whose facts they are",
            "attribution": "Whom to name beside them",
            "source": "Given where the facts are made up by the simulator",
        ]
    }

    /// A student group in the catalogue.
    public struct Group: Codable, Sendable, Equatable {
        public var number: GroupNumber
        public var faculty: String?
        /// The faculty's short name.
        public var facultyAbbreviation: String?
        public var speciality: String?
        /// The speciality's short name.
        public var specialityAbbreviation: String?
        /// The year of study; absent where the university does not say.
        public var course: Int?

        public init(
            number: GroupNumber, faculty: String? = nil, facultyAbbreviation: String? = nil, speciality: String? = nil,
            specialityAbbreviation: String? = nil, course: Int? = nil
        ) {
            self.number = number
            self.faculty = faculty
            self.facultyAbbreviation = facultyAbbreviation
            self.speciality = speciality
            self.specialityAbbreviation = specialityAbbreviation
            self.course = course
        }
    }

    /// A lecturer in the catalogue.
    public struct Lecturer: Codable, Sendable, Equatable, DocumentedMembers {
        public var slug: LecturerSlug
        public var lastName: String
        public var firstName: String?
        public var middleName: String?
        public var shortName: String
        public var degree: String?
        public var rank: String?
        public var departments: [String]
        public var photo: String?

        public init(
            slug: LecturerSlug, lastName: String, firstName: String? = nil, middleName: String? = nil,
            shortName: String, degree: String? = nil, rank: String? = nil, departments: [String] = [],
            photo: String? = nil
        ) {
            self.slug = slug
            self.lastName = lastName
            self.firstName = firstName
            self.middleName = middleName
            self.shortName = shortName
            self.degree = degree
            self.rank = rank
            self.departments = departments
            self.photo = photo
        }

        public static let memberSummaries = ["shortName": "The last name and initials"]
    }

    /// A room in the catalogue.
    public struct Room: Codable, Sendable, Equatable, DocumentedMembers {
        public var name: String
        public var number: String
        public var building: String?
        /// What it is for, in the university's words.
        public var type: String?
        public var capacity: Int?
        public var department: String?

        public init(
            name: String, number: String, building: String? = nil, type: String? = nil, capacity: Int? = nil,
            department: String? = nil
        ) {
            self.name = name
            self.number = number
            self.building = building
            self.type = type
            self.capacity = capacity
            self.department = department
        }

        public static let memberSummaries = ["name": "The number with the building, as lessons name it"]
    }

    /// A lecturer as a lesson names one.
    public struct LecturerName: Codable, Sendable, Hashable, DocumentedMembers {
        public var name: String
        /// Absent where the university gives none.
        public var slug: LecturerSlug?

        public init(name: String, slug: LecturerSlug? = nil) {
            self.name = name
            self.slug = slug
        }

        public static let memberSummaries = ["name": "The last name and initials"]
    }

    /// An entry of a timetable: a lesson of every so many weeks, one of a single day, an exam or an announcement.
    public struct Lesson: Codable, Sendable, Equatable, DocumentedMembers {
        public var kind: LessonKind
        public var subject: String?
        public var subjectName: String?
        public var type: LessonType?
        public var typeName: String?
        public var weekday: Weekday?
        public var start: TimeOfDay?
        public var end: TimeOfDay?
        public var weeks: [StudyWeek]
        public var date: LocalDate?
        public var from: LocalDate?
        public var to: LocalDate?
        public var subgroup: Subgroup?
        public var rooms: [String]
        public var lecturers: [LecturerName]
        public var groups: [GroupNumber]
        public var note: String?
        public var inactive: Bool

        public init(
            kind: LessonKind, subject: String? = nil, subjectName: String? = nil, type: LessonType? = nil,
            typeName: String? = nil, weekday: Weekday? = nil, start: TimeOfDay? = nil, end: TimeOfDay? = nil,
            weeks: [StudyWeek] = [], date: LocalDate? = nil, from: LocalDate? = nil, to: LocalDate? = nil,
            subgroup: Subgroup? = nil, rooms: [String] = [], lecturers: [LecturerName] = [],
            groups: [GroupNumber] = [], note: String? = nil, inactive: Bool = false
        ) {
            self.kind = kind
            self.subject = subject
            self.subjectName = subjectName
            self.type = type
            self.typeName = typeName
            self.weekday = weekday
            self.start = start
            self.end = end
            self.weeks = weeks
            self.date = date
            self.from = from
            self.to = to
            self.subgroup = subgroup
            self.rooms = rooms
            self.lecturers = lecturers
            self.groups = groups
            self.note = note
            self.inactive = inactive
        }

        public static let memberSummaries = [
            "subject": "The short name", "subjectName": "The full name",
            "start": "What clocks in Minsk show", "end": "What clocks in Minsk show",
            "typeName": "The type in the university's words",
            "weeks": "The weeks of the cycle in which it takes place; empty for an entry of a single day",
            "date": "The day of an entry that takes place once",
            "from": "The first day on which it may take place", "to": "The last day on which it may take place",
            "lecturers": "Empty in a lecturer's own timetable",
            "inactive": "Whether it does not take place at present: not yet, no more, or on a day that cannot be told",
        ]
    }

    /// A lesson or an exam on a certain day.
    public struct Occurrence: Codable, Sendable, Equatable, DocumentedMembers {
        public var date: LocalDate
        public var startsAt: Instant?
        public var endsAt: Instant?
        public var lesson: Lesson

        public init(date: LocalDate, startsAt: Instant?, endsAt: Instant?, lesson: Lesson) {
            self.date = date
            self.startsAt = startsAt
            self.endsAt = endsAt
            self.lesson = lesson
        }

        public static let memberSummaries = ["startsAt": "Absent where the university gives no time"]
    }

    /// From when to when there are lessons and exams, as far as the university says.
    public struct Period: Codable, Sendable, Equatable, DocumentedMembers {
        public var term: TimetableTerm
        public var termName: String?
        public var start: LocalDate?
        public var end: LocalDate?
        public var examsStart: LocalDate?
        public var examsEnd: LocalDate?

        public init(
            term: TimetableTerm, termName: String? = nil, start: LocalDate? = nil, end: LocalDate? = nil,
            examsStart: LocalDate? = nil, examsEnd: LocalDate? = nil
        ) {
            self.term = term
            self.termName = termName
            self.start = start
            self.end = end
            self.examsStart = examsStart
            self.examsEnd = examsEnd
        }

        public static let memberSummaries = [
            "term": "Which timetable the lessons are of", "termName": "Its name in the university's words",
        ]
    }
}
