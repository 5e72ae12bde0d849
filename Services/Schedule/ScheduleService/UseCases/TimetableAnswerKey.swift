import Resilience
import Values

/// The key of an encoded answer about a timetable.
struct TimetableAnswerKey: Hashable, Sendable {
    /// The method called.
    enum Kind: Hashable, Sendable { case day, timetable, exams }

    var kind: Kind
    var subject: Subject
    /// The number of changes of the timetable, so that an answer does not outlive its timetable.
    var changes: Int
    /// The requested day, or today.
    var date: LocalDate
    /// The caller's language, in which lesson types are named.
    var language: Language
    var week: Int = 0
    var weekday: Int = 0
    var subgroup: Int = 0
}

extension ExpiringCache<TimetableAnswerKey, [UInt8]> {
    /// Creates a cache of encoded answers about timetables, which keeps them for a few seconds, because most calls of a
    /// morning want the same few answers.
    convenience init(
        maximumBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.init(maximumCost: maximumBytes, lifetime: lifetime, renewalTime: lifetime, now: now) { _, answer in
            answer.count + 320
        }
    }
}
