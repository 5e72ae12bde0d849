import RPC
import Resilience
import ServiceRuntime
import Values
import Wire

/// Answers about one timetable, as JSON: encoded once for all who ask within a few seconds.
extension ScheduleService {
    func forGroup(_ params: Schedule.ForGroup.Params, deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        try await timetable(
            .group(params.group), week: params.week, day: params.day, subgroup: params.subgroup, deadline: deadline)
    }

    func forLecturer(_ params: Schedule.ForLecturer.Params, deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        try await timetable(
            .lecturer(params.lecturer), week: params.week, day: params.day, subgroup: nil, deadline: deadline)
    }

    private func timetable(
        _ subject: Subject, week: StudyWeek?, day: Weekday?, subgroup: Subgroup?, deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        let today = library.today
        let key = TimetableAnswerKey(
            kind: .timetable, subject: subject, date: today, week: week?.value ?? 0, weekday: day?.value ?? 0,
            subgroup: subgroup?.value ?? 0)
        return try await answer(key) {
            let held = try await timetable(of: subject, deadline: deadline)
            func lessons(_ entries: [Entry], _ kind: LessonKind) -> [Schedule.Lesson] {
                entries.filter {
                    $0.kind == kind && $0.isWithin(week: week, day: day) && $0.concerns(subgroup)
                }.map { $0.lesson(today: today) }
            }
            let plan = held.kept.plan
            return try JSONCoding.encode(
                Schedule.Timetable(
                    group: held.group, lecturer: held.lecturer, hasTimetable: plan?.isEmpty == false,
                    isPartTime: plan?.isPartTime ?? false, period: plan.map(\.period),
                    lessons: lessons(plan?.entries ?? [], .lesson),
                    nextLessons: lessons(plan?.nextEntries ?? [], .lesson),
                    announcements: lessons((plan?.entries ?? []) + (plan?.nextEntries ?? []), .announcement),
                    changedAt: held.kept.changedAt, held.origin))
        }
    }

    func day(_ params: Schedule.Day.Params, deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        let subject = try Self.subject(params.group, params.lecturer)
        let date = params.date ?? library.today
        let key = TimetableAnswerKey(kind: .day, subject: subject, date: date, subgroup: params.subgroup?.value ?? 0)
        return try await answer(key) {
            let held = try await timetable(of: subject, deadline: deadline)
            let plan = held.kept.plan
            let entries = plan?.day(date, subgroup: params.subgroup) ?? StudyPlan.DayEntries()
            return try JSONCoding.encode(
                Schedule.Day.Result(
                    date: date, week: StudyWeek(unchecked: AcademicWeek(of: date).number),
                    weekday: Weekday(unchecked: date.weekday), inTerm: AcademicWeek.isInTerm(date),
                    hasTimetable: plan?.isEmpty == false, items: entries.lessons.map { occurrence($0, on: date) },
                    inactive: entries.inactive.map { $0.lesson(today: date) },
                    announcements: entries.announcements.map { $0.lesson(today: date) }, held.origin))
        }
    }

    func next(
        _ params: Schedule.Next.Params, deadline: ContinuousClock.Instant
    ) async throws -> Schedule.Next.Result {
        let subject = try Self.subject(params.group, params.lecturer)
        let moment = params.after ?? library.now()
        let held = try await timetable(of: subject, deadline: deadline)
        let plan = held.kept.plan
        let coming =
            plan?.coming(
                after: moment, subgroup: params.subgroup, limit: (params.limit ?? .standard).value,
                days: limits.lookAhead, time: library.time)
            ?? StudyPlan.Coming(searchedTo: library.time.date(at: moment))
        return Schedule.Next.Result(
            after: moment, hasTimetable: plan?.isEmpty == false, current: coming.current.map(\.occurrence),
            items: coming.next.map(\.occurrence), searchedTo: coming.searchedTo, held.origin)
    }

    func exams(_ params: Schedule.Exams.Params, deadline: ContinuousClock.Instant) async throws -> [UInt8] {
        let subject = try Self.subject(params.group, params.lecturer)
        let today = library.today
        let key = TimetableAnswerKey(kind: .exams, subject: subject, date: today, subgroup: params.subgroup?.value ?? 0)
        return try await answer(key) {
            let held = try await timetable(of: subject, deadline: deadline)
            let plan = held.kept.plan
            return try JSONCoding.encode(
                Schedule.Exams.Result(
                    hasTimetable: plan?.isEmpty == false, period: plan.map(\.period),
                    items: (plan?.exams(subgroup: params.subgroup) ?? []).map { $0.lesson(today: today) }, held.origin)
            )
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

    private func occurrence(_ entry: Entry, on date: LocalDate) -> Schedule.Occurrence {
        Schedule.Occurrence(
            date: date, startsAt: entry.start.map { library.time.instant(of: date, minuteOfDay: $0) },
            endsAt: entry.end(on: date, time: library.time), lesson: entry.lesson(today: date))
    }
}

extension StudyPlan {
    fileprivate var period: Schedule.Period {
        Schedule.Period(
            term: term, termName: termName, start: start, end: end, examsStart: examsStart, examsEnd: examsEnd)
    }
}

extension StudyPlan.Placed {
    fileprivate var occurrence: Schedule.Occurrence {
        Schedule.Occurrence(
            date: date, startsAt: startsAt, endsAt: entry.end == nil ? nil : endsAt, lesson: entry.lesson(today: date))
    }
}

extension Entry {
    /// Whether it may take place in a week of the four and on a day of the week, as far as these are asked for.
    fileprivate func isWithin(week: StudyWeek?, day: Weekday?) -> Bool {
        if let day, day.value != weekday { return false }
        guard let week else { return true }
        if let date { return AcademicWeek(of: date).number == week.value }
        return weeks.contains(.week(week.value))
    }
}
