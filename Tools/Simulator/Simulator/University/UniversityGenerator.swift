/// Invents the people, groups and rooms of the university, which are the same every term but for the groups' years.
struct UniversityGenerator {
    let seed: UInt64

    /// The number of lecturers.
    static let lecturerCount = 800
    private static let roomCount = 317

    /// Returns the groups by name: 30 specialities in four years, some part-time, and a group without a timetable whose
    /// name begins with a zero.
    func groups(in academicYear: Int) -> [University.Group] {
        var groups: [University.Group] = []
        for (index, speciality) in Speciality.all.enumerated() {
            for course in 1...4 {
                let admitted = academicYear - course + 1
                var random = SeededRandom(seed, 10, index, admitted)
                for number in 1...(3 + random.below(2) * random.below(2)) {
                    groups.append(group(speciality, course, admitted, number, &random))
                }
            }
        }
        if var last = groups.last {
            last.name = "0" + last.name.dropFirst()
            last.id = 1_000_000 - (Int(last.name) ?? 0)
            last.course = nil
            last.degree = 2
            last.kind = .withoutTimetable
            groups.append(last)
        }
        return groups.sorted { $0.name < $1.name }
    }

    private func group(
        _ speciality: Speciality, _ course: Int, _ admitted: Int, _ number: Int, _ random: inout SeededRandom
    ) -> University.Group {
        let name = "\(admitted % 10)\(speciality.faculty.digit)\(speciality.digits)\(twoDigits(number))"
        let isPartTime = speciality.isPartTime
        let kind: University.Group.Kind = random.chance(2) ? .withoutTimetable : isPartTime ? .partTime : .fullTime
        return University.Group(
            id: 1_000_000 - (Int(name) ?? 0), name: name, faculty: speciality.faculty, speciality: speciality,
            course: random.chance(4) ? nil : course, degree: 1, students: 14 + random.below(19), kind: kind)
    }

    /// Returns the lecturers by last name; their URL ids are unique.
    func lecturers() -> [University.Lecturer] {
        var lecturers: [University.Lecturer] = []
        var slugs: Set<String> = []
        var random = SeededRandom(seed, 11)
        while lecturers.count < Self.lecturerCount {
            // There are hundreds of unused combinations even for the last lecturer.
            let name = lecturers.isEmpty ? LecturerName.short : LecturerName(&random)
            guard slugs.insert(name.slug).inserted else { continue }
            let index = lecturers.count
            let rank = random.chance(35) ? random.pick(["доцент", "профессор", "доцент"]) : nil
            var departments = [Department.all[index % Department.all.count]]
            while random.chance(20), departments.count < 7 {
                let other = random.pick(Department.all)
                if !departments.contains(where: { $0.id == other.id }) { departments.append(other) }
            }
            lecturers.append(
                University.Lecturer(
                    id: 500_100 + index * 71, name: name, slug: name.slug,
                    degree: rank == nil ? "" : rank == "профессор" ? "д.т.н." : "к.т.н.", rank: rank,
                    departments: departments))
        }
        return lecturers.sorted { ($0.name.last, $0.slug) < ($1.name.last, $1.slug) }
    }

    func rooms() -> [University.Room] {
        var random = SeededRandom(seed, 12)
        return (0..<Self.roomCount).map { index in
            let building = 1 + index % 8
            let floor = 1 + index / 8 % 8
            let letter = random.chance(12) ? random.pick(["а", "б", "в"]) : ""
            return University.Room(
                id: 100 + index, number: "\(floor)\(twoDigits(1 + index / 64))\(letter)", building: building)
        }
    }
}
