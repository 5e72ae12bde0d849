public import Contract
public import Values

extension Schedule {
    /// A difference between two states of a timetable.
    public struct LessonChange: Codable, Sendable, Equatable {
        /// The kind of the difference.
        public var kind: OpenEnum<LessonChangeKind>
        /// The lesson as it was; absent if it was added.
        public var before: Lesson?
        /// The lesson as it is now; absent if it was removed.
        public var after: Lesson?
    }

    /// Lists what changed in a timetable since the caller last looked.
    ///
    /// Compares the timetable as it was at `since` with the current one, so a change that was undone is not listed.
    /// Anything that was over before today is left out. Changes are kept for 120 days.
    public enum Changes: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// `fetchedAt` of the timetable that the caller saw last.
            public var since: Instant
            /// Limits the answer to the lessons that this subgroup attends.
            public var subgroup: Subgroup?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The time of the state that the current one is compared with.
            public var since: Instant
            /// The time at which the latest change was first seen; absent while none has been.
            public var changedAt: Instant?
            /// The differences by weekday and time, single dates last; at most 200.
            public var changes: [LessonChange]
            /// False if there are more than 200 differences, or if `since` is more than 120 days ago.
            public var isComplete: Bool
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
                since: Instant, changedAt: Instant?, changes: [LessonChange], isComplete: Bool, _ origin: Origin
            ) {
                self.since = since
                self.changedAt = changedAt
                self.changes = changes
                self.isComplete = isComplete
                fetchedAt = origin.fetchedAt
                isStale = origin.isStale
                provider = origin.provider
                attribution = origin.attribution
                source = origin.source
            }
        }
        public static let declaration = MethodDeclaration(
            "schedule.changes", service: .schedule, access: .openable, http: .get("/v1/schedule/changes"), cost: 2,
            timeoutMilliseconds: 12_000, idempotency: .idempotent, caching: .public(seconds: 60),
            reasons: timetableReasons)
    }
}

/// The kind of a difference between two states of a timetable.
public enum LessonChangeKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A lesson, an exam or an announcement that is new.
    case added
    /// A lesson, an exam or an announcement that is gone.
    case removed
    /// A lesson or an exam with another time, place, person or note.
    case changed
}

extension Schedule.Changes.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}
