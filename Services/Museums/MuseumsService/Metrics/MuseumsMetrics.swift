import ServiceRuntime

/// What the service measures, beyond what every service does for its calls.
struct MuseumsMetrics: Sendable {
    /// Searches without words.
    let browses: Counter
    /// Searches by words, and how often they had to look further.
    let wordPasses: Counter
    let containingPasses: Counter
    let correctedPasses: Counter
    let cacheHits: Counter
    let cacheMisses: Counter

    init(_ metrics: Metrics) {
        func pass(_ name: String) -> Counter {
            metrics.counter(
                "museums_search_passes_total", [("pass", name)], help: "Passes of searches, by what they looked for")
        }
        browses = pass("browse")
        wordPasses = pass("words")
        containingPasses = pass("containing")
        correctedPasses = pass("corrected")
        func lookup(_ result: String) -> Counter {
            metrics.counter(
                "museums_answer_cache_total", [("result", result)], help: "Look-ups in the cache of museums.get")
        }
        cacheHits = lookup("hit")
        cacheMisses = lookup("miss")
    }
}
