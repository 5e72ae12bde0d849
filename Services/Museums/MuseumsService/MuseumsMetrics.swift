import Postgres
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

    /// Shows what the connections to the database are doing.
    func observe(_ client: PostgresClient, in metrics: Metrics) {
        func show(_ name: String, _ help: String, _ value: @escaping @Sendable (PostgresStatistics) -> Double) {
            metrics.observe("museums_database_\(name)", help: help) { value(client.statistics) }
        }
        show("connections_in_use", "Connections that run something") { Double($0.inUse) }
        show("connections_idle", "Open connections without work") { Double($0.idle) }
        show("calls_waiting", "Calls that wait for a connection") { Double($0.waiting) }
        show("calls_total", "Calls of the database") { Double($0.calls) }
        show("calls_refused_total", "Calls that waited too long or found the queue full") { Double($0.exhausted) }
        show("calls_unavailable_total", "Calls that found no database") { Double($0.unavailable) }
        show("connections_lost_total", "Connections that ended unasked") { Double($0.connectionsLost) }
    }
}
