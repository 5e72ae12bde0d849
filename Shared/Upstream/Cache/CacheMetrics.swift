import ServiceRuntime

/// Metrics of a cache.
struct CacheMetrics: Sendable {
    /// The outcome of a look-up.
    enum LookupOutcome: String, CaseIterable, Sendable {
        /// A fresh value.
        case fresh
        /// A slightly old value, refreshed in the background.
        case revalidated
        /// An old value, because no newer one was available.
        case stale
        /// No value was cached, and the third party supplied one.
        case miss
        /// The third party reported that it has no such value.
        case absent
        /// No value was cached, and loading one failed.
        case failed
    }

    private let lookups: [LookupOutcome: Counter]

    init(cache: String, in metrics: Metrics) {
        lookups = Dictionary(
            uniqueKeysWithValues: LookupOutcome.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "vokol_upstream_lookups_total", [("cache", cache), ("result", $0.rawValue)],
                        help: "Look-ups in caches of third parties' answers, by outcome")
                )
            })
    }

    func found(_ outcome: LookupOutcome) { lookups[outcome]?.add() }
}
