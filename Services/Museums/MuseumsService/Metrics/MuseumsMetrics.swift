import ServiceRuntime

/// The service's metrics, in addition to those for calls.
struct MuseumsMetrics: Sendable {
    /// The number of lists without search words.
    let browses: Counter
    /// The number of passes by words; a search runs up to three passes of different kinds.
    let wordPasses: Counter
    let containingPasses: Counter
    let correctedPasses: Counter
    let cacheHits: Counter
    let cacheMisses: Counter

    init(_ metrics: Metrics) {
        func pass(_ name: String) -> Counter {
            metrics.counter(
                "vokol_museums_search_passes_total", [("pass", name)], help: "Passes of searches by kind")
        }
        browses = pass("browse")
        wordPasses = pass("words")
        containingPasses = pass("containing")
        correctedPasses = pass("corrected")
        func lookup(_ result: String) -> Counter {
            metrics.counter(
                "vokol_museums_answer_cache_total", [("result", result)], help: "Look-ups in the cache of museums.get")
        }
        cacheHits = lookup("hit")
        cacheMisses = lookup("miss")
    }
}
