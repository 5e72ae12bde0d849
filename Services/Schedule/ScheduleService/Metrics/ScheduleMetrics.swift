import ServiceRuntime

/// What `schedule` measures.
struct ScheduleMetrics: Sendable {
    enum RefreshOutcome: String, CaseIterable { case fetched, failed }
    enum RoundOutcome: String, CaseIterable { case finished, stopped }
    enum WeekOutcome: String, CaseIterable { case agrees, differs, unknown }
    enum LookUp: String, CaseIterable { case hit, miss }

    /// Timetables that were not what they had been.
    let changes: Counter
    /// Lists that were not believed.
    let shrunken: Counter
    let refreshes: OutcomeCounters<RefreshOutcome>
    let rounds: OutcomeCounters<RoundOutcome>
    let weeks: OutcomeCounters<WeekOutcome>
    /// 1 while the university counts its weeks otherwise than we do.
    let weekDiffers: Gauge
    let answers: OutcomeCounters<LookUp>

    init(_ metrics: Metrics) {
        changes = metrics.counter("vokol_schedule_changes_total", help: "Timetables that have changed")
        shrunken = metrics.counter(
            "vokol_schedule_shrunken_total", help: "Catalogues that shrank by more than half and were not taken")
        refreshes = OutcomeCounters(
            "vokol_schedule_refreshes_total", help: "Timetables asked for in the background", in: metrics)
        rounds = OutcomeCounters("vokol_schedule_rounds_total", help: "Rounds of the background refresh", in: metrics)
        weeks = OutcomeCounters(
            "vokol_schedule_week_checks_total", help: "Comparisons of the computed week with the university's",
            in: metrics)
        weekDiffers = metrics.gauge(
            "vokol_schedule_week_differs", help: "1 while the university's week is not the computed one")
        answers = OutcomeCounters(
            "vokol_schedule_answer_cache_total", help: "Look-ups among encoded answers", in: metrics)
    }
}
