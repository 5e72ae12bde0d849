/// Changes to the university's data, each bounded in number.
struct TimetableChanges: Sendable {
    private static let maximum = 1000

    /// Groups whose first lesson of the week has another room and another day.
    private(set) var moved: Set<String> = []
    /// Groups without a timetable.
    private(set) var gone: Set<String> = []
    /// The lengths of lists that were cut.
    private(set) var lengths: [String: Int] = [:]
    var shape = TimetableShape.of2026

    mutating func moveLesson(of group: String) {
        if moved.count < Self.maximum { moved.insert(group) }
    }

    mutating func remove(_ group: String) {
        if gone.count < Self.maximum { gone.insert(group) }
    }

    mutating func shrink(_ list: String, to length: Int) {
        if lengths.count < Self.maximum { lengths[list] = max(0, length) }
    }
}

/// The formats of timetables over the years.
enum TimetableShape: String, Sendable {
    case of2022 = "2022"
    case of2024 = "2024"
    case of2026 = "2026"
    /// The format of 2026 with `HH:mm:ss`.
    case withSeconds = "seconds"
}
