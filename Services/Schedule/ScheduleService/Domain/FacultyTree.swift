import ScheduleContract

/// Arranges groups by faculty, speciality and year of study.
enum FacultyTree {
    /// Returns the faculties of groups that are in the order of their numbers; what has no name comes last.
    static func faculties(of groups: [Schedule.Group]) -> [Schedule.Faculty] {
        parts(of: groups, by: { $0.facultyAbbreviation ?? $0.faculty }).map { key, members in
            Schedule.Faculty(
                name: members.lazy.compactMap(\.faculty).first,
                abbreviation: members.lazy.compactMap(\.facultyAbbreviation).first ?? key,
                specialities: specialities(of: members))
        }
    }

    private static func specialities(of groups: [Schedule.Group]) -> [Schedule.Speciality] {
        parts(of: groups, by: { $0.speciality ?? $0.specialityAbbreviation }).map { _, members in
            Schedule.Speciality(
                name: members.lazy.compactMap(\.speciality).first,
                abbreviation: members.lazy.compactMap(\.specialityAbbreviation).first,
                courses: parts(of: members, by: \.course).map { course, groups in
                    Schedule.Course(course: course, groups: groups.map(\.number))
                })
        }
    }

    /// Divides groups by a key, in its order; those without one come last.
    private static func parts<Key: Hashable & Comparable>(
        of groups: [Schedule.Group], by key: (Schedule.Group) -> Key?
    ) -> [(key: Key?, groups: [Schedule.Group])] {
        Dictionary(grouping: groups, by: key).sorted { left, right in
            guard let first = left.key else { return false }
            return right.key.map { first < $0 } ?? true
        }.map { (key: $0.key, groups: $0.value) }
    }
}
