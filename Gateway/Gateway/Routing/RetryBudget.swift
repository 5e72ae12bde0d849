import NIOCore

/// How many calls may be sent a second time: a share of the calls of the last ten seconds, and always a few.
///
/// A retry is counted when it is decided, not when it ends, so that retries that wait or hang are in the sum too.
struct RetryBudget: Sendable {
    private struct Bucket: Sendable {
        var second: UInt64 = 0
        var calls = 0
        var retries = 0
    }

    private static let window: UInt64 = 10

    private let percent: Int
    private let floorPerSecond: Int
    private var buckets = [Bucket](repeating: Bucket(), count: Int(window))

    /// Makes a budget.
    /// - Parameters:
    ///   - percent: the share of calls that may be repeated.
    ///   - floorPerSecond: how many may be repeated however few calls there are.
    init(percent: Int = 10, floorPerSecond: Int = 10) {
        self.percent = percent
        self.floorPerSecond = floorPerSecond
    }

    /// A call was sent for the first time.
    mutating func callStarted(at now: NIODeadline) {
        buckets[bucket(at: now)].calls += 1
    }

    /// Takes one retry out of the budget; false if nothing is left.
    mutating func takeRetry(at now: NIODeadline) -> Bool {
        let index = bucket(at: now)
        let second = buckets[index].second
        var (calls, retries) = (0, 0)
        for bucket in buckets where bucket.second + Self.window > second {
            calls += bucket.calls
            retries += bucket.retries
        }
        guard retries < floorPerSecond * Int(Self.window) + calls * percent / 100 else { return false }
        buckets[index].retries += 1
        return true
    }

    private mutating func bucket(at now: NIODeadline) -> Int {
        let second = now.uptimeNanoseconds / 1_000_000_000
        let index = Int(second % Self.window)
        if buckets[index].second != second { buckets[index] = Bucket(second: second) }
        return index
    }
}
