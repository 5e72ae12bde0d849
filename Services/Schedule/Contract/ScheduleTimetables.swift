public import Contract
public import Values

extension Schedule {
    /// A group's or a lecturer's timetable.
    public struct Timetable: Codable, Sendable, Equatable {
        /// The group; absent for a lecturer.
        public var group: Group?
        /// The lecturer; absent for a group.
        public var lecturer: Lecturer?
        /// False if the university knows the group or lecturer but publishes no timetable for it.
        public var hasTimetable: Bool
        /// True for a part-time or distance-learning group: its lessons have dates instead of weeks.
        public var isPartTime: Bool
        /// The dates of lessons and exams.
        public var period: Period?
        /// The lessons by weekday and time, single dates last; exams are in schedule.exams.
        public var lessons: [Lesson]
        /// Lessons of the next term, if already published.
        public var nextTermLessons: [Lesson]
        /// Messages to the group.
        public var announcements: [Lesson]
        /// The time at which the latest change was first seen; absent while none has been.
        public var changedAt: Instant?
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

        public init(
            group: Group? = nil, lecturer: Lecturer? = nil, hasTimetable: Bool, isPartTime: Bool, period: Period?,
            lessons: [Lesson], nextTermLessons: [Lesson], announcements: [Lesson], changedAt: Instant?, _ origin: Origin
        ) {
            self.group = group
            self.lecturer = lecturer
            self.hasTimetable = hasTimetable
            self.isPartTime = isPartTime
            self.period = period
            self.lessons = lessons
            self.nextTermLessons = nextTermLessons
            self.announcements = announcements
            self.changedAt = changedAt
            fetchedAt = origin.fetchedAt
            isStale = origin.isStale
            provider = origin.provider
            attribution = origin.attribution
            source = origin.source
        }
    }

    /// Returns a group's timetable.
    ///
    /// Contains each lesson once, with the weeks in which it takes place. For the lessons of a date, use schedule.day.
    public enum ForGroup: Method {
        public struct Params: Codable, Sendable {
            /// The group's number.
            public var group: GroupNumber
            /// Limits the timetable to one week of the cycle.
            public var week: StudyWeek?
            /// Limits the timetable to one day of the week.
            public var day: Weekday?
            /// Limits the timetable to the lessons that this subgroup attends.
            public var subgroup: Subgroup?
        }
        public typealias Result = Timetable
        public static let declaration = MethodDeclaration(
            "schedule.forGroup", service: .schedule, access: .openable,
            http: .get("/v1/schedule/groups/{group}"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .public(seconds: 60), reasons: timetableReasons)
    }

    /// Returns a lecturer's timetable.
    ///
    /// Contains each lesson once, with the weeks in which it takes place. For the lessons of a date, use schedule.day.
    public enum ForLecturer: Method {
        public struct Params: Codable, Sendable {
            /// The lecturer's identifier.
            public var lecturer: LecturerSlug
            /// Limits the timetable to one week of the cycle.
            public var week: StudyWeek?
            /// Limits the timetable to one day of the week.
            public var day: Weekday?
        }
        public typealias Result = Timetable
        public static let declaration = MethodDeclaration(
            "schedule.forLecturer", service: .schedule, access: .openable,
            http: .get("/v1/schedule/lecturers/{lecturer}"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .public(seconds: 60), reasons: timetableReasons)
    }

    /// Returns one day of a group's or a lecturer's timetable.
    public enum Day: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// The day; defaults to today in Minsk.
            public var date: LocalDate?
            /// Limits the answer to the lessons that this subgroup attends.
            public var subgroup: Subgroup?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The day.
            public var date: LocalDate
            /// The week of the cycle.
            public var week: StudyWeek
            /// The day of the week.
            public var weekday: Weekday
            /// False in July and August.
            public var isInTerm: Bool
            /// False if the university publishes no timetable for the group or lecturer.
            public var hasTimetable: Bool
            /// Lessons and exams of the day, by time.
            public var lessons: [Lesson]
            /// Lessons of this weekday and week that begin on a later date or have ended; their notes may say why.
            public var inactiveLessons: [Lesson]
            /// Messages to the group for the day.
            public var announcements: [Lesson]
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

            public init(
                date: LocalDate, week: StudyWeek, weekday: Weekday, isInTerm: Bool, hasTimetable: Bool,
                lessons: [Lesson], inactiveLessons: [Lesson], announcements: [Lesson], _ origin: Origin
            ) {
                self.date = date
                self.week = week
                self.weekday = weekday
                self.isInTerm = isInTerm
                self.hasTimetable = hasTimetable
                self.lessons = lessons
                self.inactiveLessons = inactiveLessons
                self.announcements = announcements
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.day", service: .schedule, access: .openable, http: .get("/v1/schedule/day"),
            timeoutMilliseconds: 12_000,
            idempotency: .idempotent, caching: .public(seconds: 60), reasons: timetableReasons)
    }

    /// Returns the next lessons of a group or a lecturer.
    ///
    /// A lesson that begins exactly at `after` counts as next.
    public enum Next: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// The time from which to search; defaults to now.
            public var after: Instant?
            /// Limits the answer to the lessons that this subgroup attends.
            public var subgroup: Subgroup?
            /// The maximum number of lessons.
            public var limit: LessonLimit?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The time from which lessons were searched.
            public var after: Instant
            /// False if the university publishes no timetable for the group or lecturer.
            public var hasTimetable: Bool
            /// Lessons in progress at `after`.
            public var currentLessons: [Lesson]
            /// Lessons that begin at or after `after`; days without lessons are skipped.
            public var lessons: [Lesson]
            /// The last day searched.
            public var searchedTo: LocalDate
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

            public init(
                after: Instant, hasTimetable: Bool, currentLessons: [Lesson], lessons: [Lesson],
                searchedTo: LocalDate,
                _ origin: Origin
            ) {
                self.after = after
                self.hasTimetable = hasTimetable
                self.currentLessons = currentLessons
                self.lessons = lessons
                self.searchedTo = searchedTo
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.next", service: .schedule, access: .openable, http: .get("/v1/schedule/next"),
            timeoutMilliseconds: 12_000,
            idempotency: .idempotent, caching: .public(seconds: 30), reasons: timetableReasons)
    }

    /// Lists the exams, credit tests and consultations of a group or a lecturer.
    public enum Exams: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// Limits the answer to the exams that this subgroup takes.
            public var subgroup: Subgroup?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// False if the university publishes no timetable for the group or lecturer.
            public var hasTimetable: Bool
            /// The dates of lessons and exams.
            public var period: Period?
            /// The exams, by date and time.
            public var lessons: [Lesson]
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

            public init(hasTimetable: Bool, period: Period?, lessons: [Lesson], _ origin: Origin) {
                self.hasTimetable = hasTimetable
                self.period = period
                self.lessons = lessons
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.exams", service: .schedule, access: .openable,
            http: .get("/v1/schedule/exams"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .public(seconds: 60), reasons: timetableReasons)
    }
}
