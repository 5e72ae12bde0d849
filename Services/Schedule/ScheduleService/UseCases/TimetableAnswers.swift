import RPC
import Resilience
import ScheduleContract
import ServiceRuntime
import Upstream
import Values
import Wire

/// The use cases of a single timetable.
///
/// Most answers are encoded once for all callers within a few seconds.
struct TimetableAnswers: Sendable {
    /// A timetable and its owner.
    struct OwnedPlan: Sendable {
        var snapshot: PlanSnapshot
        var owner: CatalogueEntry?
        var origin: Schedule.Origin
    }

    /// The requested part of a timetable.
    private struct Selection {
        var week: StudyWeek?
        var day: Weekday?
        var subgroup: Subgroup?
    }

    let library: TimetableLibrary
    var subjects: SubjectLookup
    let answers: ExpiringCache<TimetableAnswerKey, [UInt8]>
    let label: OriginLabel
    let metrics: ScheduleMetrics
    /// The number of days that `schedule.next` looks ahead: the setting `next.days`.
    var lookAhead = 120

    /// Implements `schedule.forGroup`.
    func forGroup(_ params: Schedule.ForGroup.Params, _ context: CallContext) async throws -> [UInt8] {
        try await timetable(
            .group(params.group), Selection(week: params.week, day: params.day, subgroup: params.subgroup), context)
    }

    /// Implements `schedule.forLecturer`.
    func forLecturer(_ params: Schedule.ForLecturer.Params, _ context: CallContext) async throws -> [UInt8] {
        try await timetable(.lecturer(params.lecturer), Selection(week: params.week, day: params.day), context)
    }

    private func timetable(_ subject: Subject, _ selection: Selection, _ context: CallContext) async throws -> [UInt8] {
        let today = library.clock.today
        let (week, day, subgroup) = (selection.week, selection.day, selection.subgroup)
        let key = TimetableAnswerKey(
            kind: .timetable, subject: subject, changes: library.changeCount(of: subject), date: today,
            language: context.language, week: week?.value ?? 0, weekday: day?.value ?? 0,
            subgroup: subgroup?.value ?? 0)
        return try await answer(key) {
            let owned = try await plan(of: subject, context)
            func lessons(_ entries: [Entry], _ kind: LessonKind) -> [Schedule.Lesson] {
                entries.filter {
                    $0.kind == kind && $0.isWithin(week: week, day: day) && $0.concerns(subgroup)
                }.map { $0.lesson(today: today, time: time, in: context.language) }
            }
            let plan = owned.snapshot.plan
            return try JSONCoding.encode(
                Schedule.Timetable(
                    group: owned.owner?.group, lecturer: owned.owner?.lecturer,
                    hasTimetable: plan?.isEmpty == false, isPartTime: plan?.isPartTime ?? false,
                    period: plan.map(\.period), lessons: lessons(plan?.entries ?? [], .lesson),
                    nextTermLessons: lessons(plan?.nextEntries ?? [], .lesson),
                    announcements: lessons((plan?.entries ?? []) + (plan?.nextEntries ?? []), .announcement),
                    changedAt: owned.snapshot.changedAt, owned.origin))
        }
    }

    /// Implements `schedule.day`.
    func day(_ params: Schedule.Day.Params, _ context: CallContext) async throws -> [UInt8] {
        let subject = try SubjectLookup.subject(params.group, params.lecturer)
        let date = params.date ?? library.clock.today
        let language = context.language
        let key = TimetableAnswerKey(
            kind: .day, subject: subject, changes: library.changeCount(of: subject), date: date, language: language,
            subgroup: params.subgroup?.value ?? 0)
        return try await answer(key) {
            let owned = try await plan(of: subject, context)
            let plan = owned.snapshot.plan
            let entries = plan?.day(date, subgroup: params.subgroup) ?? StudyPlan.DayEntries()
            return try JSONCoding.encode(
                Schedule.Day.Result(
                    date: date, week: StudyWeek(unchecked: AcademicWeek(of: date).number),
                    weekday: Weekday(unchecked: date.weekday), isInTerm: AcademicWeek.isInTerm(date),
                    hasTimetable: plan?.isEmpty == false,
                    lessons: entries.lessons.map { $0.lesson(today: date, on: date, time: time, in: language) },
                    inactiveLessons: entries.inactive.map { $0.lesson(today: date, time: time, in: language) },
                    announcements: entries.announcements.map {
                        $0.lesson(today: date, on: date, time: time, in: language)
                    },
                    owned.origin))
        }
    }

