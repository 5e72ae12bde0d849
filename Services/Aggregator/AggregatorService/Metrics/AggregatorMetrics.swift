import ServiceRuntime

/// The outcome of reading a feed.
enum FeedOutcome: String, CaseIterable {
    case whole
    /// The feed was read up to a fault.
    case inPart = "in-part"
    case failed
}

/// The service's metrics, in addition to those for calls and for upstreams.
struct AggregatorMetrics: Sendable {
    /// The origin of an address: a provider or the bundled tables.
    enum AddressOutcome: String, CaseIterable { case provider, offline }
    /// The status of a part of a briefing.
    enum PartOutcome: String, CaseIterable { case ok, stale, unavailable, timedOut = "timed-out" }
    /// The subject of the selected news.
    enum ScopeOutcome: String, CaseIterable { case city, country, none }

    let addresses: OutcomeCounters<AddressOutcome>
    let parts: OutcomeCounters<PartOutcome>
    let scopes: OutcomeCounters<ScopeOutcome>
    let feeds: OutcomeCounters<FeedOutcome>

    init(_ metrics: Metrics) {
        addresses = OutcomeCounters(
            "vokol_aggregator_addresses_total", help: "Addresses by origin", in: metrics)
        parts = OutcomeCounters(
            "vokol_aggregator_briefing_parts_total", help: "Parts of briefings by status", in: metrics)
        scopes = OutcomeCounters(
            "vokol_aggregator_news_total", help: "Selections of news by subject", in: metrics)
        feeds = OutcomeCounters(
            "vokol_aggregator_feeds_total", help: "Readings of feeds by outcome", in: metrics)
    }
}
