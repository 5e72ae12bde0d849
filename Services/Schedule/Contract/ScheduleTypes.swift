public import Contract
public import Values

/// The timetable of BSUIR, the Belarusian State University of Informatics and Radioelectronics.
public enum Schedule {
    /// The provenance and age of an answer's data; its members are part of every answer.
    public struct Origin: Codable, Sendable, Equatable {
        /// The time of the university's data.
        public var fetchedAt: Instant
        /// True if the data is older than usual because no newer data is available.
        public var stale: Bool
        /// The data's provider.
        public var provider: String
        /// The credit to show beside the answer.
        public var attribution: String
        /// Present if the simulator made the data up.
        public var source: AnswerSource?
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
        /// The year of study; absent if the university does not publish it.
        public var course: Int?
    }

    /// A lecturer in the catalogue.
    public struct Lecturer: Codable, Sendable, Equatable {
        public var slug: LecturerSlug
        public var lastName: String
        public var firstName: String?
        public var middleName: String?
        /// The last name and initials.
        public var shortName: String
        public var degree: String?
        public var rank: String?
        public var departments: [String]
        public var photo: String?
    }

    /// A room in the catalogue.
    public struct Room: Codable, Sendable, Equatable {
        /// Number and building, as lessons refer to the room.
        public var name: String
        public var number: String
        public var building: String?
        /// The room's purpose, in the university's words.
        public var type: String?
        public var capacity: Int?
        public var department: String?
    }

    /// A lecturer as named by a lesson.
    public struct LecturerName: Codable, Sendable, Hashable {
        /// The last name and initials.
        public var name: String
        /// Absent if the university does not publish it.
        public var slug: LecturerSlug?
    }

    /// A timetable entry: a recurring lesson, a lesson on a single date, an exam or an announcement.
    public struct Lesson: Codable, Sendable, Equatable {
        public var kind: LessonKind
        /// The short name.
        public var subject: String?
        /// The full name.
        public var subjectName: String?
        public var type: LessonType?
        /// The type in the university's words.
        public var typeName: String?
        public var weekday: Weekday?
        /// Local time in Minsk.
        public var start: TimeOfDay?
        /// Local time in Minsk.
        public var end: TimeOfDay?
        /// The weeks of the cycle in which the lesson takes place; empty for an entry on a single date.
        public var weeks: [StudyWeek]
        /// The date of an entry that takes place once.
        public var date: LocalDate?
        /// The first date on which the lesson can take place.
        public var from: LocalDate?
        /// The last date on which the lesson can take place.
        public var to: LocalDate?
        public var subgroup: Subgroup?
        public var rooms: [String]
        /// Empty in a lecturer's own timetable.
        public var lecturers: [LecturerName]
        public var groups: [GroupNumber]
        public var note: String?
        /// True if the lesson does not take place at present: not yet, no longer, or on an unknown date.
        public var inactive: Bool
    }

    /// A lesson or an exam on a specific date.
    public struct Occurrence: Codable, Sendable, Equatable {
        public var date: LocalDate
        /// Absent if the university does not publish a time.
        public var startsAt: Instant?
        public var endsAt: Instant?
        public var lesson: Lesson
    }

    /// The dates of lessons and exams, as far as published.
    public struct Period: Codable, Sendable, Equatable {
        /// The term that the lessons belong to.
        public var term: TimetableTerm
        /// The timetable's name in the university's words.
        public var termName: String?
        public var start: LocalDate?
        public var end: LocalDate?
        public var examsStart: LocalDate?
        public var examsEnd: LocalDate?
    }
}
