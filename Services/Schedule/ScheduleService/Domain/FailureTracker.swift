/// Distinguishes a broken server from a server that has no timetable for a subject.
///
/// The university's server answers 500 for some groups without lessons. If that repeats for one subject while the
/// server answers for others, the subject has no timetable. If several timetables vanish in a row, the server has moved
/// or lost them, and the cached copies are better.
struct FailureTracker: Sendable {
    /// The number of failures for a subject, and of answers for others in between, that prove that it has no timetable.
    static let proof = 3
    /// The maximum number of timetables that can vanish in a row.
    static let vanishing = 2
    /// The maximum number of subjects remembered; one more clears the memory.
    static let capacity = 512

    private struct Failures {
        var count = 0
        /// The number of answers before the first failure.
        var answersBefore: UInt64
    }

    private var failures: [String: Failures] = [:]
    private var answers: UInt64 = 0
    private var vanished = 0

    init() {}

    /// Records an answer for a subject.
    ///
    /// - Parameters:
    ///   - hasTimetable: true if the answer contains a timetable with entries.
    ///   - hadTimetable: true if such a timetable is cached.
    /// - Returns: true if the answer is credible.
    mutating func answered(_ key: String, hasTimetable: Bool, hadTimetable: Bool) -> Bool {
        answers &+= 1
        failures[key] = nil
        if hasTimetable { vanished = 0 }
        guard !hasTimetable, hadTimetable else { return true }
        vanished += 1
        return vanished <= Self.vanishing
    }

    /// Records a failure for a subject; returns true if the failures prove that it has no timetable.
    mutating func failed(_ key: String) -> Bool {
        if failures.count >= Self.capacity, failures[key] == nil { failures = [:] }
        var known = failures[key] ?? Failures(answersBefore: answers)
        known.count += 1
        failures[key] = known
        return known.count >= Self.proof && answers &- known.answersBefore >= UInt64(Self.proof)
    }
}
