public import Contract
public import Values

/// The timetable of BSUIR, the Belarusian State University of Informatics and Radioelectronics.
public enum Schedule {
    /// Where an answer's facts come from, and how old they are: members that every answer has.
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
        /// The year of study; absent where the university does not say.
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
        /// The number with the building, as lessons name it.
        public var name: String
        public var number: String
        public var building: String?
        /// What it is for, in the university's words.
        public var type: String?
        public var capacity: Int?
        public var department: String?
    }

    /// A lecturer as a lesson names one.
    public struct LecturerName: Codable, Sendable, Hashable {
        /// The last name and initials.
        public var name: String
        /// Absent where the university gives none.
        public var slug: LecturerSlug?
    }

    /// An entry of a timetable: a lesson of every so many weeks, one of a single day, an exam or an announcement.
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
        /// What clocks in Minsk show.
        public var start: TimeOfDay?
        /// What clocks in Minsk show.
        public var end: TimeOfDay?
        /// The weeks of the cycle in which it takes place; empty for an entry of a single day.
        public var weeks: [StudyWeek]
        /// The day of an entry that takes place once.
        public var date: LocalDate?
        /// The first day on which it may take place.
        public var from: LocalDate?
        /// The last day on which it may take place.
        public var to: LocalDate?
        public var subgroup: Subgroup?
        public var rooms: [String]
        /// Empty in a lecturer's own timetable.
        public var lecturers: [LecturerName]
        public var groups: [GroupNumber]
        public var note: String?
        /// Whether it does not take place at present: not yet, no more, or on a day that cannot be told.
        public var inactive: Bool
    }

    /// A lesson or an exam on a certain day.
    public struct Occurrence: Codable, Sendable, Equatable {
        public var date: LocalDate
        /// Absent where the university gives no time.
        public var startsAt: Instant?
        public var endsAt: Instant?
        public var lesson: Lesson
    }

    /// From when to when there are lessons and exams, as far as the university says.
    public struct Period: Codable, Sendable, Equatable {
        /// Which timetable the lessons are of.
        public var term: TimetableTerm
        /// Its name in the university's words.
        public var termName: String?
        public var start: LocalDate?
        public var end: LocalDate?
        public var examsStart: LocalDate?
        public var examsEnd: LocalDate?
    }
}
