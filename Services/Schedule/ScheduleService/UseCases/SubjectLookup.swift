import Contract
import RPC
import ScheduleContract
import Upstream
import Values

/// The catalogue entry of a timetable's owner; both members are `nil` if no catalogue was consulted.
struct CatalogueEntry: Sendable {
    var group: Schedule.Group?
    var lecturer: Schedule.Lecturer?
}

/// Looks up the owner of a timetable in the university's catalogues.
struct SubjectLookup: Sendable {
    let library: TimetableLibrary
    /// The maximum time for which a timetable waits for the catalogue with its owner.
    var catalogueWait: Duration = .seconds(2)

    /// Reads the subject of a call.
    ///
    /// - Throws: `invalid-params` unless exactly one of the two is given, or if a lecturer has a subgroup.
    static func subject(
        _ group: GroupNumber?, _ lecturer: LecturerSlug?, hasSubgroup: Bool = false
    ) throws(RPCError) -> Subject {
        switch (group, lecturer) {
        case (let group?, nil): return .group(group)
        case (nil, _?) where hasSubgroup:
            throw RPCError(.exclusive(with: "lecturer"), at: "/subgroup")
        case (nil, let lecturer?): return .lecturer(lecturer)
        case (nil, nil):
            throw RPCError(.either(SubjectAlternatives.members), at: "")
        default:
            throw RPCError(.exclusive(with: "group"), at: "/lecturer")
        }
    }

    /// Looks up a subject; returns `nil` while no catalogue is available.
    ///
    /// A cached timetable proves that the university knew its owner, so only the cached catalogue is consulted then,
    /// without waiting.
    ///
    /// - Throws: `not-found`, `cancelled`.
    func entry(of subject: Subject, deadline: ContinuousClock.Instant) async throws -> CatalogueEntry? {
        let isCached = await library.cachedPlan(of: subject) != nil
        let latest = min(deadline, .now + catalogueWait)
        do throws(UpstreamFailure) {
            switch subject {
            case .group(let number):
                let cached = isCached ? await library.cachedGroups() : nil
                if isCached, cached == nil { return CatalogueEntry() }
                let groups = if let cached { cached } else { try await library.groups(deadline: latest).value }
                if let group = groups[number.text] { return CatalogueEntry(group: group) }
            case .lecturer(let slug):
                let cached = isCached ? await library.cachedLecturers() : nil
                if isCached, cached == nil { return CatalogueEntry() }
                let lecturers = if let cached { cached } else { try await library.lecturers(deadline: latest).value }
                if let lecturer = lecturers[slug.text] { return CatalogueEntry(lecturer: lecturer) }
            }
        } catch {
            if error == .cancelled { throw RPCError(.cancelled) }
            return nil
        }
        if case .group = subject { throw RPCError(Schedule.unknownGroup) }
        throw RPCError(Schedule.unknownLecturer)
    }
}
