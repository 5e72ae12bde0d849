/// The refill rate and the size of a bucket.
///
/// A class, since every call carries a reference to the policy it was counted by.
final class LimitPolicy: Sendable, Equatable {
    /// The name in `RateLimit-Policy`.
    let name: String
    /// The rate in calls per second.
    let rate: Double
    /// The number of calls allowed at once after a pause.
    let burst: Int
    /// The nanoseconds that one call costs, rounded up so that never more than `rate` is admitted.
    let interval: UInt64
    /// The maximum debt of a bucket, in nanoseconds.
    let tolerance: UInt64
    /// The seconds in which an empty bucket becomes full, at least 1: the window in `RateLimit-Policy`.
    let window: Int
    /// The key of the bucket that keys without room share.
    let overflow: LimitKey
    /// The limit on all keys of a network together, which a call of each of them counts against, too; `nil` for none.
    let network: LimitPolicy?
    /// The constant bytes of the fields `RateLimit-Policy` and `RateLimit`, up to and including `r=`.
    let fields: [UInt8]

    /// The allowed rates; the lowest is one call in 500 seconds.
    static let rates = 0.002...1_000_000.0
    /// The allowed bursts.
    static let bursts = 1...1_000_000

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - rate: calls per second, clamped to ``rates``; NaN becomes the lowest.
    ///   - burst: calls at once, clamped to ``bursts``.
    ///   - factor: the ratio of the network's limit to this one; `nil` for no limit of the network.
    init(name: String, rate: Double, burst: Int, networkFactor factor: Int? = nil) {
        self.name = name
        self.rate = rate >= Self.rates.lowerBound ? min(rate, Self.rates.upperBound) : Self.rates.lowerBound
        self.burst = min(max(burst, Self.bursts.lowerBound), Self.bursts.upperBound)
        interval = UInt64((1e9 / self.rate).rounded(.up))
        tolerance = interval * UInt64(self.burst)
        overflow = .overflow(of: name)
        network = factor.map { factor in
            let factor = min(max(factor, 1), Self.bursts.upperBound)
            return LimitPolicy(
                name: "\(name)-network", rate: rate * Double(factor),
                burst: min(max(burst, 1), Self.bursts.upperBound) * factor)
        }
        window = Int((tolerance - 1) / 1_000_000_000) + 1
        fields = Array(
            "RateLimit-Policy: \"\(name)\";q=\(self.burst);w=\(window)\r\nRateLimit: \"\(name)\";r=".utf8)
    }

    /// Creates a policy equal to `other` that shares no reference with it.
    init(copying other: LimitPolicy) {
        name = other.name
        rate = other.rate
        burst = other.burst
        interval = other.interval
        tolerance = other.tolerance
        window = other.window
        overflow = other.overflow
        network = other.network.map { LimitPolicy(copying: $0) }
        // From its bytes, since a copy of the array would share them.
        fields = other.fields.withUnsafeBufferPointer { Array($0) }
    }

    /// Returns the price of a call in nanoseconds.
    ///
    /// - Parameter cost: in calls, at least 1; a cost above the burst takes a whole bucket.
    func price(of cost: Int) -> UInt64 { interval * UInt64(min(max(cost, 1), burst)) }

    static func == (left: LimitPolicy, right: LimitPolicy) -> Bool {
        left.name == right.name && left.rate == right.rate && left.burst == right.burst
            && left.network == right.network
    }
}

/// The result of counting a call against its limit.
struct LimitDecision: Sendable, Equatable {
    let isAllowed: Bool
    /// The number of calls still allowed at once.
    let remaining: Int
    /// The nanoseconds until the bucket is full again.
    let resetAfter: UInt64
    /// The nanoseconds until this call would be allowed; 0 if it is.
    let retryAfter: UInt64
}
