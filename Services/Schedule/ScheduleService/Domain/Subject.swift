import ScheduleContract

/// Whose timetable it is.
enum Subject: Hashable, Sendable {
    case group(GroupNumber)
    case lecturer(LecturerSlug)

    /// What its timetable is kept under.
    var key: String {
        switch self {
        case .group(let number): "group/\(number)"
        case .lecturer(let slug): "lecturer/\(slug)"
        }
    }
}
