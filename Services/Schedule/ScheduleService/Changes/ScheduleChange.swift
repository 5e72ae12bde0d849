import Contract
import Database
import ScheduleContract
import Values

/// A change that replicas of `schedule` tell each other about.
enum ScheduleChange: AnnouncedChange {
    /// A replica's copy of a timetable changed to the content with this fingerprint.
    case timetable(Subject, Fingerprint)
    /// The favourites of an account.
    case favourites(account: Identifier)
    /// Anything.
    case everything

    static let channel = "schedule_changes"

    init(payload: String) {
        let words = payload.dropFirst().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (payload.first, words.count) {
        case ("f", 1): self = Identifier(words[0]).map { .favourites(account: $0) } ?? .everything
        case ("g", 2):
            self =
                GroupNumber(words[0]).map { .timetable(.group($0), Fingerprint(text: words[1])) } ?? .everything
        case ("l", 2):
            self =
                LecturerSlug(words[0]).map { .timetable(.lecturer($0), Fingerprint(text: words[1])) } ?? .everything
        default: self = .everything
        }
    }

    var payload: String {
        switch self {
        case .timetable(.group(let number), let fingerprint): "g\(number) \(fingerprint.text)"
        case .timetable(.lecturer(let slug), let fingerprint): "l\(slug) \(fingerprint.text)"
        case .favourites(let account): "f\(account.text)"
        case .everything: "*"
        }
    }

    func hint(version: Int64) -> Hint? {
        switch self {
        case .timetable(let subject, _):
            Hint(topic: Schedule.timetableTopic.of(subject.name), version: version)
        case .favourites(let account):
            Hint(topic: Schedule.favouritesTopic.name, subject: account.text, version: version)
        case .everything: nil
        }
    }
}
