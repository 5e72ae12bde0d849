import Values

/// The time that an upstream answer may be served.
public struct Freshness: Hashable, Sendable {
    /// The age up to which a value is served without a request to the third party.
    ///
    /// It varies by up to a tenth per value, so that values do not all expire at once.
    public var fresh: Duration
    /// The age up to which a value is served at once and refreshed in the background; stale if a refresh has failed.
    public var revalidate: Duration
    /// The age up to which a value is served, marked stale, if the third party fails.
    public var ifError: Duration
    /// The time for which the absence of a value is cached.
    public var absent: Duration

    public init(fresh: Duration, revalidate: Duration, ifError: Duration, absent: Duration) {
        self.fresh = fresh
        self.revalidate = revalidate
        self.ifError = ifError
        self.absent = absent
    }

    /// The treatment that a value's age calls for.
    enum Stage: Hashable, Sendable {
        /// Serve it.
        case fresh
        /// Serve it and refresh it in the background.
        case revalidated
        /// Load a newer value first, and serve this one if that fails.
        case fallback
        /// Do not serve it any more.
        case over
    }

    /// The tolerance for values from the future, which occur after a clock was set back.
    private static let tolerance: Duration = .seconds(300)

    /// Returns the treatment of a value.
    ///
    /// - Parameter spread: −1…1, the variation of the value's fresh time, in tenths of it.
    func stage(fetchedAt: Instant, now: Instant, spread: Double) -> Stage {
        let age = Duration.milliseconds(now.milliseconds - fetchedAt.milliseconds)
        if age < .zero - Self.tolerance { return .fallback }
        if age < fresh * (1 + 0.1 * spread) { return .fresh }
        if age < revalidate { return .revalidated }
        return age < ifError ? .fallback : .over
    }

    /// Returns true while the cached absence of a value is valid.
    func isAbsenceValid(since fetchedAt: Instant, now: Instant, spread: Double) -> Bool {
        let age = Duration.milliseconds(now.milliseconds - fetchedAt.milliseconds)
        return age >= .zero - Self.tolerance && age < absent * (1 + 0.1 * spread)
    }

    /// Returns the variation of a value's fresh time: equal for a key and an instant, across restarts and replicas.
    static func spread(key: String, fetchedAt: Instant) -> Double {
        // The multiplication mixes the lower bits into the upper ones.
        let hash = (StableHash(key.utf8).value ^ UInt64(bitPattern: fetchedAt.milliseconds)) &* 0x9e37_79b9_7f4a_7c15
        return Double(hash >> 11) / Double(UInt64(1) << 52) - 1
    }
}
