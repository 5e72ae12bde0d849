/// Tells a server that is broken from one that is broken for a single timetable.
///
/// The university's server answers 500 for some groups that have no lessons: where that repeats for one of them while it
/// answers for others, the group has no timetable.
struct FaultLedger: Sendable {
    /// How often it must have failed for one, and answered for others in between.
    static let proof = 3
    /// How many are remembered; beyond it all are forgotten.
    static let capacity = 512

    private struct Fault {
        var count = 0
        /// The answers that there had been by the first failure.
        var answersBefore: UInt64
    }

    private var faults: [String: Fault] = [:]
    private var answers: UInt64 = 0

    init() {}

    /// Notes that the server answered for one.
    mutating func answered(_ key: String) {
        answers &+= 1
        faults[key] = nil
    }

    /// Notes that the server failed for one; returns whether the fault is that one's alone.
    mutating func failed(_ key: String) -> Bool {
        if faults.count >= Self.capacity, faults[key] == nil { faults = [:] }
        var fault = faults[key] ?? Fault(answersBefore: answers)
        fault.count += 1
        faults[key] = fault
        return fault.count >= Self.proof && answers &- fault.answersBefore >= UInt64(Self.proof)
    }
}
