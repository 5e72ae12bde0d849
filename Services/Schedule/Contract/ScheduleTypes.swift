public import Contract
public import Values

/// The timetable of BSUIR, the Belarusian State University of Informatics and Radioelectronics.
public enum Schedule {
    /// The provenance and age of an answer's data; its members are part of every answer.
    public struct Origin: Codable, Sendable, Equatable {
        /// The time of the university's data.
        public var fetchedAt: Instant
        /// True if the data is older than usual because no newer data is available.
        public var isStale: Bool
        /// The data's provider.
        public var provider: String
        /// The credit to show beside the answer.
        public var attribution: String
        /// `simulator` if the data is simulated; otherwise absent.
        public var source: OpenEnum<AnswerSource>?
    }

    /// A student group in the catalogue.
    public struct Group: Codable, Sendable, Equatable {
        /// The group's number.
        public var number: GroupNumber
        /// The faculty.
        public var faculty: String?
        /// The faculty's short name.
        public var facultyAbbreviation: String?
        /// The speciality.
        public var speciality: String?
        /// The speciality's short name.
        public var specialityAbbreviation: String?
        /// The year of study; absent if the university does not publish it.
        public var course: Int?
    }

    /// A lecturer in the catalogue.
    public struct Lecturer: Codable, Sendable, Equatable {
        /// The lecturer's identifier.
        public var slug: LecturerSlug
        /// The last name.
        public var lastName: String
        /// The first name.
        public var firstName: String?
        /// The patronymic.
        public var middleName: String?
        /// The last name and initials.
        public var shortName: String
        /// The academic degree.
        public var degree: String?
        /// The academic rank.
        public var rank: String?
        /// The departments at which the lecturer works.
        public var departments: [String]
        /// A photograph.
        public var picture: Picture?
    }

    /// A room in the catalogue.
    public struct Room: Codable, Sendable, Equatable {
        /// The room's number and building, as in lessons.
        public var name: String
        /// The room's number.
        public var number: String
        /// The building.
        public var building: String?
        /// The room's purpose, in the university's words.
        public var type: String?
        /// The number of seats.
        public var capacity: Int?
        /// The department that the room belongs to.
        public var department: String?
    }

    /// A lecturer as named by a lesson.
    public struct LecturerName: Codable, Sendable, Hashable {
        /// The last name and initials.
        public var name: String
        /// The lecturer's slug; absent if the university does not publish it.
        public var slug: LecturerSlug?
    }

    /// A timetable entry: a recurring lesson, a lesson on a single date, an exam or an announcement.
    public struct Lesson: Codable, Sendable, Equatable {
        /// The kind of the entry.
        public var kind: OpenEnum<LessonKind>
        /// The short name.
        public var subject: String?
        /// The full name.
        public var subjectName: String?
        /// The type of the lesson or exam.
        public var type: OpenEnum<LessonType>?
        /// The type's name in the caller's language; in the university's words if `type` is `other`.
        public var typeName: String?
        /// The type in the university's words, mostly an abbreviation such as `ЛК`.
        public var typeAbbreviation: String?
        /// The day of the week; absent for an entry on a single date.
        public var weekday: Weekday?
        /// The start, in local time in Minsk.
        public var start: TimeOfDay?
        /// The end, in local time in Minsk.
        public var end: TimeOfDay?
        /// The weeks of the cycle in which the lesson takes place; empty for an entry on a single date.
        public var weeks: [StudyWeek]
        /// The day of an entry that takes place once; in `schedule.day` and `schedule.next`, of each that takes place.
        public var date: LocalDate?
        /// The start on `date`; absent without a date, or if the university does not publish a time.
        public var startsAt: Instant?
        /// The end; on the day after `date` for a lesson past midnight.
        public var endsAt: Instant?
        /// The first date on which the lesson can take place.
        public var from: LocalDate?
        /// The last date on which the lesson can take place.
        public var to: LocalDate?
        /// The subgroup that attends; absent for the whole group.
        public var subgroup: Subgroup?
        /// The rooms, number and building.
        public var rooms: [String]
        /// The lecturers; empty in a lecturer's own timetable.
        public var lecturers: [LecturerName]
        /// The groups that attend.
        public var groups: [GroupNumber]
        /// A note from the university.
        public var note: String?
        /// True if the lesson does not take place at present: not yet, no longer, or on an unknown date.
        public var isInactive: Bool
    }

    /// The dates of lessons and exams, as far as published.
    public struct Period: Codable, Sendable, Equatable {
        /// The term that the lessons belong to.
        public var term: OpenEnum<TimetableTerm>
        /// The timetable's name in the university's words.
        public var termName: String?
        /// The first day of lessons.
        public var start: LocalDate?
        /// The last day of lessons.
        public var end: LocalDate?
        /// The first day of exams.
        public var examsStart: LocalDate?
        /// The last day of exams.
        public var examsEnd: LocalDate?
    }
}
