/// How fast a bucket refills and how much it holds.
///
/// Shared by reference: every call carries the policy that it was counted by.
final class LimitPolicy: Sendable, Equatable {
    /// The name in `RateLimit-Policy`.
    let name: String
    /// Calls a second.
    let rate: Double
    /// Calls that may come at once after a pause.
    let burst: Int
    /// Nanoseconds that one call costs; rounded up, so that never more than `rate` is admitted.
    let interval: UInt64
    /// Nanoseconds that a bucket may be in debt.
    let tolerance: UInt64
    /// The seconds after which an empty bucket is full again, at least 1: the window of `RateLimit-Policy`.
    let window: Int
    /// The fields `RateLimit-Policy` and `RateLimit` as far as they are the same for every call: up to `r=`.
    let fields: [UInt8]

    /// Calls a second that a policy may allow; the lowest is one in 500 seconds.
    static let rates = 0.002...1_000_000.0
    /// Calls at once that a policy may allow.
    static let bursts = 1...1_000_000

    /// - Parameters:
    ///   - rate: calls a second; one outside ``rates`` becomes the nearest inside, one that is no number the lowest.
    ///   - burst: calls at once; one outside ``bursts`` becomes the nearest inside.
    init(name: String, rate: Double, burst: Int) {
        self.name = name
        self.rate = rate >= Self.rates.lowerBound ? min(rate, Self.rates.upperBound) : Self.rates.lowerBound
        self.burst = min(max(burst, Self.bursts.lowerBound), Self.bursts.upperBound)
        interval = UInt64((1e9 / self.rate).rounded(.up))
        tolerance = interval * UInt64(self.burst)
        window = Int((tolerance - 1) / 1_000_000_000) + 1
        fields = Array(
            "RateLimit-Policy: \"\(name)\";q=\(self.burst);w=\(window)\r\nRateLimit: \"\(name)\";r=".utf8)
    }

    static func == (left: LimitPolicy, right: LimitPolicy) -> Bool {
        left.name == right.name && left.rate == right.rate && left.burst == right.burst
    }
}

/// What became of a call at its limit.
struct LimitDecision: Sendable, Equatable {
    let isAllowed: Bool
    /// Calls that may still come at once.
    let remaining: Int
    /// Nanoseconds until the bucket is full again.
    let resetAfter: UInt64
    /// Nanoseconds until this call would be allowed; 0 if it is.
    let retryAfter: UInt64
}
