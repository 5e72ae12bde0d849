/// A rule that spreads a day's budget: an hour may use only a part of what is left at its beginning.
public struct HourShare: Sendable {
    /// The percentage of what is left that an hour may use.
    public var percent: Int64

    public init(percent: Int64) { self.percent = percent }

    /// Returns the number that may be used in an hour.
    ///
    /// - Parameters:
    ///   - left: the number left at the beginning of the hour.
    ///   - hoursLeft: the hours of the day that are left, this one included. With few of them an hour may use an equal
    ///     part, so that nothing is left over at the end; without the number it never does.
    public func allowance(of left: Int64, hoursLeft: Int64? = nil) -> Int64 {
        let left = max(left, 0)
        let equal = hoursLeft.map { (left + $0 - 1) / max($0, 1) } ?? 0
        return max(Self.part(percent, of: left), equal)
    }

    /// Returns a percentage of a number, rounded up.
    public static func part(_ percent: Int64, of count: Int64) -> Int64 { (count * percent + 99) / 100 }
}
