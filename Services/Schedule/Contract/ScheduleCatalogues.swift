public import Contract
public import Values

extension Schedule {
    /// What to look for in a catalogue.
    public struct CatalogueQuery: Codable, Sendable {
        /// A number or part of a name, in Cyrillic or Latin letters.
        public var query: SearchText?
        public var cursor: Cursor?
        public var limit: CatalogueLimit?
    }

    /// A page of a catalogue.
    public struct Listing<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
        public var items: [Item]
        public var nextCursor: Cursor?
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

        public init(items: [Item], nextCursor: Cursor?, _ origin: Origin) {
            self.items = items
            self.nextCursor = nextCursor
            fetchedAt = origin.fetchedAt
            stale = origin.stale
            provider = origin.provider
            attribution = origin.attribution
            source = origin.source
        }
    }

    static let catalogueReasons = [
        ErrorReason(
            .unavailable, "catalogue-unavailable", "The university's server does not answer, and nothing is kept"),
        ErrorReason(
            .badUpstream, "catalogue-unreadable", "The university's server answers nonsense, and nothing is kept"),
    ]

    /// Student groups by number or speciality.
    ///
    /// The student groups, by number.
    public enum Groups: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Group>
        public static let declaration = MethodDeclaration(
            "schedule.groups", service: .schedule, access: .openable, http: .get("/v1/schedule/groups"),
            timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Lecturers by name or department.
    ///
    /// The lecturers, by name.
    public enum Lecturers: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Lecturer>
        public static let declaration = MethodDeclaration(
            "schedule.lecturers", service: .schedule, access: .openable,
            http: .get("/v1/schedule/lecturers"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Rooms by number or building.
    ///
    /// The rooms, by building and number.
    public enum Rooms: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Room>
        public static let declaration = MethodDeclaration(
            "schedule.rooms", service: .schedule, access: .openable,
            http: .get("/v1/schedule/rooms"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// The week of the timetable's cycle that a day lies in.
    ///
    /// Which week of the timetable's cycle a day lies in.
    public enum Week: Method {
        public struct Params: Codable, Sendable {
            /// Today in Minsk if not given.
            public var date: LocalDate?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var week: StudyWeek
            public var weekday: Weekday
            /// The Monday of the week.
            public var monday: LocalDate
            /// False in July and August, when weeks are counted but nobody is taught.
            public var inTerm: Bool
            /// When the university's server was last asked for its week.
            public var checkedAt: Instant?
            /// Whether it said then what was computed for that day.
            public var agrees: Bool?
            /// When the week was computed.
            public var fetchedAt: Instant
            /// Never: the week is computed.
            public var stale: Bool
            /// Who computed it.
            public var provider: String
            /// attribution.
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
        }
        public static let declaration = MethodDeclaration(
            "schedule.week", service: .schedule, access: .openable, http: .get("/v1/schedule/week"),
            idempotency: .idempotent,
            caching: .private(seconds: 60))
    }
}
