public import Contract
public import Values

extension Schedule {
    /// A faculty with its specialities.
    public struct Faculty: Codable, Sendable, Equatable {
        /// The faculty's name; absent if the university does not publish it.
        public var name: String?
        /// The faculty's short name; absent for groups of no faculty, which come last.
        public var abbreviation: String?
        /// The specialities by name.
        public var specialities: [Speciality]
    }

    /// A speciality with its years of study.
    public struct Speciality: Codable, Sendable, Equatable {
        /// The speciality's name; absent if the university does not publish it.
        public var name: String?
        /// The speciality's short name.
        public var abbreviation: String?
        /// The years of study in order.
        public var courses: [Course]
    }

    /// A year of study of a speciality.
    public struct Course: Codable, Sendable, Equatable {
        /// The year of study; absent for groups without one, which come last.
        public var course: Int?
        /// The groups by number.
        public var groups: [GroupNumber]
    }

    /// Lists all groups by faculty, speciality and year of study.
    ///
    /// For people who do not know the number of their group. Names are in Russian, as the university publishes them.
    public enum Faculties: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The faculties by short name.
            public var items: [Faculty]
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

            public init(items: [Faculty], _ origin: Origin) {
                self.items = items
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.faculties", service: .schedule, access: .openable, http: .get("/v1/schedule/faculties"),
            timeoutMilliseconds: 10_000, idempotency: .idempotent, caching: .public(seconds: 300),
            reasons: catalogueReasons)
    }
}
