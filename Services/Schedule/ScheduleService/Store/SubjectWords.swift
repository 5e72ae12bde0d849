import ScheduleContract

/// Owners of timetables as the database stores them.
extension Subject {
    /// The columns `kind` and `subject`.
    var words: (kind: String, name: String) {
        switch self {
        case .group(let number): ("group", number.text)
        case .lecturer(let slug): ("lecturer", slug.text)
        }
    }

    /// Reads the columns `kind` and `subject`.
    init(kind: String, name: String) {
        self = kind == "group" ? .group(GroupNumber(unchecked: name)) : .lecturer(LecturerSlug(unchecked: name))
    }
}
