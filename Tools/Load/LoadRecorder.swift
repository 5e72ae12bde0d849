import Contract
import Histogram

/// What came of a call under load.
enum LoadOutcome: Hashable, Sendable {
    case answered
    /// An error answer, by its number in the registry or, where HTTP gives none, its status.
    case failed(Int)
    /// The connection ended before the answer.
    case lost
    /// There was no connection when the call was due.
    case notConnected
    /// There was no answer by the end.
    case unanswered
    /// What came was no answer.
    case nonsense

    var name: String {
        switch self {
        case .answered: "ok"
        case .failed(let number): ErrorCode(number: number)?.name ?? "status \(number)"
        case .lost: "connection lost"
        case .notConnected: "not connected"
        case .unanswered: "no answer"
        case .nonsense: "not an answer"
        }
    }
}

/// Counts and times the calls of one event loop; used on it alone.
struct LoadRecorder: Sendable {
    /// The longest time that is told apart: two minutes.
    private static let longest: UInt64 = 120_000_000

    /// Microseconds from when a call was due to its answer, which may be an error, by target.
    private(set) var latencies: [Histogram<UInt32>]
    private(set) var outcomes: [[LoadOutcome: Int]]
    /// How long after it was due the latest call was sent, in nanoseconds: the generator's own fault.
    private(set) var longestDelay: UInt64 = 0
    /// Calls before this moment are not recorded, in nanoseconds of the loop's clock.
    var recordsFrom: UInt64 = 0

    init(targets: Int) {
        latencies = (0..<targets).map { _ in
            Histogram(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
        }
        outcomes = Array(repeating: [:], count: targets)
    }

    mutating func sent(due: UInt64, now: UInt64) {
        if due >= recordsFrom, now > due { longestDelay = max(longestDelay, now - due) }
    }

    mutating func finished(target: Int, due: UInt64, now: UInt64, _ outcome: LoadOutcome) {
        guard due >= recordsFrom else { return }
        outcomes[target][outcome, default: 0] += 1
        switch outcome {
        case .answered, .failed:
            latencies[target].record(min(Self.longest, (now > due ? now - due : 0) / 1_000))
        case .lost, .notConnected, .unanswered, .nonsense:
            break
        }
    }

    /// Adds what another loop recorded.
    mutating func add(_ other: LoadRecorder) {
        for target in latencies.indices {
            latencies[target].add(other.latencies[target])
            outcomes[target].merge(other.outcomes[target], uniquingKeysWith: +)
        }
        longestDelay = max(longestDelay, other.longestDelay)
    }

    /// The times of all targets together.
    var allLatencies: Histogram<UInt32> {
        var all = Histogram<UInt32>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
        for histogram in latencies { all.add(histogram) }
        return all
    }

    var allOutcomes: [LoadOutcome: Int] {
        outcomes.reduce(into: [:]) { all, part in all.merge(part, uniquingKeysWith: +) }
    }
}
