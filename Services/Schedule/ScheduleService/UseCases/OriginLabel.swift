import Contract
import ScheduleContract
import Values

/// Labels answers with their origin: provider, age, and the mark of simulated answers.
struct OriginLabel: Sendable {
    static let provider = "bsuir"
    static let attribution = "Timetable: BSUIR, iis.bsuir.by"

    /// True if a simulator stands in for the university's server.
    let isSimulated: Bool

    func origin(fetchedAt: Instant, isStale: Bool, provider: String = Self.provider) -> Schedule.Origin {
        Schedule.Origin(
            fetchedAt: fetchedAt, isStale: isStale, provider: provider, attribution: Self.attribution,
            source: isSimulated ? .simulator : nil)
    }
}
