extension Schedule {
    static let timetableReasons = [
        ErrorReason(.notFound, "unknown-group", "The university has no group of that number"),
        ErrorReason(.notFound, "unknown-lecturer", "The university has no lecturer of that name"),
        ErrorReason(
            .unavailable, "timetable-unavailable", "The university's server does not answer, and nothing is kept"),
        ErrorReason(
            .badUpstream, "timetable-unreadable", "The university's server answers nonsense, and nothing is kept"),
    ]

    /// A group's or a lecturer's timetable.
    public struct Timetable: Codable, Sendable, Equatable, DocumentedMembers {
        public var group: Group?
        public var lecturer: Lecturer?
        public var hasTimetable: Bool
        public var isPartTime: Bool
        public var period: Period?
        public var lessons: [Lesson]
        public var nextLessons: [Lesson]
        public var announcements: [Lesson]
        public var changedAt: Instant?
        public var fetchedAt: Instant
        public var stale: Bool
        public var provider: String
        public var attribution: String
        public var source: AnswerSource?

        public init(
            group: Group? = nil, lecturer: Lecturer? = nil, hasTimetable: Bool, isPartTime: Bool, period: Period?,
            lessons: [Lesson], nextLessons: [Lesson], announcements: [Lesson], changedAt: Instant?, _ origin: Origin
        ) {
            self.group = group
            self.lecturer = lecturer
            self.hasTimetable = hasTimetable
            self.isPartTime = isPartTime
            self.period = period
            self.lessons = lessons
            self.nextLessons = nextLessons
            self.announcements = announcements
            self.changedAt = changedAt
            fetchedAt = origin.fetchedAt
            stale = origin.stale
            provider = origin.provider
            attribution = origin.attribution
            source = origin.source
        }

        public static let memberSummaries = Origin.memberSummaries.merging([
            "hasTimetable": "False for a group or lecturer that the university knows and has no timetable for",
            "isPartTime": "Whether the group studies part-time or at a distance: its lessons have dates, not weeks",
            "lessons": "By weekday and time, those of single days last; exams are in schedule.exams",
            "changedAt": "When it was first seen as it is now",
            "nextLessons": "Those of the next term, where the university gives them already",
        ]) { $1 }
    }

    /// A group's timetable.
    public enum ForGroup: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var group: GroupNumber
            public var week: StudyWeek?
            public var day: Weekday?
            public var subgroup: Subgroup?

            public init(group: GroupNumber, week: StudyWeek? = nil, day: Weekday? = nil, subgroup: Subgroup? = nil) {
                self.group = group
                self.week = week
                self.day = day
                self.subgroup = subgroup
            }

