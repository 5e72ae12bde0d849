import ServiceRuntime

/// What is measured of a cache.
struct CacheMetrics: Sendable {
    /// What a look-up found.
    enum LookupOutcome: String, CaseIterable, Sendable {
        /// Something fresh.
        case fresh
        /// Something a little old, which is asked for again behind the answer.
        case revalidated
        /// Something old, because nothing newer was to be had.
        case stale
        /// Nothing: the third party was asked, and gave it.
        case miss
        /// That there is no such thing.
        case absent
        /// Nothing, and nothing was to be had.
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
                        help: "Values of third parties that were wanted, by what was found")
                )
            })
    }

    func found(_ outcome: LookupOutcome) { lookups[outcome]?.add() }
}
