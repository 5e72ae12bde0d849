import Values

/// How long what a third party gave may be given on.
public struct Freshness: Hashable, Sendable {
    /// Given without asking again; a tenth more or less for each value, so that not all run out at once.
    public var fresh: Duration
    /// Given at once, and asked for again behind it, counted from the fetch; marked as stale once that failed.
    public var revalidate: Duration
    /// Given, marked as stale, where asking again failed; counted from the fetch.
    public var ifError: Duration
    /// How long it is believed that there is no such thing.
    public var absent: Duration

    public init(fresh: Duration, revalidate: Duration, ifError: Duration, absent: Duration) {
        self.fresh = fresh
        self.revalidate = revalidate
        self.ifError = ifError
        self.absent = absent
    }

    /// What may be done with a value at an age.
    enum Stage: Hashable, Sendable {
        /// It is given.
        case fresh
        /// It is given, and asked for again.
        case revalidated
        /// It is asked for again, and given where that fails.
        case fallback
        /// It is not given any more.
        case over
    }

    /// How far a clock that was set back may make a value seem to come from the future.
    private static let tolerance: Duration = .seconds(300)

    /// What may be done with a value.
    /// - Parameter spread: −1…1: where in the tenth this value lies.
    func stage(fetchedAt: Instant, now: Instant, spread: Double) -> Stage {
        let age = Duration.milliseconds(now.milliseconds - fetchedAt.milliseconds)
        if age < .zero - Self.tolerance { return .fallback }
        if age < fresh * (1 + 0.1 * spread) { return .fresh }
        if age < revalidate { return .revalidated }
        return age < ifError ? .fallback : .over
    }

    /// Whether it is still believed that there is no such thing.
    func believesAbsence(since fetchedAt: Instant, now: Instant, spread: Double) -> Bool {
        let age = Duration.milliseconds(now.milliseconds - fetchedAt.milliseconds)
        return age >= .zero - Self.tolerance && age < absent * (1 + 0.1 * spread)
    }

    /// Where in the tenth a value lies: the same for a key and a moment, over restarts and replicas.
    static func spread(key: String, fetchedAt: Instant) -> Double {
        // FNV-1a, whose lower bits are then spread over the upper ones.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ UInt64(bitPattern: fetchedAt.milliseconds)) &* 0x9e37_79b9_7f4a_7c15
        return Double(hash >> 11) / Double(UInt64(1) << 52) - 1
    }
}
