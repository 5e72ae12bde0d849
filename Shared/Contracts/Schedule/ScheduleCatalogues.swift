extension Schedule {
    /// What to look for in a catalogue.
    public struct CatalogueQuery: Codable, Sendable, DocumentedMembers {
        public var query: SearchText?
        public var cursor: Cursor?
        public var limit: CatalogueLimit?

        public init(query: SearchText? = nil, cursor: Cursor? = nil, limit: CatalogueLimit? = nil) {
            self.query = query
            self.cursor = cursor
            self.limit = limit
        }

        public static let memberSummaries = ["query": "A number or part of a name, in Cyrillic or Latin letters"]
    }

    /// A page of a catalogue.
    public struct Listing<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable, DocumentedMembers {
        public var items: [Item]
        public var nextCursor: Cursor?
        public var fetchedAt: Instant
        public var stale: Bool
        public var provider: String
        public var attribution: String
        public var source: AnswerSource?

        public init(items: [Item], nextCursor: Cursor?, _ origin: Origin) {
            self.items = items
            self.nextCursor = nextCursor
            fetchedAt = origin.fetchedAt
            stale = origin.stale
            provider = origin.provider
            attribution = origin.attribution
            source = origin.source
        }

        public static var memberSummaries: [String: String] { Origin.memberSummaries }
    }

    static let catalogueReasons = [
        ErrorReason(
            .unavailable, "catalogue-unavailable", "The university's server does not answer, and nothing is kept"),
        ErrorReason(
            .badUpstream, "catalogue-unreadable", "The university's server answers nonsense, and nothing is kept"),
    ]

    /// The student groups, by number.
    public enum Groups: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Group>
        public static let declaration = MethodDeclaration(
            "schedule.groups", service: .schedule, summary: "Student groups by number or speciality",
            access: .openable, http: .get("/v1/schedule/groups"), timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// The lecturers, by name.
    public enum Lecturers: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Lecturer>
        public static let declaration = MethodDeclaration(
            "schedule.lecturers", service: .schedule, summary: "Lecturers by name or department", access: .openable,
            http: .get("/v1/schedule/lecturers"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// The rooms, by building and number.
    public enum Rooms: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Room>
        public static let declaration = MethodDeclaration(
            "schedule.rooms", service: .schedule, summary: "Rooms by number or building", access: .openable,
            http: .get("/v1/schedule/rooms"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Which week of the timetable's cycle a day lies in.
    public enum Week: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var date: LocalDate?

            public init(date: LocalDate? = nil) { self.date = date }

            public static let memberSummaries = ["date": "Today in Minsk if not given"]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var date: LocalDate
            public var week: StudyWeek
            public var weekday: Weekday
            /// The Monday of the week.
            public var monday: LocalDate
            public var inTerm: Bool
            public var checkedAt: Instant?
            public var agrees: Bool?
            public var fetchedAt: Instant
            public var stale: Bool
            public var provider: String
            public var attribution: String
            public var source: AnswerSource?

            public init(
                date: LocalDate, week: StudyWeek, weekday: Weekday, monday: LocalDate, inTerm: Bool,
                checkedAt: Instant?, agrees: Bool?, _ origin: Origin
            ) {
                self.date = date
                self.week = week
                self.weekday = weekday
                self.monday = monday
                self.inTerm = inTerm
                self.checkedAt = checkedAt
                self.agrees = agrees
                fetchedAt = origin.fetchedAt
                stale = origin.stale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }

            public static let memberSummaries = [
                "inTerm": "False in July and August, when weeks are counted but nobody is taught",
                "checkedAt": "When the university's server was last asked for its week",
                "agrees": "Whether it said then what was computed for that day",
                "fetchedAt": "When the week was computed", "stale": "Never: the week is computed",
                "provider": "Who computed it", "attribution": Origin.memberSummaries["attribution"] ?? "",
            ]
        }
        public static let declaration = MethodDeclaration(
            "schedule.week", service: .schedule, summary: "The week of the timetable's cycle that a day lies in",
            access: .openable, http: .get("/v1/schedule/week"), idempotency: .idempotent,
            caching: .private(seconds: 60))
    }
}
