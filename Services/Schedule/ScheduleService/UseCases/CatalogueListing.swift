import Contract
import RPC
import Resilience
import Upstream
import Values
import Wire

/// The use cases: catalogues, weeks, timetables, favourites.
struct ScheduleService: Sendable {
    /// What answers are limited by.
    struct Limits: Sendable {
        /// How many days `schedule.next` looks ahead: the setting `next.days`.
        var lookAhead = 120
        /// How long a timetable waits for the catalogue that says whose it is.
        var catalogueWait: Duration = .seconds(2)
    }

    static let provider = "bsuir"
    static let attribution = "Timetable: BSUIR, iis.bsuir.by"

    let library: TimetableLibrary
    let weeks: WeekBoard
    let answers: ExpiringCache<TimetableAnswerKey, [UInt8]>
    let favourites: FavouriteStore
    let metrics: ScheduleMetrics
    /// Whether the university's server is a stand-in.
    let isSimulated: Bool
    var limits = Limits()

    func origin(fetchedAt: Instant, isStale: Bool, provider: String = Self.provider) -> Schedule.Origin {
        Schedule.Origin(
            fetchedAt: fetchedAt, stale: isStale, provider: provider, attribution: Self.attribution,
            source: isSimulated ? .simulator : nil)
    }

    // MARK: Catalogues

    func groups(
        _ params: Schedule.CatalogueQuery, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        try await page("groups", params) { try await library.groups(deadline: deadline) }
    }

    func lecturers(
        _ params: Schedule.CatalogueQuery, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        try await page("lecturers", params) { try await library.lecturers(deadline: deadline) }
    }

    func rooms(
        _ params: Schedule.CatalogueQuery, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        try await page("rooms", params) { try await library.rooms(deadline: deadline) }
    }

    private func page<Item: Codable & Sendable & Equatable>(
        _ list: String, _ params: Schedule.CatalogueQuery, _ catalogue: () async throws -> Cached<Catalogue<Item>>
    ) async throws -> [UInt8] {
        let text = params.query?.text
        var place: Catalogue<Item>.Place?
        if let cursor = params.cursor {
            guard let found = CatalogueCursor.place(cursor, list: list, text: text) else {
                throw RPCError(
                    .invalidParams, faults: [.init(pointer: "/cursor", detail: "is not a cursor of this search")])
            }
            place = Catalogue<Item>.Place(rank: found.rank, sortKey: found.sortKey)
        }
        let held: Cached<Catalogue<Item>>
        do {
            held = try await catalogue()
        } catch let failure as UpstreamFailure {
            throw RPCError(failure, of: .catalogue)
        }
        let page = held.value.page(of: text, after: place, limit: (params.limit ?? .standard).value)
        let next = page.next.flatMap { CatalogueCursor.make(($0.rank, $0.sortKey), list: list, text: text) }
        return try JSONCoding.encode(
            Schedule.Listing(
                items: page.listed.map(\.encoded), nextCursor: next,
                origin(fetchedAt: held.fetchedAt, isStale: held.isStale)))
    }

    // MARK: Weeks

    func week(_ params: Schedule.Week.Params) -> Schedule.Week.Result {
        let now = library.now()
        let date = params.date ?? library.time.date(at: now)
        let week = AcademicWeek(of: date)
        let check = weeks.last
        return Schedule.Week.Result(
            date: date, week: StudyWeek(unchecked: week.number), weekday: Weekday(unchecked: date.weekday),
            monday: week.monday, inTerm: AcademicWeek.isInTerm(date), checkedAt: check?.at, agrees: check?.agrees,
            origin(fetchedAt: now, isStale: false, provider: "vokol"))
    }

    // MARK: What several need

    /// A timetable with whose it is.
    struct Held {
        var kept: KeptPlan
        var group: Schedule.Group?
        var lecturer: Schedule.Lecturer?
        var origin: Schedule.Origin
    }