            public static let memberSummaries = [
                "week": "Only what takes place in that week", "day": "Only what takes place on that day of the week",
                "subgroup": "Only what that part of the group attends",
            ]
        }
        public typealias Result = Timetable
        public static let declaration = MethodDeclaration(
            "schedule.forGroup", service: .schedule, summary: "A group's timetable", access: .openable,
            http: .get("/v1/schedule/groups/{group}"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: timetableReasons)
    }

    /// A lecturer's timetable.
    public enum ForLecturer: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var lecturer: LecturerSlug
            public var week: StudyWeek?
            public var day: Weekday?

            public init(lecturer: LecturerSlug, week: StudyWeek? = nil, day: Weekday? = nil) {
                self.lecturer = lecturer
                self.week = week
                self.day = day
            }

            public static let memberSummaries = [
                "week": "Only what takes place in that week", "day": "Only what takes place on that day of the week",
            ]
        }
        public typealias Result = Timetable
        public static let declaration = MethodDeclaration(
            "schedule.forLecturer", service: .schedule, summary: "A lecturer's timetable", access: .openable,
            http: .get("/v1/schedule/lecturers/{lecturer}"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: timetableReasons)
    }

    /// One day of a timetable.
    public enum Day: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var group: GroupNumber?
            public var lecturer: LecturerSlug?
            public var date: LocalDate?
            public var subgroup: Subgroup?

            public init(
                group: GroupNumber? = nil, lecturer: LecturerSlug? = nil, date: LocalDate? = nil,
                subgroup: Subgroup? = nil
            ) {
                self.group = group
                self.lecturer = lecturer
                self.date = date
                self.subgroup = subgroup
            }

            public static let memberSummaries = [
                "group": "Whose day; either this or `lecturer`", "date": "Today in Minsk if not given",
                "subgroup": "Only what that part of the group attends",
            ]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var date: LocalDate
            public var week: StudyWeek
            public var weekday: Weekday
            public var inTerm: Bool
            public var hasTimetable: Bool
            public var items: [Occurrence]
            public var inactive: [Lesson]
            public var announcements: [Lesson]
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                date: LocalDate, week: StudyWeek, weekday: Weekday, inTerm: Bool, hasTimetable: Bool,
                items: [Occurrence], inactive: [Lesson], announcements: [Lesson], _ origin: Origin
            ) {
                self.date = date
                self.week = week
                self.weekday = weekday
                self.inTerm = inTerm
                self.hasTimetable = hasTimetable
                self.items = items
                self.inactive = inactive
                self.announcements = announcements
                fetchedAt = origin.fetchedAt
                stale = origin.stale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }

            public static let memberSummaries = Origin.memberSummaries.merging([
                "items": "Lessons and exams of the day, by time",
                "inactive":
                    "Lessons of that weekday and week which begin on a later date or have ended; their notes may say why",
                "inTerm": "False in July and August",
            ]) { $1 }
        }
        public static let declaration = MethodDeclaration(
            "schedule.day", service: .schedule, summary: "One day of a group's or a lecturer's timetable",
            access: .openable, http: .get("/v1/schedule/day"), timeoutMilliseconds: 12_000,
            idempotency: .idempotent, caching: .private(seconds: 60), reasons: timetableReasons)
    }

    /// The lessons that come next.
    public enum Next: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var group: GroupNumber?
            public var lecturer: LecturerSlug?
            public var after: Instant?
            public var subgroup: Subgroup?
            public var limit: LessonLimit?

            public init(
                group: GroupNumber? = nil, lecturer: LecturerSlug? = nil, after: Instant? = nil,
                subgroup: Subgroup? = nil, limit: LessonLimit? = nil
            ) {
                self.group = group
                self.lecturer = lecturer
                self.after = after
                self.subgroup = subgroup
                self.limit = limit
            }

            public static let memberSummaries = [
                "group": "Whose lessons; either this or `lecturer`", "after": "Now if not given",
                "subgroup": "Only what that part of the group attends",
            ]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var after: Instant
            public var hasTimetable: Bool
            public var current: [Occurrence]
            public var items: [Occurrence]
            public var searchedTo: LocalDate
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                after: Instant, hasTimetable: Bool, current: [Occurrence], items: [Occurrence], searchedTo: LocalDate,
                _ origin: Origin
            ) {
                self.after = after
                self.hasTimetable = hasTimetable
                self.current = current
                self.items = items
                self.searchedTo = searchedTo
                fetchedAt = origin.fetchedAt
                stale = origin.stale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }

            public static let memberSummaries = Origin.memberSummaries.merging([
                "current": "What has begun by then and is not over",
                "items": "What begins at that moment or later; days without lessons are passed over",
                "searchedTo": "The last day that was looked at",
            ]) { $1 }
        }
        public static let declaration = MethodDeclaration(
            "schedule.next", service: .schedule, summary: "The lessons of a group or a lecturer that come next",
            access: .openable, http: .get("/v1/schedule/next"), timeoutMilliseconds: 12_000,
            idempotency: .idempotent, caching: .private(seconds: 30), reasons: timetableReasons)
    }

    /// Exams, credit tests and consultations.
    public enum Exams: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var group: GroupNumber?
            public var lecturer: LecturerSlug?
            public var subgroup: Subgroup?

            public init(group: GroupNumber? = nil, lecturer: LecturerSlug? = nil, subgroup: Subgroup? = nil) {
                self.group = group
                self.lecturer = lecturer
                self.subgroup = subgroup
            }

            public static let memberSummaries = ["group": "Whose exams; either this or `lecturer`"]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var hasTimetable: Bool
            public var period: Period?
            public var items: [Lesson]
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(hasTimetable: Bool, period: Period?, items: [Lesson], _ origin: Origin) {
                self.hasTimetable = hasTimetable
                self.period = period
                self.items = items
                fetchedAt = origin.fetchedAt
                stale = origin.stale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }

            public static let memberSummaries = Origin.memberSummaries.merging([
                "items": "By date and time"
            ]) { $1 }
        }
        public static let declaration = MethodDeclaration(
            "schedule.exams", service: .schedule, summary: "Exams of a group or a lecturer", access: .openable,
            http: .get("/v1/schedule/exams"), timeoutMilliseconds: 12_000, idempotency: .idempotent,
            caching: .private(seconds: 60), reasons: timetableReasons)
    }
}
