public import Contract
import Values

extension Schedule {
    /// The timetable of a group or a lecturer.
    public static let timetableTopic = EventTopic(
        "timetable",
        EventTopic.Parameter("group or lecturer", example: "353501") { text in
            GroupNumber(text)?.text == text || LecturerSlug(text)?.text == text
        },
        method: ForGroup.self,
        summary: "The university changed the timetable of the group or the lecturer")

    /// The favourite groups and lecturers of an account.
    public static let favouritesTopic = EventTopic(
        "favourites", method: Favourites.self, audience: .account(),
        summary: "A favourite of the account was added, changed or removed")

    /// The calendar feeds of an account.
    public static let calendarsTopic = EventTopic(
        "calendars", method: Calendars.self, audience: .account(),
        summary: "The account created or revoked the address of a calendar feed")

    /// The timetables of all rooms; whether a room is free depends on all of them.
    public static let roomsTopic = EventTopic(
        "rooms", method: ForRoom.self, summary: "The lessons of a room changed")

    /// The topics of the service.
    public static let topics = [timetableTopic, favouritesTopic, calendarsTopic, roomsTopic]

    /// Waits for hints that the data of the service's topics changed.
    ///
    /// Answers after about 10 s if there are none.
    public enum Hints: Method {
        public typealias Params = HintPosition
        public typealias Result = HintPage
        public static let declaration = MethodDeclaration(
            "schedule.hints", service: .schedule, access: .service(callers: ["gateway"]), http: nil,
            timeoutMilliseconds: 15_000, idempotency: .idempotent)
    }
}
