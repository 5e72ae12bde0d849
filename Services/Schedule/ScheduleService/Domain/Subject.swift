import ScheduleContract

/// The owner of a timetable.
enum Subject: Hashable, Sendable {
    case group(GroupNumber)
    case lecturer(LecturerSlug)

    /// The cache key of the owner's timetable.
    var key: String {
        switch self {
        case .group(let number): "group/\(number)"
        case .lecturer(let slug): "lecturer/\(slug)"
        }
    }
}
