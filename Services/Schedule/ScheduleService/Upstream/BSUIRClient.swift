import ScheduleContract
import Upstream
import Values
import Wire

/// A client for version 1 of the university's API, which its own site uses.
struct BSUIRClient: Sendable {
    /// The default address.
    static let standardBase = "https://iis.bsuir.by/api/v1"

    let server: any RemoteHost

    func groups() async throws(UpstreamFailure) -> [Schedule.Group] {
        try await list("/student-groups", of: BSUIRGroup.self).map(\.group)
    }

    func lecturers() async throws(UpstreamFailure) -> [Schedule.Lecturer] {
        try await list("/employees/all", of: BSUIREmployee.self).map(\.lecturer)
    }

    func rooms() async throws(UpstreamFailure) -> [Schedule.Room] {
        try await list("/auditories", of: BSUIRRoom.self).map(\.room)
    }

    /// Fetches a timetable; returns `nil` if the university has none.
    func plan(of subject: Subject) async throws(UpstreamFailure) -> StudyPlan? {
        let request =
            switch subject {
            case .group(let number): UpstreamRequest(path: "/schedule", query: [("studentGroup", number.text)])
            // A slug needs no percent-encoding.
            case .lecturer(let slug): UpstreamRequest(path: "/employees/schedule/\(slug)")
            }
        guard let bytes = try await body(of: request) else { return nil }
        let timetable = try decode(BSUIRTimetable.self, bytes)
        do throws(BSUIRTimetable.Fault) {
            try timetable.check(isOf: subject)
            return try timetable.plan()
        } catch {
            throw .unreadable(error.detail)
        }
    }

    /// Fetches the number of the current week, 1 to 4.
    func currentWeek() async throws(UpstreamFailure) -> Int {
        // The answer is either JSON or a line of text.
        guard let bytes = try await body(of: UpstreamRequest(path: "/schedule/current-week", body: .text)) else {
            throw .rejected(status: 404, body: [])
        }
        let text = String(decoding: bytes.prefix(32), as: UTF8.self).trimmed
        guard let week = Int(text), (1...4).contains(week) else { throw .unreadable("it is not a week from 1 to 4") }
        return week
    }

    /// Fetches the readable rows of a list; throws if there are none.
    private func list<Row: Decodable & Sendable>(
        _ path: String, of type: Row.Type
    ) async throws(UpstreamFailure) -> [Row] {
        guard let bytes = try await body(of: UpstreamRequest(path: path)) else {
            throw .rejected(status: 404, body: [])
        }
        let rows = try decode([LenientElement<Row>].self, bytes).compactMap(\.value)
        guard !rows.isEmpty else { throw .unreadable("the list has no readable row") }
        return rows
    }

    /// Fetches a body; returns `nil` for 404.
    private func body(of request: UpstreamRequest) async throws(UpstreamFailure) -> [UInt8]? {
        switch try await server.get(request, deadline: nil) {
        case .body(let bytes, _, _): bytes
        case .absent: nil
        // The university's server sends no validators, so no request is conditional.
        case .notModified: throw .unreadable("it answered 304 unasked")
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8]
    ) throws(UpstreamFailure) -> Value {
        do {
            return try JSONCoding.decode(type, from: bytes, unknownMembers: .ignored)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
