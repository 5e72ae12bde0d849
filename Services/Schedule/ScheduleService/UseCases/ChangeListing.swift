import Contract
import Database
import RPC
import ScheduleContract
import Values

/// Compares a timetable with the state in which the caller saw it last.
struct ChangeListing: Sendable {
    /// The maximum number of differences in an answer.
    static let limit = 200

    let timetables: TimetableAnswers
    let store: PastTimetableStore
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool

    /// Implements `schedule.changes`.
    func list(_ params: Schedule.Changes.Params, _ context: CallContext) async throws -> Schedule.Changes.Result {
        let subject = try SubjectLookup.subject(
            params.group, params.lecturer, hasSubgroup: params.subgroup != nil)
        guard isReady() else { throw RPCError.missingTables }
        let owned = try await timetables.plan(of: subject, context)
        let past = try await store.state(of: subject, at: params.since, deadline: context.deadline)
        let clock = timetables.library.clock
        let today = clock.today
        let changes =
            past.map {
                PlanComparison.changes(
                    from: $0.plan, to: owned.snapshot.plan, subgroup: params.subgroup, today: today)
            } ?? []
        // Earlier states may be deleted: the comparison then begins with the oldest one that is left.
        let oldest = clock.now().advanced(bySeconds: -PastTimetableStore.days * 86_400)
        func lesson(_ entry: Entry?) -> Schedule.Lesson? {
            entry?.lesson(today: today, time: clock.time, in: context.language)
        }
        return Schedule.Changes.Result(
            since: params.since, changedAt: owned.snapshot.changedAt,
            changes: changes.prefix(Self.limit).map { change in
                Schedule.LessonChange(
                    kind: change.kind, before: lesson(change.before), after: lesson(change.after))
            },
            isComplete: changes.count <= Self.limit && params.since >= oldest, owned.origin)
    }
}

extension EntryChange {
    fileprivate var kind: LessonChangeKind {
        if before == nil { return .added }
        return after == nil ? .removed : .changed
    }
}
