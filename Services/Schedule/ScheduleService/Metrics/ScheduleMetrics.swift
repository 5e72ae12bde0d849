import ServiceRuntime

/// The metrics of `schedule`.
struct ScheduleMetrics: Sendable {
    enum RefreshOutcome: String, CaseIterable { case fetched, failed }
    enum RoundOutcome: String, CaseIterable { case finished, stopped }
    enum WeekOutcome: String, CaseIterable { case agrees, differs, unknown }
    enum LookUp: String, CaseIterable { case hit, miss }

    /// The number of timetables that changed.
    let changes: Counter
    /// The number of lists held back because they shrank.
    let shrunken: Counter
    let refreshes: OutcomeCounters<RefreshOutcome>
    let rounds: OutcomeCounters<RoundOutcome>
    let weeks: OutcomeCounters<WeekOutcome>
    /// A gauge that is 1 while the university's week differs from the computed one.
    let weekDiffers: Gauge
    let answers: OutcomeCounters<LookUp>

    init(_ metrics: Metrics) {
        changes = metrics.counter("vokol_schedule_changes_total", help: "Timetables that have changed")
        shrunken = metrics.counter(
            "vokol_schedule_shrunken_total", help: "Catalogues that shrank by more than half and were held back")
        refreshes = OutcomeCounters(
            "vokol_schedule_refreshes_total", help: "Timetables refreshed in the background", in: metrics)
        rounds = OutcomeCounters("vokol_schedule_rounds_total", help: "Rounds of the background refresh", in: metrics)
        weeks = OutcomeCounters(
            "vokol_schedule_week_checks_total", help: "Comparisons of the computed week with the university's",
            in: metrics)
        weekDiffers = metrics.gauge(
            "vokol_schedule_week_differs", help: "1 while the university's week differs from the computed one")
        answers = OutcomeCounters(
            "vokol_schedule_answer_cache_total", help: "Look-ups in the cache of encoded answers", in: metrics)
    }
}
