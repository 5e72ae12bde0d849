public import Contract
public import Values

extension Schedule {
    /// A query of a catalogue.
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
            .unavailable, "catalogue-unavailable", "The university's server does not answer and no copy exists"),
        ErrorReason(
            .badUpstream, "catalogue-unreadable", "The university's answer is unreadable and no copy exists"),
    ]

    /// Lists student groups by number; filters by number or speciality.
    public enum Groups: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Group>
        public static let declaration = MethodDeclaration(
            "schedule.groups", service: .schedule, access: .openable, http: .get("/v1/schedule/groups"),
            timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Lists lecturers by name; filters by name or department.
    public enum Lecturers: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Lecturer>
        public static let declaration = MethodDeclaration(
            "schedule.lecturers", service: .schedule, access: .openable,
            http: .get("/v1/schedule/lecturers"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Lists rooms by building and number; filters by either.
    public enum Rooms: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Room>
        public static let declaration = MethodDeclaration(
            "schedule.rooms", service: .schedule, access: .openable,
            http: .get("/v1/schedule/rooms"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .private(seconds: 300), reasons: catalogueReasons)
    }

    /// Returns the week of the timetable's four-week cycle that contains a date.
    public enum Week: Method {
        public struct Params: Codable, Sendable {
            /// Defaults to today in Minsk.
            public var date: LocalDate?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var week: StudyWeek
            public var weekday: Weekday
            /// The Monday of the week.
            public var monday: LocalDate
            /// False in July and August, when weeks are counted but there are no lessons.
            public var inTerm: Bool
            /// The time of the last comparison with the university's own week.
            public var checkedAt: Instant?
            /// True if the university's week matched the computed one at `checkedAt`.
            public var agrees: Bool?
            /// The time at which the week was computed.
            public var fetchedAt: Instant
            /// Always false, because the week is computed.
            public var stale: Bool
            /// The party that computed the week.
            public var provider: String
            /// The credit to show beside the answer.
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
