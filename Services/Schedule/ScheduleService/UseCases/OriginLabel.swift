import Contract
import ScheduleContract
import Values

/// Labels answers with their origin: provider, age, and the mark of simulated answers.
struct OriginLabel: Sendable {
    static let provider = "bsuir"
    static let attribution = UserText(
        "Timetable: BSUIR, iis.bsuir.by", ru: "Расписание: БГУИР, iis.bsuir.by", be: "Расклад: БДУІР, iis.bsuir.by")

    /// True if a simulator stands in for the university's server.
    let isSimulated: Bool

    func origin(
        fetchedAt: Instant, isStale: Bool, provider: String = Self.provider, in language: Language
    ) -> Schedule.Origin {
        Schedule.Origin(
            fetchedAt: fetchedAt, isStale: isStale, provider: provider, attribution: Self.attribution[language],
            source: isSimulated ? .simulator : nil)
    }
}
