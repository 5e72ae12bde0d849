import RPC
import ScheduleContract
import Values

/// Computes the academic week of a day.
struct WeekAnswer: Sendable {
    let clock: MinskClock
    let lastCheck: LatestWeekCheck
    let label: OriginLabel

    /// Implements `schedule.week`.
    func week(_ params: Schedule.Week.Params, _ context: CallContext) -> Schedule.Week.Result {
        let now = clock.now()
        let date = params.date ?? clock.time.date(at: now)
        let week = AcademicWeek(of: date)
        let check = lastCheck.value
        return Schedule.Week.Result(
            date: date, week: StudyWeek(unchecked: week.number), weekday: Weekday(unchecked: date.weekday),
            monday: week.monday, isInTerm: AcademicWeek.isInTerm(date), checkedAt: check?.at,
            isConfirmed: check?.agrees,
            label.origin(fetchedAt: now, isStale: false, provider: "vokol", in: context.language))
    }
}
