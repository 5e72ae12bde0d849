import Contract
import ScheduleContract
import Upstream
import Values

/// A row of the list of groups.
struct BSUIRGroup: Decodable {
    let group: Schedule.Group

    /// Reads a row.
    ///
    /// - Throws: `DecodingError` if it is not an object or has no valid group number.
    init(from decoder: any Decoder) throws {
        let object = try UntrustedJSON(object: decoder)
        guard let number = object["name"]?.text.flatMap({ GroupNumber($0) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no group's number"))
        }
        group = Schedule.Group(
            number: number, faculty: object["facultyName"]?.text,
            facultyAbbreviation: object["facultyAbbrev"]?.text, speciality: object["specialityName"]?.text,
            specialityAbbreviation: object["specialityAbbrev"]?.text,
            course: object["course"]?.integer.flatMap { (1...9).contains($0) ? $0 : nil })
    }
}

/// A row of the list of employees.
struct BSUIREmployee: Decodable {
    let lecturer: Schedule.Lecturer

    /// Reads a row.
    ///
    /// - Throws: `DecodingError` if it is not an object or has no name for addresses.
    init(from decoder: any Decoder) throws {
        let object = try UntrustedJSON(object: decoder)
        let names = (object["lastName"]?.text, object["firstName"]?.text, object["middleName"]?.text)
        guard let slug = object["urlId"]?.text.flatMap({ LecturerSlug($0) }),
            let lastName = names.0 ?? object["fio"]?.text
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no name"))
        }
        lecturer = Schedule.Lecturer(
            slug: slug, lastName: lastName, firstName: names.1, middleName: names.2,
            shortName: BSUIRText.shortName(last: lastName, first: names.1, middle: names.2) ?? lastName,
            degree: object["degree"]?.text, rank: object["rank"]?.text,
            departments: object["academicDepartment"]?.list(of: String.self) ?? [],
            picture: object["photoLink"]?.text.flatMap { $0.hasPrefix("https://") ? Picture(url: $0) : nil })
    }
}

/// A row of the list of rooms.
struct BSUIRRoom: Decodable {
    let room: Schedule.Room

    /// Reads a row.
    ///
    /// - Throws: `DecodingError` if it is not an object or has no number.
    init(from decoder: any Decoder) throws {
        let object = try UntrustedJSON(object: decoder)
        guard let number = object["name"]?.text else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "has no number"))
        }
        let building = object["buildingNumber"]?["name"]?.text ?? object["buildingNumber"]?.text
        room = Schedule.Room(
            name: building.map { "\(number)-\($0)" } ?? number, number: number, building: building,
            type: object["auditoryType"]?["name"]?.text, capacity: object["capacity"]?.integer,
            department: object["department"]?["abbrev"]?.text)
    }
}