    /// Implements `schedule.next`.
    func next(_ params: Schedule.Next.Params, _ context: CallContext) async throws -> Schedule.Next.Result {
        let subject = try SubjectLookup.subject(params.group, params.lecturer)
        let clock = library.clock
        let moment = params.after ?? clock.now()
        let owned = try await plan(of: subject, context)
        let plan = owned.snapshot.plan
        let upcoming =
            plan?.upcoming(
                after: moment, subgroup: params.subgroup, limit: (params.limit ?? .standard).value,
                days: lookAhead, time: clock.time)
            ?? StudyPlan.UpcomingEntries(searchedTo: clock.time.date(at: moment))
        return Schedule.Next.Result(
            after: moment, hasTimetable: plan?.isEmpty == false,
            currentLessons: upcoming.current.map { $0.lesson(time: clock.time, in: context.language) },
            lessons: upcoming.next.map { $0.lesson(time: clock.time, in: context.language) },
            searchedTo: upcoming.searchedTo, owned.origin)
    }

    /// Implements `schedule.exams`.
    func exams(_ params: Schedule.Exams.Params, _ context: CallContext) async throws -> [UInt8] {
        let subject = try SubjectLookup.subject(params.group, params.lecturer)
        let today = library.clock.today
        let language = context.language
        let key = TimetableAnswerKey(
            kind: .exams, subject: subject, changes: library.changeCount(of: subject), date: today, language: language,
            subgroup: params.subgroup?.value ?? 0)
        return try await answer(key) {
            let owned = try await plan(of: subject, context)
            let plan = owned.snapshot.plan
            return try JSONCoding.encode(
                Schedule.Exams.Result(
                    hasTimetable: plan?.isEmpty == false, period: plan.map(\.period),
                    lessons: (plan?.exams(subgroup: params.subgroup) ?? []).map {
                        $0.lesson(today: today, time: time, in: language)
                    },
                    owned.origin))
        }
    }

    /// Reads the timetable of an owner that the university knows.
    ///
    /// - Throws: `not-found`, `unavailable`, `bad-upstream`.
    func plan(of subject: Subject, _ context: CallContext) async throws -> OwnedPlan {
        let owner = try await subjects.entry(of: subject, deadline: context.deadline)
        do throws(UpstreamFailure) {
            let cached = try await library.plan(of: subject, isKnown: owner != nil, deadline: context.deadline)
            return OwnedPlan(
                snapshot: cached.value, owner: owner,
                origin: label.origin(fetchedAt: cached.fetchedAt, isStale: cached.isStale, in: context.language))
        } catch {
            throw RPCError(
                error, unavailable: Schedule.timetableUnavailable, unreadable: Schedule.timetableUnreadable)
        }
    }

    private func answer(_ key: TimetableAnswerKey, _ make: () async throws -> [UInt8]) async throws -> [UInt8] {
        if let answer = answers.value(for: key) {
            metrics.answers.count(.hit)
            return answer
        }
        metrics.answers.count(.miss)
        let answer = try await make()
        answers.insert(answer, for: key)
        return answer
    }

    private var time: MinskTime { library.clock.time }
}

extension StudyPlan {
    fileprivate var period: Schedule.Period {
        Schedule.Period(
            term: term, termName: termName, start: start, end: end, examsStart: examsStart, examsEnd: examsEnd)
    }
}

extension StudyPlan.Placed {
    fileprivate func lesson(time: MinskTime, in language: Language) -> Schedule.Lesson {
        entry.lesson(today: date, on: date, time: time, in: language)
    }
}

extension Entry {
    /// Returns true if the entry may take place in a week of the four and on a weekday; `nil` allows any.
    func isWithin(week: StudyWeek?, day: Weekday?) -> Bool {
        if let day, day.value != weekday { return false }
        guard let week else { return true }
        if let date { return AcademicWeek(of: date).number == week.value }
        return weeks.contains(.week(week.value))
    }
}
