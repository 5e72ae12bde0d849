public import Contract
public import Values

extension Schedule {
    /// A query of a catalogue.
    public struct CatalogueQuery: Codable, Sendable {
        /// A number or part of a name, in Cyrillic or Latin letters.
        public var query: SearchText?
        /// The start of the page: `nextCursor` of the previous page.
        public var cursor: Cursor?
        /// The maximum number of entries on the page.
        public var limit: CatalogueLimit?
    }

    /// A page of a catalogue.
    public struct Listing<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
        /// The entries of the page, in the order of the list.
        public var items: [Item]
        /// The start of the next page; absent on the last page.
        public var nextCursor: Cursor?
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

        public init(items: [Item], nextCursor: Cursor?, _ origin: Origin) {
            self.items = items
            self.nextCursor = nextCursor
            fetchedAt = origin.fetchedAt
            isStale = origin.isStale
            provider = origin.provider
            attribution = origin.attribution
            source = origin.source
        }
    }

    /// Lists student groups by number; filters by number or speciality.
    ///
    /// Faculties and specialities are in Russian, as the university publishes them.
    public enum Groups: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Group>
        public static let declaration = MethodDeclaration(
            "schedule.groups", service: .schedule, access: .openable, http: .get("/v1/schedule/groups"),
            timeoutMilliseconds: 10_000,
            idempotency: .idempotent, caching: .public(seconds: 300), reasons: catalogueReasons)
    }

    /// Lists lecturers by name; filters by name or department.
    ///
    /// Names are in Russian, as the university publishes them.
    public enum Lecturers: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Lecturer>
        public static let declaration = MethodDeclaration(
            "schedule.lecturers", service: .schedule, access: .openable,
            http: .get("/v1/schedule/lecturers"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .public(seconds: 300), reasons: catalogueReasons)
    }

    /// Lists rooms by building and number; filters by either.
    ///
    /// Names are in Russian, as the university publishes them.
    public enum Rooms: Method {
        public typealias Params = CatalogueQuery
        public typealias Result = Listing<Room>
        public static let declaration = MethodDeclaration(
            "schedule.rooms", service: .schedule, access: .openable,
            http: .get("/v1/schedule/rooms"), timeoutMilliseconds: 10_000, idempotency: .idempotent,
            caching: .public(seconds: 300), reasons: catalogueReasons)
    }

    /// Returns the week of the timetable's four-week cycle that contains a date.
    ///
    /// The university counts its lessons in a cycle of four weeks.
    public enum Week: Method {
        public struct Params: Codable, Sendable {
            /// The date; defaults to today in Minsk.
            public var date: LocalDate?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The date.
            public var date: LocalDate
            /// The week of the cycle.
            public var week: StudyWeek
            /// The day of the week.
            public var weekday: Weekday
            /// The Monday of the week.
            public var monday: LocalDate
            /// False in July and August, when weeks are counted but there are no lessons.
            public var isInTerm: Bool
            /// The time of the last comparison with the university's own week.
            public var checkedAt: Instant?
            /// True if the university's week matched the computed one at `checkedAt`.
            public var isConfirmed: Bool?
            /// The time at which the week was computed.
            public var fetchedAt: Instant
            /// Always false, because the week is computed.
            public var isStale: Bool
            /// The party that computed the week.
            public var provider: String
            /// The credit to show beside the answer.
            public var attribution: String
            /// Always absent, because the week is computed.
            public var source: OpenEnum<AnswerSource>?

            public init(
                date: LocalDate, week: StudyWeek, weekday: Weekday, monday: LocalDate, isInTerm: Bool,
                checkedAt: Instant?, isConfirmed: Bool?, _ origin: Origin
            ) {
                self.date = date
                self.week = week
                self.weekday = weekday
                self.monday = monday
                self.isInTerm = isInTerm
                self.checkedAt = checkedAt
                self.isConfirmed = isConfirmed
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.week", service: .schedule, access: .openable, http: .get("/v1/schedule/week"),
            idempotency: .idempotent,
            caching: .public(seconds: 60))
    }
}
