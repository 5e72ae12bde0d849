/// Tells a server that is broken from one that has nothing for some.
///
/// Where timetables that were there are gone all at once, the server has moved or lost them; what is kept is better.
/// The university's server answers 500 for some groups that have no lessons: where that repeats for one of them while it
/// answers for others, the group has no timetable.
struct FaultLedger: Sendable {
    /// How often it must have failed for one, and answered for others in between.
    static let proof = 3
    /// How many that were there may be gone one after another, without one that is there in between.
    static let vanishing = 2
    /// How many are remembered; beyond it all are forgotten.
    static let capacity = 512

    private struct Fault {
        var count = 0
        /// The answers that there had been by the first failure.
        var answersBefore: UInt64
    }

    private var faults: [String: Fault] = [:]
    private var answers: UInt64 = 0
    private var vanished = 0

    init() {}

    /// Notes that the server answered for one.
    /// - Parameters:
    ///   - isThere: whether with a timetable that is not empty.
    ///   - wasThere: whether one is kept.
    /// - Returns: whether it is believed.
    mutating func answered(_ key: String, isThere: Bool, wasThere: Bool) -> Bool {
        answers &+= 1
        faults[key] = nil
        if isThere { vanished = 0 }
        guard !isThere, wasThere else { return true }
        vanished += 1
        return vanished <= Self.vanishing
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
