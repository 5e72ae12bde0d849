import Contract
import Database
import ScheduleContract
import Values

/// A change that replicas of `schedule` tell each other about.
enum ScheduleChange: AnnouncedChange {
    /// A replica's copy of a timetable changed to the content with this fingerprint; `at` is the stored time of the
    /// change, `nil` if it could not be stored.
    case timetable(Subject, Fingerprint, at: Instant? = nil)
    /// The favourites of an account.
    case favourites(account: Identifier)
    /// The calendar feeds of an account.
    case calendars(account: Identifier)
    /// The index of rooms has other lessons.
    case rooms
    /// Anything.
    case everything

    static let channel = "schedule_changes"

    init(payload: String) {
        let words = payload.dropFirst().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (payload.first, words.count) {
        case ("f", 1): self = Identifier(words[0]).map { .favourites(account: $0) } ?? .everything
        case ("c", 1): self = Identifier(words[0]).map { .calendars(account: $0) } ?? .everything
        case ("r", 1) where words[0].isEmpty: self = .rooms
        case ("g", 2...3): self = Self.timetable(GroupNumber(words[0]).map(Subject.group), words) ?? .everything
        case ("l", 2...3): self = Self.timetable(LecturerSlug(words[0]).map(Subject.lecturer), words) ?? .everything
        default: self = .everything
        }
    }

    private static func timetable(_ subject: Subject?, _ words: [String]) -> ScheduleChange? {
        guard let subject else { return nil }
        let fingerprint = Fingerprint(text: words[1])
        guard words.count == 3 else { return .timetable(subject, fingerprint) }
        return Int64(words[2]).map { .timetable(subject, fingerprint, at: Instant(milliseconds: $0)) }
    }

    var payload: String {
        switch self {
        case .timetable(let subject, let fingerprint, let time):
            "\(subject.words.kind.prefix(1))\(subject.name) \(fingerprint.text)"
                + (time.map { " \($0.milliseconds)" } ?? "")
        case .favourites(let account): "f\(account.text)"
        case .calendars(let account): "c\(account.text)"
        case .rooms: "r"
        case .everything: "*"
        }
    }

    func hint(version: Int64) -> Hint? {
        switch self {
        case .timetable(let subject, _, _):
            Hint(topic: Schedule.timetableTopic.of(subject.name), version: version)
        case .favourites(let account):
            Hint(topic: Schedule.favouritesTopic.name, subject: account.text, version: version)
        case .calendars(let account):
            Hint(topic: Schedule.calendarsTopic.name, subject: account.text, version: version)
        case .rooms: Hint(topic: Schedule.roomsTopic.name, version: version)
        case .everything: nil
        }
    }
}
