public import Contract
public import Values

extension Schedule {
    /// A calendar feed of a timetable: an address that calendar programs subscribe to.
    public struct Calendar: Codable, Sendable, Equatable {
        /// The id of the feed.
        public var id: Identifier
        /// The group; absent for a lecturer.
        public var group: GroupNumber?
        /// The lecturer; absent for a group.
        public var lecturer: LecturerSlug?
        /// The subgroup whose lessons it contains.
        public var subgroup: Subgroup?
        /// The lecturer's name or the group's speciality, if currently known.
        public var name: String?
        /// The time at which the feed was created.
        public var madeAt: Instant
    }

    /// Lists the caller's calendar feeds, without their addresses.
    ///
    /// A lost address cannot be shown again: revoke the feed and create another.
    public enum Calendars: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The feeds in the order in which they were created.
            public var items: [Calendar]
        }
        public static let declaration = MethodDeclaration(
            "schedule.calendars", service: .schedule, access: .signedIn, http: .get("/v1/schedule/calendars"),
            idempotency: .idempotent)
    }

    /// Creates a calendar feed of a timetable.
    ///
    /// Its address contains a secret and is returned once: the server keeps only a digest of it. Texts are in the
    /// language of this call. An account has at most 20 feeds.
    public enum AddCalendar: Method {
        public struct Params: Codable, Sendable {
            /// The group's number; an alternative to `lecturer`, one of which is required.
            public var group: GroupNumber?
            /// The lecturer's slug; an alternative to `group`.
            public var lecturer: LecturerSlug?
            /// Limits the feed to the lessons that this subgroup attends.
            public var subgroup: Subgroup?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The feed.
            public var calendar: Calendar
            /// The path of the feed on this server, with its secret; anyone who knows it can read the feed.
            public var path: String
        }
        public static let declaration = MethodDeclaration(
            "schedule.addCalendar", service: .schedule, access: .signedIn, http: .post("/v1/schedule/calendars"),
            idempotency: .none, reasons: [unknownGroup, unknownLecturer, tooManyCalendars])
    }

    /// Revokes a calendar feed: its address is unknown from then on.
    ///
    /// Succeeds even if the feed no longer exists.
    public enum RemoveCalendar: Method {
        public struct Params: Codable, Sendable {
            /// The id of the feed.
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "schedule.removeCalendar", service: .schedule, access: .signedIn,
            http: .delete("/v1/schedule/calendars/{id}", .noContent), idempotency: .idempotent)
    }

    /// Returns a calendar feed in the format of RFC 5545.
    ///
    /// Calendar programs call it without signing in. It contains the lessons of the term, and of the next one once they
    /// are published, with the exams.
    public enum CalendarFile: Method {
        public struct Params: Codable, Sendable {
            /// The secret of the address, with or without `.ics` after it.
            public var secret: CalendarSecret
        }
        public typealias Result = RawResult
        public static let declaration = MethodDeclaration(
            "schedule.calendarFile", service: .schedule, access: .anyone,
            http: .get("/v1/calendars/{secret}", .raw([.calendar])), cost: 2, timeoutMilliseconds: 12_000,
            idempotency: .idempotent, caching: .private(seconds: 0),
            reasons: timetableReasons, codes: [.notFound])
    }

    public static let tooManyCalendars = ErrorReason(
        .conflict, "too-many-calendars",
        UserText(
            "You have the maximum number of calendar feeds. Revoke one first.",
            ru: "У вас уже максимальное число календарей. Сначала отзовите один из них.",
            be: "У вас ужо максімальная колькасць календароў. Спачатку адклічце адзін з іх."))
}

extension Schedule.AddCalendar.Params: AlternativeParameters {
    public static var alternatives: [[String]] { SubjectAlternatives.members }
}