    /// The timetable of somebody whom the university knows.
    /// - Throws: `not-found`, `unavailable`, `bad-upstream`.
    func timetable(of subject: Subject, deadline: ContinuousClock.Instant) async throws -> Held {
        let knowledge = try await known(subject, deadline: deadline)
        do throws(UpstreamFailure) {
            let cached = try await library.plan(of: subject, isKnown: knowledge != nil, deadline: deadline)
            let origin = origin(fetchedAt: cached.fetchedAt, isStale: cached.isStale)
            return Held(
                kept: cached.value, group: knowledge?.group, lecturer: knowledge?.lecturer, origin: origin)
        } catch {
            throw RPCError(error, of: .timetable)
        }
    }

    /// Looks somebody up; `nil` while there is no catalogue to look in.
    ///
    /// Of somebody whose timetable is kept the university has told before: then the catalogue is taken as it is kept,
    /// if it is, and not waited for.
    /// - Throws: `not-found`.
    func known(
        _ subject: Subject, deadline: ContinuousClock.Instant
    ) async throws -> (group: Schedule.Group?, lecturer: Schedule.Lecturer?)? {
        let isKept = await library.kept(of: subject) != nil
        let latest = min(deadline, .now + limits.catalogueWait)
        do throws(UpstreamFailure) {
            switch subject {
            case .group(let number):
                let kept = isKept ? await library.keptGroups() : nil
                if isKept, kept == nil { return (nil, nil) }
                let groups = if let kept { kept } else { try await library.groups(deadline: latest).value }
                if let group = groups[number.text] { return (group, nil) }
            case .lecturer(let slug):
                let kept = isKept ? await library.keptLecturers() : nil
                if isKept, kept == nil { return (nil, nil) }
                let lecturers = if let kept { kept } else { try await library.lecturers(deadline: latest).value }
                if let lecturer = lecturers[slug.text] { return (nil, lecturer) }
            }
        } catch {
            if error == .cancelled { throw RPCError(.cancelled) }
            return nil
        }
        if case .group = subject { throw RPCError(.notFound, reason: "unknown-group") }
        throw RPCError(.notFound, reason: "unknown-lecturer")
    }

    /// Whose timetable is asked for.
    /// - Throws: `invalid-params` unless exactly one is given.
    static func subject(_ group: GroupNumber?, _ lecturer: LecturerSlug?) throws(RPCError) -> Subject {
        switch (group, lecturer) {
        case (let group?, nil): return .group(group)
        case (nil, let lecturer?): return .lecturer(lecturer)
        case (nil, nil):
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "either group or lecturer is needed")])
        default:
            throw RPCError(
                .invalidParams, faults: [.init(pointer: "/lecturer", detail: "must not be given together with group")])
        }
    }
}

extension RPCError {
    /// What is asked of the university.
    enum Asked: String { case catalogue, timetable }

    /// What a caller is told where the university's server gives nothing and nothing is kept.
    init(_ failure: UpstreamFailure, of asked: Asked) {
        let cause = "\(failure)"
        let standard: Int64 = 5_000
        let code: ErrorCode
        var pause: Int64? = standard
        switch failure {
        case .cancelled:
            self.init(.cancelled)
            return
        case .unreadable, .tooLarge: (code, pause) = (.badUpstream, nil)
        case .limited(let retryAfter): (code, pause) = (.unavailable, retryAfter?.wholeMilliseconds ?? standard)
        case .notAsked(let retryAfter), .crowded(let retryAfter):
            (code, pause) = (.unavailable, retryAfter.wholeMilliseconds)
        case .timedOut, .unreachable, .refused: code = .unavailable
        }
        let word = code == .badUpstream ? "unreadable" : "unavailable"
        self.init(
            code, reason: "\(asked.rawValue)-\(word)", retryAfterMilliseconds: pause, cause: String(cause.prefix(500)))
    }
}
