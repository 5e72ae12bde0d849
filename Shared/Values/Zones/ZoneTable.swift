/// A zone's clock changes: those listed in its file, and the rule that applies after the last one.
struct ZoneTable: Sendable, Hashable {
    /// A kind of local time: an offset and its abbreviation.
    struct LocalType: Sendable, Hashable {
        /// The offset in seconds east of UTC, within ``offsets``.
        var offset: Int64
        var abbreviation: String
    }

    /// A period between two clock changes.
    struct Span {
        var type: LocalType
        /// The first second after the span; `Int64.max` if it never ends.
        var end: Int64
    }

    /// The permitted offsets in seconds: up to 26 hours; RFC 9636 recommends more than -25 and less than 26 hours.
    static let offsets: ClosedRange<Int64> = -93_600...93_600

    /// The permitted times of changes, in seconds since 1970; by RFC 9636, the universe starts after the lower bound.
    static let times: ClosedRange<Int64> = -(1 << 59)...(1 << 59)

    /// The local time before the first change.
    var first: LocalType
    /// The times of the changes in seconds since 1970, ascending.
    var changes: [Int64] = []
    /// The local time from each change on; as many entries as there are changes.
    var types: [LocalType] = []
    /// The rule after the last change; if `nil`, the last local time stays.
    var rule: ZoneRule?

    /// Returns the span that contains a time, in seconds since 1970.
    func span(at seconds: Int64) -> Span {
        guard let last = changes.last, seconds < last else {
            if let rule { return rule.span(at: seconds) }
            return Span(type: types.last ?? first, end: .max)
        }
        // Finds the first change after the time.
        var low = 0
        var high = changes.count - 1
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return Span(type: low == 0 ? first : types[low - 1], end: changes[low])
    }

    /// Returns the first time (seconds since 1970) at which clocks show `local` (seconds since 1970 in local time).
    ///
    /// If clocks skipped that local time, returns the time at which they would have shown it without the change, and
    /// the time of the change.
    func resolve(local: Int64) -> (seconds: Int64, gap: Int64?) {
        // No clock can show the local time before this second; all spans passed over below keep this invariant.
        var start = local - Self.offsets.upperBound
        var before = span(at: start)
        var current = before
        // Passes over spans that end too early; 52 hours bound the loop.
        while current.end != .max, current.end + current.type.offset <= local {
            start = current.end
            before = current
            current = span(at: start)
        }
        if local - current.type.offset >= start { return (local - current.type.offset, nil) }
        return (local - before.type.offset, start)
    }
}
