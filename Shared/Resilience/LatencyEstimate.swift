/// The 95th percentile of the time that calls of one kind take, measured over the recent past.
///
/// Times are counted in 72 classes, four for each doubling from 64 µs to 17 s, so the estimate is up to 19 percent too
/// high. The estimate changes at the end of a period only, and not before there are enough calls: a fault of a second
/// must not change the measure by which it is found.
public struct LatencyEstimate: Sendable {
    /// The number of calls that make an estimate.
    private static let minimumCalls: UInt32 = 50
    /// The length of a period.
    private static let period: UInt64 = 5_000_000_000
    @usableFromInline static let classes = 72
    /// The binary logarithm of the shortest time, in nanoseconds, that is distinguished from shorter ones.
    @usableFromInline static let smallest = 16

    /// The estimate in nanoseconds; `UInt64.max` while there is none.
    public private(set) var nanoseconds = UInt64.max
    /// The number of calls in each class in this period; empty until the first.
    @usableFromInline var counts: [UInt32] = []
    @usableFromInline var total: UInt32 = 0
    @usableFromInline var periodEnd: UInt64 = 0

    public init() {}

    /// Records the time that a call took, or had taken when it was abandoned.
    @inlinable
    public mutating func record(nanoseconds: UInt64, at now: Tick) {
        if counts.isEmpty { counts = [UInt32](repeating: 0, count: Self.classes) }
        counts[Self.class(of: nanoseconds)] &+= 1
        total &+= 1
        if now.nanoseconds >= periodEnd { endPeriod(at: now) }
    }

    /// Forgets the calls of this period, some of which a fault has delayed.
    public mutating func discardPeriod() {
        for index in counts.indices { counts[index] = 0 }
        total = 0
    }

    @usableFromInline
    mutating func endPeriod(at now: Tick) {
        guard total >= Self.minimumCalls else { return }
        // The share is computed in 64 bits, since a period may have any number of calls.
        let rank = UInt64(total) * 95 / 100
        var seen: UInt64 = 0
        for (index, count) in counts.enumerated() {
            seen += UInt64(count)
            if seen > rank {
                nanoseconds = Self.upperBound(of: index)
                break
            }
        }
        discardPeriod()
        let (end, overflow) = now.nanoseconds.addingReportingOverflow(Self.period)
        periodEnd = overflow ? .max : end
    }

    /// Returns the class of a time: two bits below the leading one, after the position of that.
    @inlinable
    static func `class`(of nanoseconds: UInt64) -> Int {
        let position = 63 - (nanoseconds | 1).leadingZeroBitCount
        guard position >= smallest else { return 0 }
        let quarter = Int(truncatingIfNeeded: nanoseconds >> UInt64(position - 2)) & 3
        return min((position - smallest) * 4 + quarter, classes - 1)
    }

    static func upperBound(of index: Int) -> UInt64 {
        let (doublings, quarter) = (index / 4, index % 4)
        return (UInt64(1) << UInt64(smallest + doublings - 2)) * UInt64(5 + quarter)
    }
}
