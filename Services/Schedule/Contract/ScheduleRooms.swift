public import Contract
public import Values

extension Schedule {
    /// The share of the university's timetables that an answer about rooms is based on.
    ///
    /// The university publishes no timetables of rooms; they are derived from those of groups and lecturers.
    public struct RoomCoverage: Codable, Sendable, Equatable {
        /// The number of groups in the catalogue.
        public var groups: Int
        /// The number of these groups whose timetables were read within 3 days and, for a date, are published for it.
        public var groupsRead: Int
        /// The number of lecturers in the catalogue.
        public var lecturers: Int
        /// The number of these lecturers whose timetables were read within 3 days.
        public var lecturersRead: Int
        /// True if at least 95 % of both were read, and at least half of the groups have a timetable.
        public var isSufficient: Bool
    }

    /// A room without a known lesson at a time.
    public struct FreeRoom: Codable, Sendable, Equatable {
        /// The room.
        public var room: Room
        /// The end of the previous lesson of the day; absent if there is none.
        public var freeFrom: TimeOfDay?
        /// The start of the next lesson of the day; absent if there is none.
        public var freeUntil: TimeOfDay?
    }

    /// Returns a room's timetable: its lessons and exams by week and day.
    ///
    /// Contains each lesson once, with all groups and lecturers that attend. If `coverage.isSufficient` is false, some
    /// lessons are probably missing.
    public enum ForRoom: Method {
        public struct Params: Codable, Sendable {
            /// The room's name, as in lessons.
            public var room: RoomName
            /// Limits the timetable to one week of the cycle.
            public var week: StudyWeek?
            /// Limits the timetable to one day of the week.
            public var day: Weekday?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The room; only its name and number if the catalogue does not contain it.
            public var room: Room
            /// The lessons and exams by weekday and time, single dates last; at most 500.
            public var lessons: [Lesson]
            /// False if there are more than 500 lessons.
            public var isComplete: Bool
            /// The share of the university's timetables that the lessons were found in.
            public var coverage: RoomCoverage
            /// The time of the oldest of these timetables.
            public var fetchedAt: Instant
            /// True if the data is older than usual because no newer data is available.
            public var isStale: Bool
            /// The data's provider.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// `simulator` if the data is simulated; otherwise absent.
            public var source: OpenEnum<AnswerSource>?

            public init(room: Room, lessons: [Lesson], isComplete: Bool, coverage: RoomCoverage, _ origin: Origin) {
                self.room = room
                self.lessons = lessons
                self.isComplete = isComplete
                self.coverage = coverage
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.forRoom", service: .schedule, access: .openable, http: .get("/v1/schedule/rooms/{room}"), cost: 2,
            timeoutMilliseconds: 12_000, idempotency: .idempotent, caching: .public(seconds: 60), reasons: roomReasons)
    }

    /// Lists the rooms without a lesson at a time of a day.
    ///
    /// The list is empty if `coverage.isSufficient` is false, because then no room is known to be free. A listed room
    /// has no lesson, but it may be locked or used for something else.
    public enum FreeRooms: Method {
        public struct Params: Codable, Sendable {
            /// The day; defaults to today in Minsk.
            public var date: LocalDate?
            /// The start, in local time in Minsk; defaults to the current time.
            public var from: TimeOfDay?
            /// The end, after `from`; without it, the rooms that are free at the moment `from` are listed.
            public var to: TimeOfDay?
            /// Limits the list to one building.
            public var building: BuildingName?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The day.
            public var date: LocalDate
            /// The week of the cycle.
            public var week: StudyWeek
            /// The start.
            public var from: TimeOfDay
            /// The end; equal to `from` for a moment.
            public var to: TimeOfDay
            /// The rooms by building and number.
            public var items: [FreeRoom]
            /// The share of the university's timetables that are published for the day and were searched.
            public var coverage: RoomCoverage
            /// The time of the oldest of these timetables.
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
                date: LocalDate, week: StudyWeek, from: TimeOfDay, to: TimeOfDay, items: [FreeRoom],
                coverage: RoomCoverage, _ origin: Origin
            ) {
                self.date = date
                self.week = week
                self.from = from
                self.to = to
                self.items = items
                self.coverage = coverage
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.freeRooms", service: .schedule, access: .openable, http: .get("/v1/schedule/free-rooms"), cost: 2,
            timeoutMilliseconds: 12_000, idempotency: .idempotent, caching: .public(seconds: 60),
            reasons: catalogueReasons)
    }
}
