import Contract
import Values

/// BSUIR's information system: `GET /schedule?studentGroup=` and other endpoints below `/api/v1`.
struct UniversityAPI {
    let university: University
    let changes: TimetableChanges
    let now: Instant

    private var today: LocalDate { Term.date(at: now) }

    func answer(_ request: Request) -> Answer {
        let answer = route(request)
        return answer.adding("Cache-Control", "no-cache, no-store, max-age=0, must-revalidate")
    }

    private func route(_ request: Request) -> Answer {
        let parts = request.path.split(separator: "/").map(String.init)
        if parts.count == 3, parts[0] == "employees" {
            switch parts[1] {
            case "schedule": return employeeTimetable(parts[2])
            case "photo": return Answer(status: 200, body: .bytes(Self.photo, type: "image/png"))
            default: return .empty(404)
            }
        }
        switch parts {
        case ["student-groups"]: return list("student-groups", university.groups.map(row))
        case ["student-groups", "filters"]:
            let name = request.query["name"] ?? ""
            return list(
                "filters",
                university.groups.filter { $0.name.hasPrefix(name) }.map {
                    [
                        "id": .integer($0.id), "name": .string($0.name),
                        "specialityAbbrev": .string($0.speciality.abbreviation),
                    ]
                })
        case ["employees", "all"]: return list("employees", university.lecturers.map(row))
        case ["schedule"]: return groupTimetable(request.query["studentGroup"] ?? "")
        case ["schedule", "current-week"]: return .json(200, .integer(Term.week(of: today)))
        case ["last-update-date", "student-group"]:
            let name = request.query["groupNumber"] ?? ""
            let id = request.query["id"].flatMap(Int.init)
            return lastUpdate(university.groups.first { $0.name == name || $0.id == id }.map { ($0.id, $0.name) })
        case ["last-update-date", "employee"]:
            let slug = request.query["url-id"] ?? ""
            let id = request.query["id"].flatMap(Int.init)
            return lastUpdate(university.lecturers.first { $0.slug == slug || $0.id == id }.map { ($0.id, $0.slug) })
        case ["auditories"]: return list("auditories", university.rooms.map(row))
        case ["faculties"]:
            return list(
                "faculties",
                Faculty.all.map {
                    ["name": .string($0.name), "abbrev": .string($0.abbreviation), "id": .integer($0.id)]
                })
        case ["departments"]: return list("departments", Department.all.map(row))
        case ["specialities"]: return list("specialities", Speciality.all.map(row))
        case ["announcements", "employees"]:
            guard university.lecturer(request.query["url-id"] ?? "") != nil else { return .empty(404) }
            return .json(
                200,
                [
                    "content": [], "number": 0, "size": 20, "totalElements": 0, "totalPages": 0, "last": true,
                ])
        case ["announcements", "departments"]:
            guard request.query["url-id"] != nil else { return .json(400, ["title": "Bad Request", "status": 400]) }
            return .json(200, [])
        default: return .empty(404)
        }
    }

    private func list(_ name: String, _ rows: [JSONNode]) -> Answer {
        .json(200, .array(Array(rows.prefix(changes.lengths[name] ?? rows.count))))
    }

    // MARK: Timetables

    private func groupTimetable(_ name: String) -> Answer {
        // Unknown groups and groups without a timetable get the same answer, without a body.
        guard let group = university.group(name), group.kind != .withoutTimetable, !changes.gone.contains(name) else {
            return .empty(404)
        }
        let document = TimetableDocument(university: university, changes: changes, today: today)
        return .json(200, document.timetable(of: group, row: row(group)))
    }

    private func employeeTimetable(_ slug: String) -> Answer {
        guard let lecturer = university.lecturer(slug), !lecturer.lessons.isEmpty else { return .empty(404) }
        let document = TimetableDocument(university: university, changes: changes, today: today)
        return .json(200, document.timetable(of: lecturer))
    }

    private func lastUpdate(_ subject: (id: Int, name: String)?) -> Answer {
        guard let subject else { return .empty(404) }
        let monday = today.advanced(byDays: 1 - today.weekday - subject.id % 21)
        let date = changes.moved.contains(subject.name) ? today : max(monday, university.term.start)
        return .json(200, ["lastUpdateDate": .string(date.dotted)])
    }

    // MARK: Rows of catalogues

    private func row(_ group: University.Group) -> JSONNode {
        [
            "name": .string(group.name), "facultyId": .integer(group.faculty.id),
            "facultyAbbrev": .string(group.faculty.abbreviation), "facultyName": .string(group.faculty.name),
            "specialityDepartmentEducationFormId": .integer(group.speciality.id),
            "specialityName": .string(group.speciality.name),
            "specialityAbbrev": .string(group.speciality.abbreviation),
            "course": group.course.map { .integer($0) } ?? .null, "id": .integer(group.id),
            "calendarId": .string("\(group.id)@calendar.example"), "educationDegree": .integer(group.degree),
        ]
    }

    private func row(_ lecturer: University.Lecturer) -> JSONNode {
        [
            "firstName": .string(lecturer.name.first), "lastName": .string(lecturer.name.last),
            "middleName": .optional(lecturer.name.middle), "degree": .string(lecturer.degree),
            "rank": .optional(lecturer.rank),
            "photoLink": .string("https://iis.bsuir.by/api/v1/employees/photo/\(lecturer.id)"),
            "calendarId": .string("\(lecturer.id)@calendar.example"),
            "academicDepartment": .array(lecturer.departments.map { .string($0.abbreviation) }),
            "id": .integer(lecturer.id), "urlId": .string(lecturer.slug),
            "fio": .string(lecturer.name.short + (lecturer.rank.map { " (\($0))" } ?? "")),
        ]
    }

    private func row(_ room: University.Room) -> JSONNode {
        let types = [("лк", "лекционные занятия"), ("пз", "практические занятия"), ("лб", "лабораторные занятия")]
        let type = types[room.id % 3]
        let department = Department.all[room.id % Department.all.count]
        return [
            "id": .integer(room.id), "name": .string(room.number), "note": room.id % 2 == 0 ? .null : "",
            "capacity": room.id % 5 == 0 ? .null : .integer(20 + room.id % 4 * 30),
            "auditoryType": ["id": .integer(room.id % 3 + 1), "name": .string(type.1), "abbrev": .string(type.0)],
            "buildingNumber": ["id": .integer(room.building), "name": .string("\(room.building) к.")],
            "department": room.id % 3 == 0
                ? .null
                : [
                    "idDepartment": .integer(department.id), "abbrev": .string(department.abbreviation),
                    "name": .string(department.name),
                    "nameAndAbbrev": .string("\(department.name) (\(department.abbreviation))"),
                ],
        ]
    }

    private func row(_ department: Department) -> JSONNode {
        [
            "id": .integer(department.id), "name": .string(department.name),
            "abbrev": .string(department.abbreviation), "urlId": .string(department.slug),
        ]
    }

    private func row(_ speciality: Speciality) -> JSONNode {
        [
            "id": .integer(speciality.id), "name": .string(speciality.name),
            "abbrev": .string(speciality.abbreviation), "facultyId": .integer(speciality.faculty.id),
            "code": .string(speciality.code),
            "educationForm": [
                "id": .integer(speciality.isPartTime ? 2 : 1),
                "name": .string(speciality.isPartTime ? "заочная" : "дневная"),
            ],
        ]
    }

    /// The photo of every lecturer: one grey pixel.
    private static let photo: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0,
        0x82, 0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
