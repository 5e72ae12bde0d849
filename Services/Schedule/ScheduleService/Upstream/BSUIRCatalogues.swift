import ScheduleContract
import Values

/// A row of the list of groups.
struct BSUIRGroup: Decodable {
    let group: Schedule.Group

    /// Reads a row.
    /// - Throws: `DecodingError` if it is not an object or has no valid group number.
    init(from decoder: any Decoder) throws {
        let object = try LenientObject(from: decoder)
        guard let number = object.text("name").flatMap({ GroupNumber($0) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no group's number"))
        }
        group = Schedule.Group(
            number: number, faculty: object.text("facultyName"),
            facultyAbbreviation: object.text("facultyAbbrev"), speciality: object.text("specialityName"),
            specialityAbbreviation: object.text("specialityAbbrev"),
            course: object.integer("course").flatMap { (1...9).contains($0) ? $0 : nil })
    }
}

/// A row of the list of employees.
struct BSUIREmployee: Decodable {
    let lecturer: Schedule.Lecturer

    /// Reads a row.
    /// - Throws: `DecodingError` if it is not an object or has no name for addresses.
    init(from decoder: any Decoder) throws {
        let object = try LenientObject(from: decoder)
        let names = (object.text("lastName"), object.text("firstName"), object.text("middleName"))
        guard let slug = object.text("urlId").flatMap({ LecturerSlug($0) }),
            let lastName = names.0 ?? object.text("fio")
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no name"))
        }
        lecturer = Schedule.Lecturer(
            slug: slug, lastName: lastName, firstName: names.1, middleName: names.2,
            shortName: BSUIRText.shortName(last: lastName, first: names.1, middle: names.2) ?? lastName,
            degree: object.text("degree"), rank: object.text("rank"),
            departments: object.list("academicDepartment", of: String.self) ?? [],
            photo: object.text("photoLink").flatMap { $0.hasPrefix("https://") ? $0 : nil })
    }
}

/// A row of the list of rooms.
struct BSUIRRoom: Decodable {
    let room: Schedule.Room

    /// Reads a row.
    /// - Throws: `DecodingError` if it is not an object or has no number.
    init(from decoder: any Decoder) throws {
        let object = try LenientObject(from: decoder)
        guard let number = object.text("name") else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no number"))
        }
        let building = object.object("buildingNumber")?.text("name") ?? object.text("buildingNumber")
        room = Schedule.Room(
            name: building.map { "\(number)-\($0)" } ?? number, number: number, building: building,
            type: object.object("auditoryType")?.text("name"), capacity: object.integer("capacity"),
            department: object.object("department")?.text("abbrev"))
    }
}
