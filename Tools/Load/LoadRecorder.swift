import Contract
import Histogram

/// The outcome of a call under load.
enum LoadCallOutcome: Hashable, Sendable {
    case answered
    /// An error, with its code, or with the HTTP status if there is no code.
    case failed(Int)
    /// The connection ended before the answer.
    case lost
    /// No open connection was available when the call was due.
    case notConnected
    /// The run ended before the answer.
    case unanswered
    /// The server sent something that is not an answer.
    case invalid

    var name: String {
        switch self {
        case .answered: "ok"
        case .failed(let number): ErrorCode(number: number)?.name ?? "status \(number)"
        case .lost: "connection lost"
        case .notConnected: "not connected"
        case .unanswered: "no answer"
        case .invalid: "not an answer"
        }
    }
}

/// Counts and times the calls of one event loop; used only on that loop.
struct LoadRecorder: Sendable {
    /// The maximum latency in the histogram, in microseconds: two minutes.
    private static let longest: UInt64 = 120_000_000
    /// The time within which a result is of use to a user, in microseconds.
    private static let usefulTime: UInt64 = 1_000_000

    /// The time from the due time to the answer or error, in microseconds, by target.
    private(set) var latencies: [Histogram<UInt32>]
    private(set) var outcomes: [[LoadCallOutcome: Int]]
    /// The results within ``usefulTime`` of the due time, by target.
    private(set) var inTime: [Int]
    /// The time until calls were refused because of overload, in microseconds.
    private(set) var refusals = Histogram<UInt32>(
        highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
    /// The longest delay from a due time to sending, in nanoseconds, which is caused by the generator itself.
    private(set) var longestDelay: UInt64 = 0
    /// The start of recording, in nanoseconds of the loop's clock.
    var recordsFrom: UInt64 = 0

    init(targets: Int) {
        latencies = (0..<targets).map { _ in
            Histogram(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
        }
        outcomes = Array(repeating: [:], count: targets)
        inTime = Array(repeating: 0, count: targets)
    }

    mutating func sent(due: UInt64, now: UInt64) {
        if due >= recordsFrom, now > due { longestDelay = max(longestDelay, now - due) }
    }

    mutating func finished(target: Int, due: UInt64, now: UInt64, _ outcome: LoadCallOutcome) {
        guard due >= recordsFrom else { return }
        outcomes[target][outcome, default: 0] += 1
        switch outcome {
        case .answered, .failed:
            let time = min(Self.longest, (now > due ? now - due : 0) / 1_000)
            latencies[target].record(time)
            if outcome == .answered, time <= Self.usefulTime { inTime[target] += 1 }
            if outcome == .failed(ErrorCode.overloaded.number) { refusals.record(time) }
        case .lost, .notConnected, .unanswered, .invalid:
            break
        }
    }

    /// Adds the records of another event loop.
    mutating func add(_ other: LoadRecorder) {
        for target in latencies.indices {
            latencies[target].add(other.latencies[target])
            outcomes[target].merge(other.outcomes[target], uniquingKeysWith: +)
            inTime[target] += other.inTime[target]
        }
        refusals.add(other.refusals)
        longestDelay = max(longestDelay, other.longestDelay)
    }

    /// The latencies of all targets combined.
    var allLatencies: Histogram<UInt32> {
        var all = Histogram<UInt32>(highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
        for histogram in latencies { all.add(histogram) }
        return all
    }

    var allOutcomes: [LoadCallOutcome: Int] {
        outcomes.reduce(into: [:]) { all, part in all.merge(part, uniquingKeysWith: +) }
    }
}
