import Contract
import Database
import RPC
import ScheduleContract
import Values

/// The use cases of calendar feeds.
struct AccountCalendars: Sendable {
    let store: CalendarStore
    let timetables: TimetableAnswers
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool

    private var library: TimetableLibrary { timetables.library }

    /// Implements `schedule.calendars`.
    func list(
        _ params: Schedule.Calendars.Params, _ context: CallContext
    ) async throws -> Schedule.Calendars.Result {
        let account = try context.account()
        try checkTables()
        var items: [Schedule.Calendar] = []
        for row in try await store.all(of: account, deadline: context.deadline) { items.append(await calendar(row)) }
        return Schedule.Calendars.Result(items: items)
    }

    /// Implements `schedule.addCalendar`.
    func add(
        _ params: Schedule.AddCalendar.Params, _ context: CallContext
    ) async throws -> Schedule.AddCalendar.Result {
        let account = try context.account()
        let subject = try SubjectLookup.subject(
            params.group, params.lecturer, hasSubgroup: params.subgroup != nil)
        try checkTables()
        // Throws for an unknown subject.
        _ = try await timetables.subjects.entry(of: subject, deadline: context.deadline)
        do {
            let (row, secret) = try await store.add(
                subject, subgroup: params.subgroup, language: context.language, of: account,
                deadline: context.deadline)
            return Schedule.AddCalendar.Result(
                calendar: await calendar(row), path: "/v1/calendars/\(secret.text)\(CalendarSecret.suffix)")
        } catch is CalendarStore.LimitReached {
            throw RPCError(Schedule.tooManyCalendars)
        }
    }

    /// Implements `schedule.removeCalendar`.
    func remove(_ params: Schedule.RemoveCalendar.Params, _ context: CallContext) async throws -> Empty {
        let account = try context.account()
        try checkTables()
        try await store.remove(params.id, of: account, deadline: context.deadline)
        return Empty()
    }

    /// Implements `schedule.calendarFile`.
    func file(_ params: Schedule.CalendarFile.Params, _ context: CallContext) async throws -> RawResult {
        try checkTables()
        guard let row = try await store.calendar(of: params.secret, deadline: context.deadline) else {
            throw RPCError(.notFound)
        }
        let owned = try await timetables.plan(of: row.subject, context)
        let clock = library.clock
        let feed = CalendarFeed(
            subject: row.subject, name: owned.owner?.lecturer?.shortName ?? row.subject.name, subgroup: row.subgroup,
            language: row.language, stamp: max(row.madeAt, owned.snapshot.changedAt ?? row.madeAt), today: clock.today,
            time: clock.time)
        return RawResult(.calendar, feed.bytes(of: owned.snapshot.plan))
    }

    private func checkTables() throws(RPCError) {
        guard isReady() else { throw .missingTables }
    }

    private func calendar(_ row: CalendarRow) async -> Schedule.Calendar {
        var calendar = Schedule.Calendar(
            id: row.id, group: nil, lecturer: nil, subgroup: row.subgroup, name: nil, madeAt: row.madeAt)
        switch row.subject {
        case .group(let number):
            calendar.group = number
            calendar.name = await library.cachedGroups()?[number.text]?.speciality
        case .lecturer(let slug):
            calendar.lecturer = slug
            calendar.name = await library.cachedLecturers()?[slug.text]?.shortName
        }
        return calendar
    }
}
