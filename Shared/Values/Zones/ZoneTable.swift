/// How a place's clocks are set over time: the changes that a file lists, and the rule that holds after the last.
struct ZoneTable: Sendable, Hashable {
    /// A way to set the clocks.
    struct LocalType: Sendable, Hashable {
        /// Seconds east of UTC, within ``offsets``.
        var offset: Int64
        var abbreviation: String
    }

    /// A time over which the clocks are not set anew.
    struct Span {
        var type: LocalType
        /// The first second after it; `Int64.max` if there is none.
        var end: Int64
    }

    /// The offsets that a file may name: RFC 9636 wants a little less than 26 hours.
    static let offsets: ClosedRange<Int64> = -93_600...93_600

    /// The seconds since 1970 at which a change may lie: RFC 9636 has the universe begin after the lower bound.
    static let times: ClosedRange<Int64> = -(1 << 59)...(1 << 59)

    /// What holds before the first change.
    var first: LocalType
    /// When the clocks were set, in ascending order.
    var changes: [Int64] = []
    /// What holds from each change on; as many as there are changes.
    var types: [LocalType] = []
    /// What holds from the last change on; without it, what that change says.
    var rule: ZoneRule?

    /// The span that holds a second since 1970.
    func span(at seconds: Int64) -> Span {
        guard let last = changes.last, seconds < last else {
            if let rule { return rule.span(at: seconds) }
            return Span(type: types.last ?? first, end: .max)
        }
        // The first change after the second.
        var low = 0
        var high = changes.count - 1
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return Span(type: low == 0 ? first : types[low - 1], end: changes[low])
    }

    /// The first second since 1970 at which clocks show `local` (seconds since 1970 on the wall).
    ///
    /// If none ever did: the second at which they would have, had they not been set forward, and when they were.
    func resolve(local: Int64) -> (seconds: Int64, gap: Int64?) {
        // No clock can show the time before this second: what follows holds for all spans that are left behind.
        var start = local - Self.offsets.upperBound
        var before = span(at: start)
        var current = before
        // Spans whose last local second is too early are left behind; 52 hours end this.
        while current.end != .max, current.end + current.type.offset <= local {
            start = current.end
            before = current
            current = span(at: start)
        }
        if local - current.type.offset >= start { return (local - current.type.offset, nil) }
        return (local - before.type.offset, start)
    }
}
