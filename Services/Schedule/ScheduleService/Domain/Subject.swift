import ScheduleContract

/// The owner of a timetable.
enum Subject: Hashable, Sendable {
    case group(GroupNumber)
    case lecturer(LecturerSlug)

    /// The group's number or the lecturer's slug.
    var name: String {
        switch self {
        case .group(let number): number.text
        case .lecturer(let slug): slug.text
        }
    }

    /// The cache key of the owner's timetable.
    var key: String {
        switch self {
        case .group(let number): "group/\(number)"
        case .lecturer(let slug): "lecturer/\(slug)"
        }
    }
}
