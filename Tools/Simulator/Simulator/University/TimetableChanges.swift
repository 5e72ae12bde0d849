/// The changes to the university's data, each limited in number.
struct TimetableChanges: Sendable {
    private static let maximum = 1000

    /// The groups whose first lesson of the week is in another room and on another day.
    private(set) var moved: Set<String> = []
    /// The groups whose timetable has been removed.
    private(set) var gone: Set<String> = []
    /// The lengths of lists that were shortened, by list.
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
    /// The format of 2026 with times as `HH:mm:ss`.
    case withSeconds = "seconds"
}
